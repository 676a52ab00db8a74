"""Designs of shares of answers that are right, each of a sentence or probe of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.bench.coverage.design import Design, Interval
from engine.statistics import wilson
from engine.statistics.shares import exact_share_interval

if TYPE_CHECKING:
    import numpy as np

# What is asked -> how many, and true shares: in the middle, and near 1, where a sample may have no
# wrong answer.
_ASKED = {
    "knowledge, right answers": ((200, "probes"), (0.02, 0.4, 0.9)),
    "classifier, accuracy": ((277, "texts"), (0.65, 0.93, 0.99)),
    "counterparts as expected": ((200, "sentences"), (0.9, 0.97, 0.99)),
}
_ITEMS = (25, 40)  # everyday sentences of a causal and of a masked model
_SHARES = (0.05, 0.8, 0.9, 0.975)
_FEW = 10  # expected right or wrong answers; below, shares move in steps


def right_answer_designs() -> list[Design]:
    """Every design."""
    found = [
        _of_share(name, f"{size} {noun}", share, size, wilson)
        for name, ((size, noun), shares) in _ASKED.items()
        for share in shares
    ]
    name = "everyday sentences completed correctly"
    for size in _ITEMS:
        for share in _SHARES:
            found.append(_of_share(name, f"{size} sentences", share, size, exact_share_interval))
    found += [
        _of_share(f"{name}, Wilson", f"{size} sentences", share, size, wilson, compared=True)
        for size, share in ((25, 0.975), (40, 0.8), (40, 0.975))
    ]
    return found


def _of_share(
    figure: str,
    sample: str,
    share: float,
    size: int,
    interval: Callable[[int, int], tuple[float, float]],
    compared: bool = False,
) -> Design:
    def drawn(generator: np.random.Generator) -> Interval:
        return interval(int(generator.binomial(size, share)), size)

    hard = size * min(share, 1 - share) < _FEW
    return Design(figure, sample, share, drawn, compared, at_least=True, hard=hard)
