from __future__ import annotations

import numpy as np
import pytest

from engine.measures.cabm.correlation import correlation


def test_correlations_agree_with_a_second_implementation():
    generator = np.random.default_rng(1)
    one = generator.normal(size=30)
    other = one + generator.normal(size=30)
    found = correlation(one.tolist(), other.tolist(), seed=2)
    assert found["pearson"] == pytest.approx(np.corrcoef(one, other)[0, 1])
    ranks = [np.argsort(np.argsort(values)) for values in (one, other)]
    assert found["spearman"] == pytest.approx(np.corrcoef(*ranks)[0, 1])
    low, high = found["spearman_interval"]
    assert low < found["spearman"] < high
    assert found == correlation(one.tolist(), other.tolist(), seed=2)


def test_what_does_not_vary_has_no_correlation():
    assert correlation([1.0, 1.0, 1.0], [1.0, 2.0, 3.0])["spearman"] is None
    assert correlation([1.0, 2.0], [1.0, 2.0])["pearson"] is None
