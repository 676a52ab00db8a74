from __future__ import annotations

from components.cabm.wording import rho_bounds


def test_a_rank_correlation_without_an_interval_says_why():
    assert rho_bounds({"spearman_interval": [0.1, 0.5]}).startswith("95%")
    assert rho_bounds({"spearman_interval": None}) == (
        "no interval: too few, or nearly all have one value"
    )
