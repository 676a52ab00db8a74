"""The log-probability bias score: what a target adds to the probability of a person word.

- `sets`: templates and targets; `biases`: the measure itself, and the effect size of a domain.

Source: Kurita et al. 2019.
"""
