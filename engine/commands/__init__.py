"""One file a command; each reads its arguments, measures, and writes JSON or a table."""
