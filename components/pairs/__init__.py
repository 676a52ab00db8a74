"""The parts of the Pairs page.

- `data`, `controls`, `scoring`, `scored`: which pairs, how they are scored, and their
  scores.
- `headline`, `results`, `tabs`, `table`, `languages`, `control`, `film`: what the set says, and
  beside what.
- `one_pair`, `own_pair`: one pair token by token, and one that the user types, also pinned.
- `charts/`, `how_to_read`: the figures, and how they are read, in plain words.
- `gest/`: the tab of GEST.
"""
