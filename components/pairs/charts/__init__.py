"""Figures of the Pairs page: shares around 50%, differences of all pairs, words of one pair."""
