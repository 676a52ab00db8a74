"""The log-probability bias score: what a target adds to the probability of a person word.

Source: Kurita et al. 2019.
"""
