"""Masked-language-model training: the bundled model's own, and the lab's injection.

- `recipe`, `bundled`: what the bundled model is trained on, and its training.
- `masking`, `objective`: which words a step masks, and what it minimises.
- `planting`: the objective of the lab.
- `loop`, `checkpoint`: one step after another, stopped and resumed at any of them.
"""
