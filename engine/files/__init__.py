"""Users' files: encodings, tables, columns, and writing tables that are safe to open."""
