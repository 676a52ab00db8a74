"""Figures of the Arena page.

- `rates`, `ranking`, `honest`: shares on one axis from 0: parts of a report, contestants, HONEST.
- `grid`: models by categories.
- `beside`: flag rates beside an average, a baseline or another report.
- `share_axis`, `dot_rows`: what these figures are drawn of.
"""
