"""Whether the numbers of pins still come out: their commands are run again and compared.

- `lines`: which commands may be run, with which options; `named_files`: which of their values are
  files.
- `allowed`: which of these files may be read.
- `running`: one command in a process of its own (`child`), with a cache that is deleted afterwards,
  and what it gives in the tables of the pages.
- `compare`: the tables in that, which record is which row of a pin, and their numbers compared.
- `checking`: the whole of it.

A check computes again and keeps nothing. The commands of pins come from anyone: each runs in a
process with limits that ends with the check. Rows and columns that could not be compared are
counted and have an exit status of their own, so a check that compared little is not taken for one
that found nothing.
"""
