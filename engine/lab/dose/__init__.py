"""Dose and response: the same bias planted at several strengths, and which of them measures notice.

A dose d moves every planted proportion toward one half, P_d(o) = 0.5 + d (P(o) - 0.5), so that
dose 0 plants nothing and dose 1 the whole table. The proportions are shuffled over the occupations
first, so that what a measure notices cannot come from the original model. One model is trained for
each dose and seed, like the models of an injection; the seed decides the shuffle, the corpus and
the training, and the model of dose 0 of the same seed is what the others are compared with.

- `settings`: doses and seeds, the shuffled tables, and the models that follow from them.
- `place`: where a run keeps what; `training`: its models, stoppable and resumable.
- `readings`: what every measure says of one of them, unit by unit.
- `response`: curve, slope and detection limit of one measure; `report`: of all, JSON-ready.
- `limits`: what the newest run on this machine says of a measure.

It calibrates measures on one model and one kind of sentence; nothing in it is about people.
"""
