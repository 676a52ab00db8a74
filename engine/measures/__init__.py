"""Measures: one folder each, with everything of it; pure science on top of `engine.inference`.

A folder has a `descriptor.py`, which says what others list, `value.py` with the shape of what is
stored, the figure in files of its own names, and, as far as a measure has them, `data/` (its sets
and files), `column.py` (of the Scorecard), `command*.py` (of the command line) and
`replication.py` (published tables). Nothing but the command line imports a command.

A measure turns items (sentences, pairs, word lists) into JSON-ready values for one `MaskedLM`. It
never loads a model, opens a file or keeps a result; `engine.flow.measurement` does that around it,
the same way for the screen, the command line and the jobs.
"""
