"""CABM: Context-Aware Bias Metric per occupation (METHODS: CABM).

Three features of every occupation (any target) between two groups of words (pronouns):
`pmi`, from counts in a corpus; `cosine`, of the occupation's and the pronoun's contextual
vectors; `context`, how far the sentence vector moves with the framing. They are z-scored over
the occupations and added up with weights that sum to 1. A score above 0 leans to the first
group more than the average occupation measured with it; 0 is that average, not the absence
of bias.

Source: CABM thesis (SLIIT, 2024), chapter 2.
"""

FEATURES = ("pmi", "cosine", "context")
