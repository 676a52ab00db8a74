from __future__ import annotations

import pytest

from engine.measures.pairs.pair_score import (
    decided_by_one,
    published_scores,
    scores_of,
    shared_log_probabilities,
    side_score,
    token_parts,
)
from engine.measures.pairs.variants import VARIANTS
from tests.engine.measures.pairs.pair_values import side, value

CPS, SSS, AULA = (VARIANTS[name] for name in ("cps", "sss", "aula"))
ENDS_SHARED, FIRST_SHARED = [True, False, True], [True, False, False]


@pytest.mark.parametrize(
    ("given", "variant", "reduction", "score"),
    [
        (side([-1.0, None, -2.0], ENDS_SHARED), CPS, None, -3.0),
        (side([-1.0, -9.0, -2.0], ENDS_SHARED), CPS, None, -3.0),
        (side([-1.0, None, -2.0], ENDS_SHARED), CPS, "mean", -1.5),
        (side([None, -4.0, -2.0], FIRST_SHARED), SSS, None, -3.0),
        (side([None, -4.0, -2.0], FIRST_SHARED), SSS, "sum", -6.0),
        (side([-1.0, -4.0], weights=[0.5, 0.25]), AULA, None, -0.75),  # weights need not add to 1
        (side([None], [True]), CPS, None, None),
    ],
)
def test_a_side_is_reduced_over_the_tokens_that_count_for_the_variant(
    given, variant, reduction, score
):
    assert side_score(given, variant, reduction) == score


def test_another_reduction_needs_no_second_run():
    found = value(side([-1.0, -2.0]), side([-2.0, -2.0]))
    assert scores_of(found, CPS).difference == 1.0
    assert scores_of(found, CPS, "mean").difference == 0.5
    with pytest.raises(ValueError, match="sum or mean"):
        scores_of(found, CPS, "median")


def test_published_scores_are_rounded_to_three_decimals():
    found = published_scores(value(side([-1.23449]), side([-1.2345001])), CPS, antistereo=False)
    assert (found.more, found.less) == (-1.234, -1.235)


def test_published_scores_follow_the_alignment_of_the_script():
    more = side([-1.0, -2.0, -4.0], [True, True, False])
    less = side([-8.0, -16.0, -32.0], [True, True, False])
    found = value(more, less, first="less", other_shared=[[1, 0], [2, 2]])
    script = published_scores(found, CPS, antistereo=False)  # more first: the other alignment
    assert (script.more, script.less) == (-6.0, -40.0)
    turned = published_scores(found, CPS, antistereo=True)  # less first: the one that was used
    assert (turned.more, turned.less) == (-3.0, -24.0)


def test_log_probabilities_pair_the_shared_tokens_in_order():
    more = side([-1.0, None, -2.0], [True, False, True])
    less = side([-1.5, -2.5], [True, True])
    assert shared_log_probabilities(value(more, less)) == [(-1.0, -1.5), (-2.0, -2.5)]


@pytest.mark.parametrize(
    ("differences", "decided"),
    [
        ([3.0, -1.0], True),  # without the first, -1: turned
        ([2.0, 1.0], False),
        ([2.0, 0.0], True),  # without the first, 0: gone
        ([-3.0, 1.0], True),
        ([-1.0, -1.0, -1.0], False),
        ([0.0, 0.0], False),  # a tie has no sign to explain
    ],
)
def test_one_token_decides_where_the_sign_does_not_hold_without_it(differences, decided):
    found = value(side(differences), side([0.0] * len(differences)))
    assert decided_by_one(found, CPS) is decided


def test_nothing_is_decided_by_one_token_where_tokens_are_averaged():
    found = value(side([-1.0, -4.0], [False, True]), side([-2.0, -4.0], [False, True]))
    assert not decided_by_one(found, SSS)


@pytest.mark.parametrize("reduction", ["sum", "mean"])
@pytest.mark.parametrize("name", ["cps", "pll", "sss", "aul", "aula"])
def test_what_the_tokens_add_is_the_score(name, reduction):
    weights = [0.5, 0.25, 2.0, 1.0] if name == "aula" else None
    given = side([-1.0, None, -2.0, -7.0], [True, True, True, False], weights=weights)
    parts = token_parts(given, VARIANTS[name], reduction)
    assert parts[1] is None
    total = sum(part for part in parts if part is not None)
    assert total == pytest.approx(side_score(given, VARIANTS[name], reduction))


def test_a_modified_token_adds_nothing_to_a_score_of_the_shared_ones():
    assert token_parts(side([-1.0, -7.0], [True, False]), CPS) == [-1.0, None]
    assert token_parts(side([-1.0, -7.0], [True, False]), VARIANTS["pll"]) == [-1.0, -7.0]
