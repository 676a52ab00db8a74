"""Figures of the CABM page."""
