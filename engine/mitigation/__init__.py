"""What interventions on one model help, and what they cost: one table, with random controls.

The rows are one model as it is and under interventions: its most biased heads masked, replaced by
their mean or scaled; a concept erased by three methods; steering at three strengths;
self-debiasing; the balanced model of the Lab. The columns are columns of the Scorecard, of bias and
of cost. Each row is compared with the original on the same items, and its effect with that of
random interventions of the same size, so that what any damage to the model would do is no success.

- `asked`: what a table is asked for, and what is refused before anything is measured.
- `columns`: its measures; words and pairs that chose an intervention do not judge it.
- `rows`: the interventions of one model. `fits`: fitted erasures and vectors, and random ones.
- `measuring`: every cell through the store, so that a table goes on where it stopped.
- `comparing`: a row and the original on the same items. `controls`: a row among random ones.
- `report`: the table as it is written and kept. `front`: which rows no other row beats in both.
- `words`: what may be concluded, in sentences.

Sources: Yang et al. 2023 (heads against random heads); Meade et al. 2022 (erasures, and what they
cost); Zhang and Nanda 2024 (zero against mean ablation).
"""
