"""The parts of the CABM page.

- `choice`: what is measured, counted and weighted; chosen in `controls`, `data`, `own_sentences`,
  `own_counts`, `own_weights` and `options`.
- `study`, `scored`, `results`: from a choice to a study, CABM under one weighting, its weights.
- `first_result`, `gap_means`, `headlines`, `ranked`, `rankings`, `ranking_exports`: the claims on
  the words filled in and on CABM, each with its ranking, and both as data.
- `filled_in`: the words that the model finds most likely.
- `tabs`, `shap`, `distribution`, `features`, `table`, `validation`, `two_models`: the tabs below.
- `wording`: words that follow the groups and targets that are measured.
- `professions/`: the tab of BEC-Pro.
"""
