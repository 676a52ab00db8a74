"""Biascope's engine: measures of social bias in language models, without any screen.

Nothing in this package imports streamlit or plotly, so every measure also runs from a notebook or
from `python -m engine`.

- `core`: what everything else may use and what uses nothing.
- `models`, `inference`: checkpoints found and loaded, and the only place that runs a network for
  measuring.
- `flow`: the way of one number, from a question to a stored value; `storage` keeps it.
- `measures`: one folder a measure; `columns` is what a column of the Scorecard is.
- `words`, `prompts`, `files`: word lists, prompts, and the files of users and of public data sets.
- `statistics`: intervals, tests, effect sizes and power.
- `evaluators`: who judges a completion.
- `scorecard`, `cluster`: many models by many measures, on one machine or on several.
- `curation`, `training`, `lab`: making data, training masked language models, planting a bias.
- `pins`, `report`, `first_sight`: results that are kept, documents made of them, and what the pages
  open with.
- `server`: whether several people use the server.
- `command_line`, `commands`, `bench`: what commands share, the commands of no measure, and
  benchmarks.
"""
