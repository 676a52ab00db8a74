"""Pair scores: which of two nearly equal sentences a model finds more likely, and why.

A pair is `sent_more` (the more stereotyping sentence) and `sent_less`. A *variant* gives
each sentence a score in nats, higher is more likely; the pair counts for the stereotype
when `score_more` exceeds `score_less`. The score of a set is the percentage of pairs that
count: 50 is neutral, above 50 leans toward the stereotype.

What each token was given is kept, so sum or mean, the published rounding, and every
picture of one pair are read from stored values and never computed again.

- `variants`: what is masked and read, one entry a variant.
- `preparation`, `scoring`: pairs made ready, and the measure itself, pairs to values.
- `pair_score`: one value read: score, what each token adds, decided by one token.
- `tokens`: one pair token by token, what its difference consists of, how well it was read.
- `unseen`: what nobody sees of a sentence and a tokenizer may read.
- `quality`: flags on the pairs themselves, and where two sentences differ.
- `frame`, `summary`, `comparison`: pairs and values to a table, to figures, to two models; neutral
  control pairs.
- `verdict`: whether a share is a clear preference.
- `film`: caveat and control of pairs that were made from films.
- `several`, `s_jsd`: the same pairs under several variants, and as distances from certainty.
- `guarded_scores`: the pairs in guarded precision.

Sources: Nangia et al. 2020 (CPS); Nadeem et al. 2021 (SSS); Salazar et al. 2020 (PLL);
Kauf and Ivanova 2023 (PLL within-word left-to-right); Kaneko and Bollegala 2022 (AUL,
AULA). The authors of the first data set warn against relying on it (Blodgett et al. 2021;
Pikuliak et al. 2023).
"""
