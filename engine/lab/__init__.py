"""The bias injection lab: plant known associations in a model, and see whether measures find them.

A table says how often each occupation goes with a masculine pronoun. From it come two synthetic
corpora, one in the planted proportions and one with as many of each; a masked language model is
fine-tuned on either, and every measure is compared with what was planted.

- `table`: the planted proportions, read and checked.
- `templates`, `corpus`: the project's own sentences, and corpora in exact proportions.
- `settings`: presets, and what decides a run.
- `injection`: the run itself, stoppable and resumable; `places`: where it keeps what.
- `recovery`, `stability`: what the measures say of the three models.
"""
