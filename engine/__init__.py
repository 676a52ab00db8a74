"""Biascope's engine: measures of social bias in language models, without any screen.

Nothing in this package imports streamlit or plotly, so every measure also runs from a
notebook or from `python -m engine`.
"""
