"""Doses, seeds, and shuffles that differ from each other and from the table."""

from __future__ import annotations

import math

import pytest

from engine.core.errors import InputTextError
from engine.lab.dose.settings import (
    DosedModel,
    DoseRequest,
    checked_doses,
    checked_seeds,
    dosed,
    halves,
    planted_gap,
    shares_at,
    shuffled_tables,
)
from engine.lab.settings import InjectionSettings, Request
from engine.lab.table import bundled_table
from tests.engine.lab.conftest import PLANTED


def request_of(**changes) -> DoseRequest:
    return DoseRequest(Request("bundled", "r", PLANTED, InjectionSettings(**changes)))


def test_a_dose_moves_proportions_toward_one_half():
    assert dosed({"nurse": 0.1, "cook": 0.5, "driver": 0.9}, 0.25) == pytest.approx(
        {"nurse": 0.4, "cook": 0.5, "driver": 0.6}
    )
    assert set(dosed(PLANTED, 0).values()) == {0.5}
    assert dosed(PLANTED, 1) == pytest.approx(PLANTED)


@pytest.mark.parametrize("planted", [PLANTED, bundled_table()], ids=["nine", "bundled"])
def test_shuffles_differ_by_seed_and_never_are_the_table(planted):
    found = shuffled_tables(planted, range(20))
    tables = [planted, *found.values()]
    assert all(one != other for place, one in enumerate(tables) for other in tables[:place])
    for table in found.values():
        assert list(table) == list(planted)
        assert sorted(table.values()) == sorted(planted.values())


def test_a_shuffle_depends_on_its_seed_alone():
    assert shuffled_tables(PLANTED, [0, 1])[1] == shuffled_tables(PLANTED, [1])[1]


def test_three_occupations_have_five_other_orders():
    planted = {"nurse": 0.1, "cook": 0.5, "driver": 0.9}
    assert len(shuffled_tables(planted, range(5))) == 5
    with pytest.raises(InputTextError, match="3 occupations cannot be shuffled in 6 different"):
        shuffled_tables(planted, range(6))


def test_proportions_that_are_all_the_same_cannot_be_shuffled():
    with pytest.raises(InputTextError, match="or proportions that differ"):
        shuffled_tables({"nurse": 0.7, "cook": 0.7, "driver": 0.7}, [0, 1])


@pytest.mark.parametrize(
    ("doses", "said"),
    [
        ((0, 1.5), "A dose is between 0 and 1; got 1.5"),
        ((0, -0.25), "A dose is between 0 and 1; got -0.25"),
        ((0, math.nan), "A dose is between 0 and 1; got nan"),
        ((0.5, 1), "Dose 0 is missing"),
        ((0,), "There is only dose 0"),
        ((), "Dose 0 is missing"),
        ([number / 40 for number in range(41)], "There are 41 doses; the most is 20"),
    ],
)
def test_doses_that_cannot_be_compared_are_refused(doses, said):
    with pytest.raises(InputTextError, match=said):
        checked_doses(doses)


def test_doses_are_in_order_and_each_once():
    assert checked_doses([1, 0, 0.5, 1.0]) == (0, 0.5, 1)


@pytest.mark.parametrize(("seeds", "said"), [(1, "at least 2 seeds"), (21, "the most is 20")])
def test_too_few_and_too_many_seeds_are_refused(seeds, said):
    with pytest.raises(InputTextError, match=said):
        checked_seeds(seeds)


def test_each_seed_has_a_model_of_each_dose_with_its_own_training():
    request = request_of(seed=3)
    assert request.seed_numbers == (3, 4)
    names = [model.variant for model in request.models]
    assert names[:3] == ["dose-0-seed-3", "dose-0.25-seed-3", "dose-0.5-seed-3"]
    assert len(set(names)) == 10
    assert request.settings_of(DosedModel(0.5, 4)).seed == 4
    assert set(request.tables()) == {3, 4}


def test_the_halves_of_a_table_are_the_higher_and_the_lower_proportions():
    table = {"a": 0.9, "b": 0.1, "c": 0.5, "d": 0.4, "e": 0.5}
    assert halves(table) == {"a": "male", "b": "female", "c": "male", "d": "female", "e": "male"}


def test_the_planted_gap_is_that_of_the_corpus_and_grows_with_the_dose():
    table = {"a": 0.9, "b": 0.1, "c": 0.7, "d": 0.3}
    gaps = [planted_gap(table, shares_at(table, dose, 80)) for dose in (0, 0.5, 1)]
    assert gaps == pytest.approx([0, 0.3, 0.6])  # 0.8 and 0.2 on average at dose 1
