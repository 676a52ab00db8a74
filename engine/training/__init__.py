"""Masked-language-model training: the bundled model's own, and later the lab's injection."""
