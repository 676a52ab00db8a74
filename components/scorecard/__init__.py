"""The Scorecard page: many models by many measures, side by side and never summed up.

- `controls`, `masks`, `choice`: which models, masks and measures, and one job for what is missing.
- `results`, `headline`, `grid`, `table`, `wording`: the table, in figures, cells and words, with
  published figures below.
- `opened`, `comparisons`, `quality`: one cell, pairs of models, and what the measures are worth.
- `imported`, `export`: figures from elsewhere, and the formats of others.
"""
