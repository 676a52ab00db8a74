"""Figures of the Arena page.

- `ranking`, `rates`, `group`, `honest`: contestants, parts of a report, one group, and HONEST.
- `marks`: what they share.
"""
