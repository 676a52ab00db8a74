from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta

from engine.statistics.tables import table_intervals


def right(tables):
    """Share of right answers."""
    return {"right": np.einsum("dii->d", tables) / tables.sum(axis=(1, 2))}


@pytest.mark.parametrize(("hits", "errors"), [(40, 10), (20, 0), (1, 19)])
def test_a_share_of_right_answers_has_the_interval_of_its_beta_distribution(hits, errors):
    """Sums of Dirichlet shares are beta distributed; half a text beforehand is Jeffreys' prior."""
    table = np.array([[hits, errors], [0, 0]])
    (low, high) = table_intervals(table, right, seed=0, draws=20_000)["right"]
    ends = beta.ppf([0.025, 0.975], hits + 0.5, errors + 0.5)
    assert low == pytest.approx(ends[0], abs=0.01)
    assert high == (1.0 if not errors else pytest.approx(ends[1], abs=0.01))
