"""Figures of the Annotators page."""
