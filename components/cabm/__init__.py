"""The parts of the CABM page.

- `controls`, `data`, `own_sentences`: what is measured, counted and weighted.
- `first_result`, `headlines`, `ranked`, `rankings`, `ranking_exports`: the claims on the words
  filled in and on CABM, each with its ranking, and both as data.
- `scored`, `results`: CABM under one weighting; its weights, and the words that come first.
- `tabs`, `shap`, `distribution`, `features`, `table`, `validation`, `two_models`: the tabs below.
- `wording`: words that follow the groups and targets that are measured.
- `professions/`: the tab of BEC-Pro.
"""
