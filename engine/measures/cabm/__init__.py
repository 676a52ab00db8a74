"""CABM: Context-Aware Bias Metric per occupation (METHODS: CABM).

Three features of every occupation (any target) between two groups of words (pronouns):
`pmi`, from counts in a corpus; `cosine`, of the occupation's and the pronoun's contextual
vectors; `context`, how far the sentence vector moves with the framing. They are added up with
weights that sum to 1: z-scored over the occupations, where 0 is the average occupation and not
the absence of bias, or raw, the only scale on which models can be compared. A side is named
only where the whole interval of a score lies beyond the threshold.

Source: CABM thesis (SLIIT, 2024), chapter 2.
"""

FEATURES = ("pmi", "cosine", "context")
