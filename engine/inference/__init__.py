"""The only place that runs a network for measuring: plan rows, run them, read them out.

- `text`, `vocabulary`, `words`: text to token ids, what each token is, and tokens back to words.
- `plan`: rows of all sentences in batches.
- `runner`: batches through the network, under the gates of the model that is measured.
- `priority`: background work pauses while a user waits for an answer and while it is drawn.
- `likeliest`, `vectors`, `attention`: the likeliest tokens, pooled vectors, attention maps.
- `ablation`: one input with each of several heads masked in turn.
- `parts`, `direct_path`: what adds up to the difference of two logits, head by head.
- `reference`: bare passes and the plain loop, for benches and tests alone.
"""
