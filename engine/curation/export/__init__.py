"""A reviewed set to files: pairs, datasheet and metadata.

- `pairs`: which candidates are accepted, and their pairs as a table.
- `facts`, `datasheet`, `croissant`: the figures of a set, and its descriptions for people and for
  programs.
- `folder`: all files in one new folder.
"""
