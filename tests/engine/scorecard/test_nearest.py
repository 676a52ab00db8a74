"""Whether one model is nearest to neutral in all measures, by ranks and tests made by hand."""

from __future__ import annotations

import pytest

from engine.scorecard.nearest import Nearest, nearest_in_all, nearest_text
from tests.engine.scorecard.reports_by_hand import cell, measure

NAMES = {"a": "A", "b": "B"}


def report(ranks, p_values=(0.5, 0.5), surely=False):
    """Two measures with these ranks of a and b; comparisons of a with b."""
    measures = [measure("m"), measure("n"), measure("cost", neutral=None, group="cost")]
    cells, comparisons = [], []
    for of, (first, second), p in zip(measures, [*ranks, (2, 1)], [*p_values, 0.001], strict=True):
        for name, rank in (("a", first), ("b", second)):
            ends = [rank, rank] if surely else [1, 2]
            cells.append(cell(name, [0.1], of, rank=rank, rank_interval=ends))
        entry = {"measure": of["name"], "first": "a", "second": "b", "p_holm": p}
        comparisons.append(entry | {"difference": second - first})
    return {"measures": measures, "cells": cells, "comparisons": comparisons}


@pytest.mark.parametrize(
    ("p_values", "clear"),
    [
        ((0.02, 0.02), True),  # times two measures, .04
        ((0.02, 0.03), False),  # .06
        ((0.001, None), False),
    ],
)
def test_that_none_is_nearest_in_all_is_clear_where_each_is_clearly_further_once(p_values, clear):
    found = nearest_in_all(report([(1, 2), (2, 1)], p_values))
    assert found == Nearest(2, (), clear)
    said = nearest_text(found, NAMES)
    assert said.startswith("No model is nearest to neutral in all 2 measures of bias:" * clear)
    assert said.startswith("By the figures alone, no model is nearest" * (not clear))


@pytest.mark.parametrize("surely", [False, True])
def test_one_that_is_first_in_all_is_clearly_so_where_its_ranks_are_sure(surely):
    found = nearest_in_all(report([(1, 2), (1, 2)], surely=surely))
    assert found == Nearest(2, ("a",), surely)
    said = nearest_text(found, NAMES)
    assert said == (
        "A is clearly nearest to neutral in all 2 measures of bias."
        if surely
        else "By the figures alone, A is nearest to neutral in all 2 measures of bias; tests do "
        "not show it in all of them."
    )


def test_those_that_share_the_first_rank_before_others_are_named_together():
    made = report([(1, 1), (1, 1)])
    third = [cell("c", [0.5], one, rank=3, rank_interval=[2, 3]) for one in made["measures"]]
    found = nearest_in_all(made | {"cells": [*made["cells"], *third]})
    assert found == Nearest(2, ("a", "b"), clear=False)
    assert "A, B are nearest" in nearest_text(found, NAMES)


def test_of_copies_of_one_model_none_is_called_nearest():
    assert nearest_in_all(report([(1, 1), (1, 1)], p_values=(1.0, 1.0))) is None


def test_nothing_is_said_of_one_measure_or_of_models_without_a_measure_in_common():
    made = report([(1, 2), (2, 1)])
    assert nearest_in_all(made | {"measures": made["measures"][::2]}) is None
    assert nearest_in_all(made | {"cells": made["cells"][1:]}) is None
    assert nearest_in_all(made | {"measures": []}) is None
