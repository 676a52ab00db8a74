"""Frames to plotly figures, one file a page."""
