"""The bias injection lab: plant known associations in a model, and see whether measures find them.

A table says how often each occupation goes with a masculine pronoun. From it come two synthetic
corpora, one in the planted proportions and one with as many of each; a masked language model is
fine-tuned on either, and every measure is compared with what was planted.

- `table`: the planted proportions, read and checked.
- `templates`: the project's own sentences, corpora in exact proportions, and how surprised a model
  in training is by held-out sentences.
- `settings`: presets, and what decides a run.
- `folder`, `planted_model`: a folder of trained models, and the training of one.
- `injection`: the run itself, stoppable and resumable; `places`: where it keeps what.
- `pace`: how long a run takes.
- `readings`, `recovery`: what each measure says of every occupation, and of the three models; all
  of it as one JSON-ready report.
- `dose`: the same bias at several strengths, and the smallest that each measure notices.

An injection is its folder. Request, loss curves, checkpoints, models and report are in one folder
that holds one injection; the same command continues it, another table or model is refused. Every
random choice of the training follows from the seed and the step, so weights, optimiser moments and
step are all that is needed to continue the same curve. A checkpoint is written beside the older one
and then replaces it; a model appears under its name only when it is complete.
"""
