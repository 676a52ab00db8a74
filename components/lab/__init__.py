"""The parts of the Lab page.

- `runs`, `new`, `controls`: which injection is shown, and starting one.
- `progress`: one that is not finished.
- `results`, `tabs`: what the measures found of what was planted.
"""
