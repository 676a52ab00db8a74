"""Figures of the Arena page."""
