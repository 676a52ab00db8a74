from __future__ import annotations

import pytest

from engine.flow.beside import beside_published
from engine.measures.cabm import FEATURES
from engine.measures.cabm.replication import (
    AGREEMENT,
    SEPARATION,
    SPREAD,
    UNMASKING,
    WEIGHTS,
    our_figures,
    paired,
    published,
)

PANEL = {
    "spread": {"standard_deviation": 0.5, "variance": 0.25, "iqr": 0.7},
    "mann_whitney_categories": {"u": 190.0, "cohens_d": 3.0, "median_difference": 1.1},
    "unmasking": {"shap-rf": {"agreement": 60.0}},
    "weightings": [
        {"first": "pca", "second": "shap-rf", "pearson": 0.8, "spearman": 0.7, "agreement": 90.0}
    ],
}


def ours():
    weights = {"shap-rf": dict(zip(FEATURES, (0.5, 0.3, 0.2), strict=True))}
    return our_figures(weights, {"shap-rf": PANEL})


def entry(part, name, quantity):
    (found,) = (
        row
        for row in beside_published(published(), ours())
        if (row["part"], row["name"], row["quantity"]) == (part, name, quantity)
    )
    return found


def test_published_weights_are_nearly_shares():
    found: dict[str, float] = {}
    for figure in published():
        if figure.part == WEIGHTS:
            found[figure.name] = found.get(figure.name, 0) + figure.score
    # The thesis prints .58, .28 and .19 for PCA.
    assert found == {
        "pca": pytest.approx(1.05),
        "pca-rf": pytest.approx(1.0),
        "shap-rf": pytest.approx(1.0, abs=2e-3),
    }


def test_each_published_variance_is_the_square_of_its_deviation():
    spread = {(row.name, row.quantity): row.score for row in published() if row.part == SPREAD}
    for name in ("shap-rf", "pca-rf"):
        deviation, variance = spread[name, "standard_deviation"], spread[name, "variance"]
        assert deviation**2 == pytest.approx(variance, abs=1e-3)


def test_published_agreements_are_shares_of_39_occupations():
    for figure in published():
        if figure.part in (AGREEMENT, UNMASKING):
            assert figure.score * 39 / 100 == pytest.approx(
                round(figure.score * 39 / 100), abs=0.01
            )


def test_ours_stand_beside_theirs():
    assert entry(WEIGHTS, "shap-rf", "pmi")["difference"] == pytest.approx(0.5 - 0.583)
    assert entry(SEPARATION, "shap-rf", "cohens_d")["ours"] == 3.0
    assert entry(UNMASKING, "shap-rf", "percent")["difference"] == pytest.approx(60 - 69.23)
    assert entry(AGREEMENT, paired("shap-rf", "pca"), "percent")["ours"] == 90.0


def test_what_we_have_not_measured_is_left_empty():
    found = entry(WEIGHTS, "pca", "pmi")
    assert found["ours"] is None
    assert found["difference"] is None
