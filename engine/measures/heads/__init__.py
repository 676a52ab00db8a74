"""Attention heads: bias scores, ablation, masks and what they cost, where heads look.

- `bias`: the bias score of every head, by its gradient and by real ablation.
- `sentence`: what each head does to two words in one sentence.
- `path`: what each head adds to these two words directly.
- `halves`: words that rank heads, and other words on which masking them is tested.
- `runs`, `run_figures`: sets of heads to mask at once, with random sets of the same size, and what
  they do.
- `mask_metrics`, `changes`, `before_after`: what a mask is judged by, what it changed, and the
  panel of both.
- `attention_pair`: where heads look in one text, and in its counter-stereotype.
"""
