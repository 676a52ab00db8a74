"""The columns a table can have: one file a family, read by name in `registry`."""
