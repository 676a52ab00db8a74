"""Whether the numbers of pins still come out: their commands are run again and compared.

`lines.py` decides which commands may be run, and `named_files.py` which files they read.
`running.py` runs one in a process of its own (`child.py`), with a cache that is deleted afterwards
(`scratch.py`). `tables.py` finds the tables in what it gives, `shapes.py` makes those of the pages,
`matching.py` says which record is which row of a pin, `compare.py` compares their numbers, and
`checking.py` is the whole of it.
"""
