"""The parts of the Lab page.

- `runs`, `new`, `planted_table`, `controls`: which injection is shown, and starting one.
- `progress`: one that is not finished.
- `results`, `tabs`, `charts`, `labels`: what the measures found of what was planted.
"""
