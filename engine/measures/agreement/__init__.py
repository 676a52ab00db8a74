"""Annotator agreement: whose answers to cloze sentences does a model share?

People of several groups filled in a masked word; the model fills in the same one. Per
sentence s and group, W_s are the group's answers and C_s the model's candidates, likeliest
first; `scores` compares the two, `figures` averages over sentences.

- `answering`, `spans`: the measure itself, a sentence to candidates and the likelihoods of the
  answers given, by masked language models and by span fillers.
- `sentence_map`: a second measure, sentences as vectors.
- `groups`: annotators by any attribute, or by several crossed.
- `table`: answers and what a model made of them, with the rank of every answer.
- `scores`: one sentence and one group to numbers; what each annotator contributes.
- `pooled`: rank correlations over all sentences of a group.
- `influence`: intervals by a bootstrap over annotators and sentences.
- `figures`, `gaps`, `people`: per group and language; differences; agreement among people.
- `wording`: sentences that the screen and the command line share.

Source: Cabello Piqueras and Søgaard 2022 (MozArt).
"""
