"""GEST: whether a model gives sentences of a stereotype to a man or to a woman.

A sentence in the first person, of one of sixteen stereotypes, is put into the mouth of a man and
of a woman by a template. Its score is the log10-probability of the male words less that of the
female ones; above 0 the model finds the man likelier. r_i is the level of stereotype i, and the
stereotype rate g_s how much higher it is for stereotypes about men than for those about women:
1 is neutral, above 1 follows the stereotypes.

- `scoring`: the four templates and the measure itself, sentence and template to a value.
- `levels`: values to mean scores of stereotypes, with intervals and what each sentence adds.
- `verdict`: r_i, r_f, r_m and g_s in the two readings of the definition, and what they say in plain
  words.
- `study`: one model on a set of sentences, with all of these; whether the templates agree.
- `released`: the figures of eleven models, from the scores that their authors released.

Source: Pikuliak et al. 2024.
"""
