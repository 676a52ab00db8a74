"""How much of the variance of the scores each feature makes up, and what is said of PMI's part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.core.wording import counted
from engine.measures.cabm import FEATURES

if TYPE_CHECKING:
    import numpy as np


ALMOST_ALL, MOST = 0.9, 0.5
_SAME = 1e-12  # relative range of scores that are equal but for rounding
_NAMES = {"pmi": "PMI", "cosine": "the cosine", "context": "the context shift"}


def variance_shares(
    values: np.ndarray, weights: np.ndarray, names: Sequence[str]
) -> dict[str, float] | None:
    """Share of each feature in the variance of CABM over the targets.

    The covariance of the weighted feature with the score, over the variance of the score. The
    score is the sum of the weighted features, so the shares sum to 1; one below 0 belongs to a
    feature that works against the others.

    Args:
        values: [target, feature], on the scale that the weights are multiplied with.
        weights: [feature].
        names: of the features; those that the model does not have make up 0.

    Returns:
        Feature -> share; None where all scores are equal.
    """
    import numpy as np

    parts = values * weights
    centred = parts - parts.mean(axis=0)
    scores = centred.sum(axis=1)
    total = float((scores**2).sum())
    if total <= (_SAME * (1 + float(np.abs(parts).max(initial=0.0)))) ** 2:
        return None
    found = (centred * scores[:, None]).sum(axis=0) / total
    return dict.fromkeys(FEATURES, 0.0) | dict(zip(names, found.tolist(), strict=True))


def explained_by_pmi(scores: Sequence[float], pmi: Sequence[float]) -> float | None:
    """Share of the variance of the scores that PMI alone explains: the squared correlation.

    Args:
        scores: [target]; pmi: likewise, bits.

    Returns:
        0 to 1; None where one of them is the same for all.
    """
    import numpy as np

    if min(np.ptp(scores), np.ptp(pmi)) <= _SAME:
        return None
    return min(1.0, float(np.corrcoef(scores, pmi)[0, 1] ** 2))


def variance_text(
    shares: Mapping[str, float] | None, targets: int, explained: float | None = None
) -> str:
    """What the scores vary by, in one or two sentences.

    Args:
        shares: of `variance_shares`; `targets`: how many have a score.
        explained: of `explained_by_pmi`; said where PMI makes up almost all.
    """
    if shares is None:
        return "All scores are equal, so no feature distinguishes these occupations."
    pmi = shares["pmi"]
    if pmi >= ALMOST_ALL:
        return (
            f"{share_text(explained or pmi)} of this score's variance over "
            f"{counted(targets, 'occupation')} "
            "is PMI, which counts words in a corpus and is the same for every model: these scores "
            "say almost nothing of this model."
        )
    others = ", ".join(
        f"{_NAMES[name]} {share_text(shares[name])}" for name in FEATURES if name != "pmi"
    )
    told = (
        f"{share_text(pmi)} of this score's variance over {counted(targets, 'occupation')} is "
        "PMI, which "
        f"counts words in a corpus and is the same for every model; {others}."
    )
    if pmi >= MOST:
        told += " Most of what distinguishes the occupations is not from this model."
    if min(shares.values()) < 0:
        told += " A share below 0 belongs to a feature that works against the others."
    return told


def share_text(share: float) -> str:
    """A share of the variance in percent: `99.9%`; never rounded up to all of it."""
    percent = 100 * share
    if 99.95 <= percent < 100:
        return "over 99.9%"
    return f"{percent:.1f}%".replace("-", "\N{MINUS SIGN}")
