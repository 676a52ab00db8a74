"""Figures of the Curate page."""
