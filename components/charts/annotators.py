"""Figures of the Annotators page: groups by language, groups by score, one sentence, two models."""
