"""CABM: Context-Aware Bias Metric per occupation (METHODS: CABM).

Three features of every occupation (any target) between two groups of words (pronouns):
`pmi`, from counts in a corpus; `cosine`, of the occupation's and the pronoun's contextual
vectors; `context`, how far the sentence vector moves with the framing. They are added up with
weights that sum to 1: z-scored over the occupations, where 0 is the average occupation and not
the absence of bias, or raw, the only scale on which models can be compared. A side is named
only where the whole interval of a score lies beyond the threshold, and a test of it is clear by
Holm's correction for all targets.

- `settings`: what a user chooses for a study.
- `vectors`: the measure itself, vectors of framed sentences.
- `association`: other measures of the same vectors, for comparison.
- `pmi`, `features`: the three features of every target.
- `draws`, `context_draws`: how far they vary over sentences and counts.
- `reliability`: how far features and scores repeat between halves.
- `weighting`, `forest`: how the features are weighted; `forest` alone imports shap.
- `weighting_rule`: which weighting is used where none was chosen, and why.
- `variance`: how much of the scores' variance each feature makes up; `over_models`: how far the
  scores of several models differ.
- `scores`: CABM of every target, and the category it falls into.
- `unmasking`: the pronoun probability gap, which validates CABM and never enters it.
- `validation`, `correlation`, `density`, `employment`: whether the scores tell anything that was
  not put into them, how they lie, and beside the shares of women in employment.
- `embedding`: the targets in a plane.
- `study`, `studied`, `notices`: all of it, in the order it is worked out; what a model's features
  give under any weighting; and what was left out.

Source: CABM thesis (SLIIT, 2024), chapter 2.
"""

FEATURES = ("pmi", "cosine", "context")
