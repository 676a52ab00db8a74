from __future__ import annotations

import pytest

from engine.measures.heads.bias import ranks_agreement


def test_numbers_that_rank_alike_agree_fully():
    found = ranks_agreement([0.1, -0.2, 0.3, 0.0], [1.0, -2.0, 9.0, -0.5])
    assert found["rho"] == pytest.approx(1)
    assert (found["n"], found["same_side"]) == (4, 1.0)
    low, high = found["same_side_interval"]
    assert 0.4 < low < high == 1.0


def test_heads_without_a_number_are_left_out():
    found = ranks_agreement([0.1, None, 0.3, -0.4], [-1.0, 2.0, None, -3.0])
    assert (found["n"], found["same_side"]) == (2, 0.5)
    assert found["rho"] is None
    assert ranks_agreement([None], [1.0])["same_side"] is None


def test_different_numbers_of_heads_are_a_mistake():
    with pytest.raises(ValueError, match="shorter"):
        ranks_agreement([1.0, 2.0], [1.0])
