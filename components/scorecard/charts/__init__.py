"""Figures of the Scorecard page.

- `cells`, `marks`: models by measures, and what is drawn of each measure.
- `axis`, `lines`: the axis of a measure, and the lines of measures and rows of models.
- `distribution`: the parts of one cell.
- `agreement`: whether measures agree.
"""
