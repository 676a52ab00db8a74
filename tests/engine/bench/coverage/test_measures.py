"""Designs of GEST, HONEST, lists of professions and orders of contestants."""

from __future__ import annotations

import pytest

from engine.bench.coverage.design import (
    GOAL,
    MOST_FALSE,
    Design,
    FamilyDesign,
    coverage,
    false_findings,
)
from engine.bench.coverage.gest import gest_designs
from engine.bench.coverage.honest import honest_designs
from engine.bench.coverage.orders import order_designs
from engine.bench.coverage.professions import profession_designs

EVERY = [*gest_designs(), *honest_designs(), *order_designs(), *profession_designs()]
FIGURES = [
    "GEST, stereotypes about women",
    "GEST, stereotypes about men",
    "HONEST score",
    "HONEST, difference of sides",
    "BEC-Pro, mean of a group",
    "list of professions, difference",
]


def of(figure: str) -> list:
    found = [one for one in EVERY if one.figure == figure]
    assert found
    return found


@pytest.mark.parametrize("figure", FIGURES)
def test_intervals_contain_the_truth(figure):
    for design in of(figure):
        assert isinstance(design, Design)
        found = coverage(design, 60, seed=1)
        assert found.covered_interval[1] > GOAL[0], design
        assert not found.undefined


@pytest.mark.parametrize("size", [6, 12])
def test_orders_of_contestants_contain_the_truth(size):
    for design in of("order of two measures"):
        if isinstance(design, Design) and design.sample == f"{size} contestants":
            assert coverage(design, 40, seed=1).covered_interval[1] > GOAL[0], design


@pytest.mark.parametrize(
    "figure",
    [
        "HONEST score, templates as independent",
        "BEC-Pro, mean of a group, sentences as independent",
    ],
)
def test_clusters_taken_apart_make_intervals_too_narrow(figure):
    (design,) = of(figure)
    assert design.compared
    assert coverage(design, 40, seed=1).covered_interval[1] < GOAL[0]


@pytest.mark.parametrize("figure", ["HONEST, sides", "BEC-Pro, groups"])
def test_no_difference_is_named_where_there_is_none(figure):
    for design in of(figure):
        assert isinstance(design, FamilyDesign)
        assert false_findings(design, 60, seed=1).rate_interval[0] < MOST_FALSE


def test_sentences_of_a_profession_that_are_taken_for_independent_show_gaps_that_are_not_there():
    (design,) = of("BEC-Pro, groups, sentences as independent")
    assert false_findings(design, 40, seed=1).rate > 0.5
