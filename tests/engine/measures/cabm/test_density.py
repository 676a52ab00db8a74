from __future__ import annotations

import numpy as np
import pytest

from engine.measures.cabm.density import LEAST_DENSITY, density, distributions


def test_a_density_is_the_mean_of_its_kernels():
    scores = np.random.default_rng(0).normal(size=40).tolist()
    found = density(scores, -6, 6, points=400)
    width = found["bandwidth"]
    assert width == pytest.approx(40 ** (-1 / 5) * np.std(scores, ddof=1))
    x = np.array(found["x"])
    kernels = [np.exp(-(((x - score) / width) ** 2) / 2) for score in scores]
    expected = np.mean(kernels, axis=0) / (width * np.sqrt(2 * np.pi))
    np.testing.assert_allclose(found["y"], expected, rtol=1e-6)
    assert np.trapezoid(found["y"], x) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("scores", [[0.1] * LEAST_DENSITY, list(range(LEAST_DENSITY - 1)), []])
def test_too_few_or_equal_scores_have_none(scores):
    assert density(scores, -1, 1) == {"x": [], "y": [], "bandwidth": None}


def test_distributions_have_one_line_for_all_weightings():
    drawn = np.random.default_rng(1)
    scores = {"pca": drawn.normal(size=30).tolist(), "shap-rf": drawn.normal(0, 3, 30).tolist()}
    found = distributions(scores)
    assert found["pca"]["density"]["x"] == found["shap-rf"]["density"]["x"]
    assert found["shap-rf"]["standard_deviation"] == pytest.approx(
        np.std(scores["shap-rf"], ddof=1)
    )
    for name, entry in found.items():
        assert (entry["n"], entry["minimum"], entry["maximum"]) == (
            30,
            min(scores[name]),
            max(scores[name]),
        )
        area = np.trapezoid(entry["density"]["y"], entry["density"]["x"])
        assert area == pytest.approx(1, abs=0.01), "the line holds all of the curve"
