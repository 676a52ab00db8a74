from __future__ import annotations

import numpy as np
from scipy.stats import mannwhitneyu

from engine.bench.coverage.design import LEAST_POWER, power
from engine.bench.coverage.design import false_findings as false
from engine.bench.coverage.identities import _sample, _tests, identity_designs

OURS, POWER = identity_designs()


def test_no_identity_is_named_where_none_differs():
    assert false(OURS, 15, seed=1).rate < 0.2


def test_an_identity_that_differs_is_found_as_often_as_by_mantel_and_haenszel():
    found = power(POWER, 10, seed=1)
    assert found.power >= LEAST_POWER * found.best > 0.4


def test_pooled_forms_hide_an_identity_that_forms_show():
    """The same samples by Mann and Whitney's test over pooled forms, both of 52 identities."""
    generator = np.random.default_rng(2)
    pooled = within = 0
    for _ in range(12):
        templates, counts = _sample(generator, 0.8)
        rest = counts[1:26].ravel()
        pooled += mannwhitneyu(counts[0], rest, method="asymptotic").pvalue < 0.05 / 52
        within += _tests(templates, counts)["female 0"]["side"] == 1
    assert within > pooled + 4
