"""Whether the scores of a model can mean anything: weights, stability, plain sentences.

- `check`: the measure itself, and the gate that refuses a model before it is scored; plain
  sentences of which everybody knows the answer.
- `unread`: which words of a text the model has no token for.
- `reading`: those, and how many words of a text are whole words of the model's vocabulary.
"""
