"""Sets of heads to mask at once: the most biased, the most anti-biased, random ones of equal size.

A mask that lowers bias means little if masking as many heads at random lowers it too, so
every chosen set is shown beside random sets of the same number. What they do is in `run_figures`.

Source: Yang et al. 2023 (Bias A-head?), appendix A.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.spec import HeadRef

Grid = Sequence[Sequence[float]]

TOP, BOTTOM, POSITIVE, RANDOM, NONE = "top", "bottom", "positive", "random", "none"


@dataclass(frozen=True)
class Run:
    """One set of heads to mask.

    Args:
        kind: `none`, `top`, `bottom`, `positive` or `random`.
    """

    kind: str
    heads: tuple[HeadRef, ...]
    seed: int | None = None

    @property
    def k(self) -> int:
        """Number of heads masked."""
        return len(self.heads)


def ranked(gradient: Grid, masked: Sequence[HeadRef] = ()) -> list[HeadRef]:
    """Heads from the most biased to the most anti-biased; those masked already left out.

    Args:
        gradient: [layer][head], bias scores.
    """
    heads = [
        HeadRef(layer, head)
        for layer, row in enumerate(gradient)
        for head in range(len(row))
        if HeadRef(layer, head) not in masked
    ]
    return sorted(heads, key=lambda ref: -gradient[ref.layer][ref.head])


def top_heads(gradient: Grid, k: int, masked: Sequence[HeadRef] = ()) -> tuple[HeadRef, ...]:
    """The k heads with the largest bias scores."""
    return tuple(sorted(ranked(gradient, masked)[:k]))


def bottom_heads(gradient: Grid, k: int, masked: Sequence[HeadRef] = ()) -> tuple[HeadRef, ...]:
    """The k heads with the most negative bias scores."""
    return tuple(sorted(ranked(gradient, masked)[::-1][:k]))


def positive_heads(gradient: Grid, masked: Sequence[HeadRef] = ()) -> tuple[HeadRef, ...]:
    """All heads with a positive bias score: the biased heads."""
    found = [ref for ref in ranked(gradient, masked) if gradient[ref.layer][ref.head] > 0]
    return tuple(sorted(found))


def random_heads(
    layers: int, heads: int, k: int, seed: int, masked: Sequence[HeadRef] = ()
) -> tuple[HeadRef, ...]:
    """k heads drawn evenly without replacement; the same for the same seed."""
    free = [
        HeadRef(layer, head)
        for layer in range(layers)
        for head in range(heads)
        if HeadRef(layer, head) not in masked
    ]
    return tuple(sorted(random.Random(seed).sample(free, min(k, len(free)))))


def head_runs(
    gradient: Grid,
    top: Sequence[int] = (),
    bottom: Sequence[int] = (),
    positive: bool = False,
    seeds: Sequence[int] = (),
    masked: Sequence[HeadRef] = (),
) -> list[Run]:
    """The runs of an experiment, the unmasked one first.

    Args:
        gradient: [layer][head], bias scores.
        top: numbers K of most biased heads.
        bottom: numbers K of most anti-biased heads.
        seeds: one random set each, for every number of heads that occurs.
        masked: heads masked already; no run chooses them.
    """
    runs = [Run(NONE, ())]
    runs += [Run(TOP, top_heads(gradient, k, masked)) for k in top]
    runs += [Run(BOTTOM, bottom_heads(gradient, k, masked)) for k in bottom]
    if positive:
        runs.append(Run(POSITIVE, positive_heads(gradient, masked)))
    sizes = sorted({run.k for run in runs if run.k})
    layers, heads = len(gradient), len(gradient[0])
    for k in sizes:
        runs += [Run(RANDOM, random_heads(layers, heads, k, seed, masked), seed) for seed in seeds]
    return runs
