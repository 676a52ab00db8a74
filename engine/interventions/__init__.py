"""Fitting what is done to a model's states: erasures of a concept, and vectors that steer it.

Both are fitted on pairs of sentences that differ in nothing but the concept, one sentence of either
side: A and B. An erasure is an affine map on the states that the language-model head reads, after
which a linear probe should no longer tell the sides apart. A steering vector points from side B
towards side A and is added to the output of one layer. A fit means something only in the model that
it was fitted on.

- `affine`: the one form of all erasures. `sentence_debias`, `inlp`, `leace`: the methods.
- `steering`: directions for vectors. `controls`: random directions and vectors beside them.
- `probe`: held-out accuracy of a linear probe. `judging`: that before, after, and under controls.
- `pairs`: the bundled pairs of a concept, or a user's. `fitting`: a fit from pairs and a model.
- `curve`: what one sentence says at each strength of a vector, and what that costs.

Sources: Liang et al. 2020 (SentenceDebias); Ravfogel et al. 2020 (INLP); Belrose et al. 2023
(LEACE); Gonen and Goldberg 2019 on what erasures leave; arXiv 2503.05371 (steering vectors).
"""
