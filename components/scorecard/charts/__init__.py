"""Figures of the Scorecard page."""
