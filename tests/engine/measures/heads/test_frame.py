"""Head scores as one table."""

from __future__ import annotations

import pytest

from engine.measures.heads.bias import head_frame

GRADIENT = [[0.3, -0.1], [0.0, 0.6]]


def test_every_head_has_its_rank_and_its_share():
    frame = head_frame(GRADIENT, -1.0)
    assert frame["name"].tolist() == ["1-1", "1-2", "2-1", "2-2"]
    assert frame["rank"].tolist() == [2, 4, 3, 1]
    assert frame["share"].tolist() == pytest.approx([30, 10, 0, 60])
    assert frame["ablation"].isna().all()


def test_ablation_is_what_the_distance_from_zero_loses():
    frame = head_frame(GRADIENT, -1.0, [[-0.8, -1.2], [None, 0.5]])
    assert frame["ablation"].iloc[[0, 1, 3]].tolist() == pytest.approx([0.2, -0.2, 0.5])
    assert frame["gap"].iloc[[0, 1, 3]].tolist() == pytest.approx([-0.1, -0.1, -0.1])
    assert frame["ablation"].isna().tolist() == [False, False, True, False]


def test_heads_that_do_not_matter_have_no_share():
    assert head_frame([[0.0, 0.0]], 0.5)["share"].tolist() == [0.0, 0.0]
