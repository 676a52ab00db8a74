"""Figures of the CABM page.

- `ranking`, `distribution`, `weightings`, `scores`, `maps`, `shap`, `professions`: one file a kind
  of figure.
- `marks`: what they share.
"""
