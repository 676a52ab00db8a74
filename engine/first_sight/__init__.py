"""What the pages show when they are opened for the first time, measured beforehand.

- `examples`: the texts and settings that the pages open with.
- `asked`: what each page asks of a model with them.
- `prepare`: having all of it measured, and whether it is.
- `shipping`: the file of results that comes with Biascope, written and checked.
"""
