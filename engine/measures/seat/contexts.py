"""Vectors text by text, and what other texts of the same kind would change in an effect size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.inference.vectors import Share, derivative, pooled_vectors
from engine.measures.seat.reading import Reading
from engine.statistics import CONFIDENCE

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import MaskedLM


@dataclass(frozen=True, eq=False)
class ReadApart:
    """What every text gave to every vector.

    Args:
        parts: [part, hidden], the mean state of one word in one text.
        vectors: [vector, hidden], the weighted means of their parts.
        owners: part -> vector.
        texts: part -> number of its text.
        weights: part -> its share of the vector; those of a vector sum to 1.
    """

    parts: Tensor
    vectors: Tensor
    owners: list[int]
    texts: list[int]
    weights: list[float]


def read_apart(lm: MaskedLM, reading: Reading) -> ReadApart:
    """Read the vectors of a test, keeping what each text gives to them."""
    import torch

    owners: list[int] = []
    texts: list[int] = []
    weights: list[float] = []
    shares: dict[tuple[int, ...], list[Share]] = {}
    for text, (ids, given) in enumerate(reading.shares.items()):
        grouped: dict[int, list[Share]] = defaultdict(list)
        for share in given:
            grouped[share.vector].append(share)
        shares[ids] = []
        for vector, group in grouped.items():
            weight = sum(share.weight for share in group)
            shares[ids] += [
                replace(share, vector=len(owners), weight=share.weight / weight) for share in group
            ]
            owners.append(vector)
            texts.append(text)
            weights.append(weight)
    parts = pooled_vectors(lm, shares, len(owners))
    vectors = torch.zeros(len(reading.examples), parts.shape[1], dtype=parts.dtype)
    vectors.index_add_(0, torch.tensor(owners), parts * torch.tensor(weights).double()[:, None])
    return ReadApart(parts, vectors, owners, texts, weights)


def context_interval(
    read: ReadApart, effect: Callable[[Tensor], Tensor | None]
) -> tuple[float, float] | None:
    """Interval of an effect over the texts that its words are read in, the words being fixed.

    Each text is weighted more or less, and its influence on the effect is linearised: a word's
    vector moves toward what it is in that text. Texts are drawn, not occurrences, since one text
    may hold several of the words.

    Args:
        effect: [vector, hidden] -> scalar, or None where it is undefined.

    Returns:
        (low, high) at 95%; None where it is undefined or a vector comes from a single text.

    Source: Efron and Tibshirani 1993, section 21.3 (infinitesimal jackknife).
    """
    import torch
    from scipy.stats import norm

    owners = torch.tensor(read.owners)
    counts = torch.bincount(owners, minlength=len(read.vectors))
    found = derivative(effect, read.vectors) if int(counts.min()) > 1 else None
    if found is None:
        return None
    value, gradient = found
    toward = ((read.parts - read.vectors[owners]) * gradient[owners]).sum(dim=1)
    few = counts[owners] / (counts[owners] - 1)  # deviations from a mean of few parts are small
    influence = torch.tensor(read.weights).double() * toward * few.sqrt()
    by_text = torch.zeros(max(read.texts) + 1, dtype=torch.float64)
    by_text.index_add_(0, torch.tensor(read.texts), influence)
    reach = float(norm.ppf((1 + CONFIDENCE) / 2)) * float((by_text**2).sum().sqrt())
    return value - reach, value + reach
