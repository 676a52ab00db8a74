"""Commands of no single measure, one file each; those of a measure are in its own folder.

A command reads its arguments, measures, and writes JSON or a table.
"""
