"""Figures of the Scorecard page.

- `cells`, `key`: models by measures, and what its marks mean.
- `place`, `marks`, `hover`: one measure in it, what is drawn of it, and what a cell says under the
  pointer.
- `axis`, `lines`: the axis of a measure, and the lines of measures and rows of models.
- `distribution`: the parts of one cell.
- `agreement`: whether measures agree.
"""
