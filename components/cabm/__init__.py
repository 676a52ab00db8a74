"""The parts of the CABM page.

- `controls`, `data`, `own_sentences`: what is measured, counted and weighted.
- `first_result`, `scored`, `headlines`, `results`: what the model fills in, then CABM under one
  weighting.
- `tabs`, `distribution`, `features`, `table`, `validation`, `two_models`: the tabs below.
- `wording`: words that follow the groups and targets that are measured.
- `professions/`: the tab of BEC-Pro.
"""
