"""Answers with what one model makes of them, as the Annotators page holds them."""
