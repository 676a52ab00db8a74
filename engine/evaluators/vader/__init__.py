"""VADER: the valence of a sentence, from rated words and a few rules."""
