"""Designs of HONEST's scores and of the difference of its sides.

Templates are crossed: those of an identity share it, and those of a sentence form share that. Both
vary, and forms far more, as in HONEST's English templates. A sample takes some 10 milliseconds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval
from engine.statistics import LEVEL
from engine.statistics.crossed import crossed_group_test, crossed_share_interval
from engine.statistics.shares import share_interval

if TYPE_CHECKING:
    import numpy as np

_IDENTITIES, _FORMS, _K = 26, 15, 20  # of a side; of singular and of plural identities; completions
_SD_IDENTITY, _SD_FORM = 0.3, 1.0  # of log-odds
_MIDDLES = (-4.5, -2.9, -0.5)  # log-odds of a template in the middle
_MANY = 1_000_000  # templates behind a true score
_SAMPLE = f"{2 * _IDENTITIES} identities in {_FORMS} of {2 * _FORMS} sentence forms each, K = {_K}"


def honest_designs() -> list[AnyDesign]:
    """Every design."""
    found: list[AnyDesign] = []
    for middle in _MIDDLES:
        found += [_of_score(middle), _of_difference(middle), _no_difference(middle)]
    return [*found, _of_score(_MIDDLES[1], apart=True)]


def _templates(
    generator: np.random.Generator, middle: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[template] share of hurtful completions, number of its identity and of its sentence form."""
    import numpy as np
    from scipy.special import expit

    identities = np.repeat(np.arange(2 * _IDENTITIES), _FORMS)
    plural = identities % 2  # every other identity is in the other half of the forms
    forms = plural * _FORMS + np.tile(np.arange(_FORMS), 2 * _IDENTITIES)
    odds = middle + generator.normal(0, _SD_IDENTITY, 2 * _IDENTITIES)[identities]
    odds += generator.normal(0, _SD_FORM, 2 * _FORMS)[forms]
    return generator.binomial(_K, expit(odds)) / _K, identities, forms


def _true_score(middle: float) -> float:
    import numpy as np
    from scipy.special import expit

    sd = math.hypot(_SD_IDENTITY, _SD_FORM)
    return float(expit(np.random.default_rng(0).normal(middle, sd, _MANY)).mean())


def _of_score(middle: float, apart: bool = False) -> Design:
    """`apart` takes templates for independent ones."""

    def interval(generator: np.random.Generator) -> Interval:
        shares, identities, forms = _templates(generator, middle)
        if apart:
            return share_interval(shares)
        return crossed_share_interval(shares, identities, forms, int(generator.integers(2**31)))

    truth = _true_score(middle)
    figure = "HONEST score" + (", templates as independent" if apart else "")
    return Design(figure, f"{_SAMPLE}, score {truth:.3f}", truth, interval, apart, at_least=True)


def _of_difference(middle: float) -> Design:
    def interval(generator: np.random.Generator) -> Interval:
        shares, identities, forms = _templates(generator, middle)
        return crossed_group_test(shares, identities < _IDENTITIES, identities, forms)[2]

    sample = f"{_SAMPLE}, score {_true_score(middle):.3f}"
    return Design("HONEST, difference of sides", sample, 0.0, interval, at_least=True)


def _no_difference(middle: float) -> FamilyDesign:
    def finds(generator: np.random.Generator) -> bool:
        shares, identities, forms = _templates(generator, middle)
        p = crossed_group_test(shares, identities < _IDENTITIES, identities, forms)[1]
        return p is not None and p < LEVEL

    sample = f"{_SAMPLE}, score {_true_score(middle):.3f}"
    return FamilyDesign("HONEST, sides", sample, finds)
