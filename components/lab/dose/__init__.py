"""The part of the Lab that plants the same bias at several strengths.

- `runs`, `new`: which run is shown, and starting one; `progress`: one that is not finished.
- `results`, `tabs`, `charts`: which strengths each measure noticed.
- `wording`: the same in sentences.
"""
