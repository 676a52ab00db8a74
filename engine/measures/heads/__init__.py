"""Attention heads: bias scores, ablation, masks and what they cost, where heads look."""
