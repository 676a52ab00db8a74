"""Draws of the PMI: another corpus of the same size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.datasets.occupations.cooccurrence import Counts
from engine.datasets.occupations.sentences import Groups
from engine.measures.cabm.pmi import counted_words, pair_counts, pseudo_counts, word_pseudo_counts
from engine.measures.cabm.published import published_groups

if TYPE_CHECKING:
    import numpy as np

    from engine.measures.cabm.settings import Settings


def pmi_draws(
    row: dict[Any, Any],
    counts: Counts,
    groups: Groups,
    settings: Settings,
    generator: np.random.Generator,
    draws: int,
) -> np.ndarray:
    """PMI bias of one target with counts drawn from Poisson distributions.

    Args:
        row: of the table of features.

    Returns:
        [draw], bits, with the feature as their mean.
    """
    if settings.published:
        drawn = _by_word(row["occupation"], counts, groups, settings, generator, draws)
    else:
        added = pseudo_counts(counts, settings.alpha, settings.smoothing)
        first, second = (
            _logarithm(row[f"corpus_{name}"], extra, generator, draws)
            for name, extra in zip(("first", "second"), added, strict=True)
        )
        drawn = first - second
    around: np.ndarray = drawn - drawn.mean() + row["pmi_bias"]
    return around


def _by_word(
    target: str,
    counts: Counts,
    groups: Groups,
    settings: Settings,
    generator: np.random.Generator,
    draws: int,
) -> np.ndarray:
    import numpy as np

    sides = counted_words(counts, published_groups(groups))
    added = word_pseudo_counts(counts, sides, settings.alpha, settings.smoothing)
    together = pair_counts(counts, target)
    first, second = (
        np.mean(
            [_logarithm(together.get(word, 0), added[word], generator, draws) for word in words],
            axis=0,
        )
        for words in sides
    )
    found: np.ndarray = first - second
    return found


def _logarithm(number: int, extra: float, generator: np.random.Generator, draws: int) -> np.ndarray:
    """log2 of a drawn count. Without smoothing a draw may hold a zero; half a sentence keeps its
    logarithm finite."""
    import numpy as np

    found: np.ndarray = np.log2(np.maximum(generator.poisson(number, draws) + extra, extra or 0.5))
    return found
