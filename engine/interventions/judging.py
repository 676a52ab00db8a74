"""What a fit does to a linear probe in sentences that it was not fitted on, beside random controls.

An erasure is judged by a probe that is trained after it. A vector moves all states alike, so that a
probe trained after it would find the same: it is judged by a probe that was trained before. Each
held-out state is moved towards the other side by as much as the mean difference of the sides, and
the probe should take it for the other side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.interventions.affine import Erasure
from engine.interventions.controls import CONTROLS, random_direction, random_projection
from engine.interventions.probe import accuracy, change, right_shares, splits, trained_probe

if TYPE_CHECKING:
    import numpy as np

Erase = Callable[["np.ndarray"], "np.ndarray"]
FitErasure = Callable[["np.ndarray", "np.ndarray"], Erasure]
FitDirection = Callable[["np.ndarray", "np.ndarray"], "np.ndarray"]


def judge_erasure(
    first: np.ndarray, second: np.ndarray, units: np.ndarray, fit: FitErasure, rank: int, seed: int
) -> dict[str, Any]:
    """Accuracy of a probe before an erasure, after it and after random ones of the same rank.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.
        units: [pair], number of what each shares with others.
        fit: states of side A and of side B -> erasure.
        rank: of the random ones.
        seed: of folds, controls and bootstrap.

    Returns:
        `probe_before`, `probe_after`, `probe_change` and `random_controls`, JSON-ready; accuracies
        from 0 to 1, lower after an erasure that works.
    """
    import numpy as np

    seeds = _seeds(seed)
    random = [random_projection(first.shape[1], rank, one) for one in seeds]
    found = np.zeros((2 + len(random), len(first)))
    with _one_thread():
        for split in splits(units, seed):
            erasure = fit(first[split.fitted], second[split.fitted])
            erasures: tuple[Erase, ...] = (_as_it_is, erasure, *random)
            for number, erase in enumerate(erasures):
                ours, theirs = erase(first), erase(second)
                probe = trained_probe(ours[split.trained], theirs[split.trained])
                shares = right_shares(probe, ours[split.tested], theirs[split.tested])
                found[number, split.tested] += shares / 2  # each pair is tested twice
    return _said(found, units, seeds, seed)


def judge_direction(
    first: np.ndarray, second: np.ndarray, units: np.ndarray, fit: FitDirection, seed: int
) -> dict[str, Any]:
    """Accuracy of a probe on states as they are, and moved along a direction or random ones.

    Args:
        first: [pair, width], states of side A at one layer.
        second: [pair, width], states of side B.
        units: [pair], number of what each shares with others.
        fit: states of side A and of side B -> direction of length 1.
        seed: of folds, controls and bootstrap.

    Returns:
        As `judge_erasure`; the accuracy is lower, down to 0, where the direction leads from one
        side to the other.
    """
    import numpy as np

    seeds = _seeds(seed)
    random = [random_direction(first.shape[1], one) for one in seeds]
    found = np.zeros((2 + len(random), len(first)))
    with _one_thread():
        for split in splits(units, seed):
            ours, theirs = first[split.fitted], second[split.fitted]
            direction = fit(ours, theirs)
            length = apart(ours, theirs, direction)
            probe = trained_probe(first[split.trained], second[split.trained])
            for number, along in enumerate((0 * direction, direction, *random)):
                moved = first[split.tested] - length * along, second[split.tested] + length * along
                found[number, split.tested] += right_shares(probe, *moved) / 2
    return _said(found, units, seeds, seed)


def apart(first: np.ndarray, second: np.ndarray, direction: np.ndarray) -> float:
    """How far the mean of side A is from that of side B along a direction of length 1.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.
        direction: [width].
    """
    return float((first - second).mean(axis=0) @ direction)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Hundreds of small fits: several threads would wait for each other most of the time."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1, user_api="blas"):
        yield


def _as_it_is(states: np.ndarray) -> np.ndarray:
    return states


def _seeds(seed: int) -> list[int]:
    """A seed for each control."""
    return [seed * CONTROLS + number for number in range(CONTROLS)]


def _said(found: np.ndarray, units: np.ndarray, seeds: Sequence[int], seed: int) -> dict[str, Any]:
    """What is said of shares [variant, pair]: as it is, under the fit, under each control."""
    before, after, *random = found
    accuracies = [float(shares.mean()) for shares in random]
    return {
        "probe_before": accuracy(before, units),
        "probe_after": accuracy(after, units),
        "probe_change": change(after, before, units, seed),
        "random_controls": {
            "n": len(accuracies),
            "mean": sum(accuracies) / len(accuracies),
            "accuracies": accuracies,
            "seeds": list(seeds),
        },
    }
