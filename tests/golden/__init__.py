"""Everything that a user sees, recorded before a rebuild and compared after each of its steps.

    python -m tests.golden record BEFORE     # on the commit before the rebuild
    python -m tests.golden record AFTER      # after a step of it; --only SECTION is quicker
    python -m tests.golden compare BEFORE AFTER

A recording is a folder with a text or JSON file for each thing: `help` of every command, what
`commands` print and write, the elements of `pages`, and the `tables` that are typed by hand. The
same tree gives the same bytes, so every difference that `compare` shows comes from the code, or
from another machine: numbers are kept with all their digits, and are only compared where they
were computed on the same one. Files and models lie in one folder with a fixed name, so two
recordings are made one after the other.

Nothing recorded names a module, so modules may move. What is recorded is data: a command is a
line in `commands.py` or `refusals.py`, a page a line in `openings.py`. What has to be found in
the code, because it is not on a screen, is looked up in `tables.py` and `pages.py` alone.
"""
