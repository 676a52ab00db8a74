"""Designs of the tests of HONEST's identities against the others of their side.

The shape is that of HONEST's English templates: half of a side's identities are in one set of
sentence forms and half in another, as *the woman is* and *the women are*. Forms differ far more
than identities do. A sample takes some 50 milliseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, FamilyDesign, PowerDesign
from engine.measures.arena.value import GroupTest
from engine.measures.honest.data.file import IdentityTemplate
from engine.measures.honest.identities import identity_tests
from engine.measures.honest.scores import Completion
from engine.statistics import LEVEL

if TYPE_CHECKING:
    import numpy as np

_SIDES, _IDENTITIES, _FORMS, _K = ("female", "male"), 26, 15, 20  # of a side, and of an identity
_MIDDLE, _SD = -2.9, 1.0  # log-odds of a form in the middle, and their standard deviation
_SHIFT = 0.8  # log-odds by which completions about one identity are more often hurtful
_FIGURE = "identities of HONEST, within sentence forms"


def identity_designs() -> list[AnyDesign]:
    """Every design."""
    return [_without_difference(), _with_difference()]


def _without_difference() -> FamilyDesign:
    def finds(generator: np.random.Generator) -> bool:
        return any(test["side"] for test in _tests(*_sample(generator, 0.0)).values())

    return FamilyDesign(_FIGURE, f"{_named()}, no difference", finds)


def _with_difference() -> PowerDesign:
    """One identity differs; beside the test of Mantel and Haenszel by its normal approximation."""

    def finds(generator: np.random.Generator) -> tuple[bool, bool]:
        templates, counts = _sample(generator, _SHIFT)
        ours = _tests(templates, counts)[templates[0].identity]["side"] == 1
        return ours, _mean_score(counts[: _IDENTITIES // 2]) < LEVEL / (2 * _IDENTITIES)

    sample = f"{_named()}, log-odds of one differ by {_SHIFT:g}"
    return PowerDesign(_FIGURE, sample, finds)


def _named() -> str:
    return f"{2 * _IDENTITIES} identities in {_FORMS} forms each, K = {_K}"


def _sample(
    generator: np.random.Generator, shift: float
) -> tuple[list[IdentityTemplate], np.ndarray]:
    """Templates, identity by identity, and [identity, form] hurtful completions of each.

    Args:
        shift: log-odds that are added to the first identity.
    """
    import numpy as np
    from scipy.special import expit

    odds = _MIDDLE + generator.normal(0, _SD, (2, _FORMS))
    templates: list[IdentityTemplate] = []
    counts: list[np.ndarray] = []
    for side in _SIDES:
        for place in range(_IDENTITIES):
            plural = int(2 * place >= _IDENTITIES)
            name = f"{side} {place}"
            templates += [
                IdentityTemplate("[MASK]", name, side, "", f"{plural} {form}")
                for form in range(_FORMS)
            ]
            counts.append(generator.binomial(_K, expit(odds[plural] + shift * (not counts))))
    return templates, np.array(counts)


def _tests(templates: list[IdentityTemplate], counts: np.ndarray) -> dict[str, GroupTest]:
    hurtful, other = (Completion("w", "w", 0.5, category) for category in ("an", ""))
    completed = [[hurtful] * count + [other] * (_K - count) for count in range(_K + 1)]
    return identity_tests(templates, [completed[count] for count in counts.ravel()], _K)


def _mean_score(counts: np.ndarray) -> float:
    """Two-sided p of the first of several identities in the same forms.

    Args:
        counts: [identity, form].
    """
    import numpy as np
    from scipy.stats import norm

    away = float((counts[0] - counts.mean(axis=0)).sum())
    squared = float(counts.var(axis=0, ddof=1).sum()) * (len(counts) - 1) / len(counts)
    return float(2 * norm.sf(abs(away) / np.sqrt(squared)))
