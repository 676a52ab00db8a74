"""Perplexity of causal models (`causal`) and pseudo-perplexity of masked ones (`masked`)."""
