"""How well a linear probe tells the two sides of a concept apart in sentences it has not seen.

The pairs are divided into folds, by what differs between their sides: a probe that is tested on
queen and king has seen neither. Of the pairs outside a fold, one half fits the erasure or vector
and the other half trains the probe, then the other way round. So a probe meets an erasure in new
sentences, as in use; on those that it was fitted on, LEACE leaves any linear probe at chance by
its construction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.statistics.clusters import clustered_change_interval, clustered_share_interval

if TYPE_CHECKING:
    import numpy as np

FOLDS = 5
CHANCE = 0.5  # each pair has one sentence of either side


class Split(NamedTuple):
    """One way to use the pairs: numbers of those that fit, train the probe and test it."""

    fitted: np.ndarray
    trained: np.ndarray
    tested: np.ndarray


def splits(units: np.ndarray, seed: int) -> Iterator[Split]:
    """All ways in which the pairs are used: each is tested twice.

    Args:
        units: [pair], number of what it shares with others; pairs of a unit stay together.
        seed: of the draw.

    Yields:
        Two for each fold.
    """
    import numpy as np

    names = np.unique(units)
    drawn = np.random.default_rng(seed).permutation(names)
    for fold in np.array_split(drawn, min(FOLDS, len(drawn))):
        others = drawn[~np.isin(drawn, fold)]
        halves = others[::2], others[1::2]
        for ours, theirs in (halves, halves[::-1]):
            parts = (np.flatnonzero(np.isin(units, part)) for part in (ours, theirs, fold))
            yield Split(*parts)


def trained_probe(first: np.ndarray, second: np.ndarray) -> Any:
    """A linear probe: logistic regression on standardised states.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.

    Returns:
        With `predict`, True for a state that it takes for one of side A.
    """
    import numpy as np
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    probe = make_pipeline(StandardScaler(), LogisticRegression(C=1.0, max_iter=2000))
    labels = np.repeat([True, False], [len(first), len(second)])
    return probe.fit(np.concatenate([first, second]), labels)


def right_shares(probe: Any, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """How many of a pair's two states a probe takes for one of their side.

    Args:
        probe: of `trained_probe`.
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.

    Returns:
        [pair], 0, 0.5 or 1.
    """
    return (probe.predict(first) + (1.0 - probe.predict(second))) / 2


def accuracy(shares: np.ndarray, units: np.ndarray) -> dict[str, Any]:
    """Held-out accuracy of a probe, JSON-ready.

    Args:
        shares: [pair], of its states that were read rightly, 0 to 1.
        units: [pair], the cluster of each.
    """
    bounds = clustered_share_interval(shares, units)
    return {
        "accuracy": float(shares.mean()),
        "interval": None if bounds is None else list(bounds),
        "n": len(shares),
        "chance": CHANCE,
    }


def change(after: np.ndarray, before: np.ndarray, units: np.ndarray, seed: int) -> dict[str, Any]:
    """Accuracy after − before on the same pairs, JSON-ready.

    Args:
        after, before: [pair], as for `accuracy`.
        units: [pair], the cluster of each.
        seed: of the bootstrap.
    """
    bounds = clustered_change_interval(after - before, units, seed)
    return {
        "difference": float((after - before).mean()),
        "interval": None if bounds is None else list(bounds),
    }
