"""The parts of the Lab page.

- `run_box`: the box that chooses a run, of either experiment.
- `runs`, `new`, `planted_table`, `controls`: which injection is shown, and starting one.
- `progress`: one that is not finished.
- `results`, `tabs`, `charts`, `labels`: what the measures found of what was planted.
"""
