"""Attention in a sentence and in its counter-stereotype, biased heads against the others.

Source: Yang et al. 2023.
"""
