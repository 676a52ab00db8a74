"""Agreement among people: the ceiling, group against group, and Krippendorff's alpha."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from engine.measures.agreement import people
from engine.measures.agreement.figures import Agreement
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.people import (
    EQUAL,
    AmongPeople,
    agreement_within,
    alpha,
    alphas,
    ceilings,
    group_against_group,
)
from engine.measures.agreement.table import people_table
from tests.engine.measures.agreement import cases as cases

# Three coders and fifteen units: the example of the krippendorff package, after Wikipedia.
CODERS = (
    "*    *    *    *    *    3    4    1    2    1    1    3    3    *    3",
    "1    *    2    1    3    3    4    3    *    *    *    *    *    *    *",
    "*    *    2    1    3    4    4    *    2    1    1    3    3    *    4",
)
# Krippendorff 2011, section C: four observers, twelve units, five categories.
OBSERVERS = (
    "1 2 3 3 2 1 4 1 2 * * *",
    "1 2 3 3 2 2 4 1 2 5 * 3",
    "* 3 3 3 2 3 4 2 2 5 1 *",
    "1 2 3 3 2 4 4 1 2 5 1 *",
)


def counts(lines):
    """[unit, value] from one line a coder."""
    table = [line.split() for line in lines]
    values = sorted({cell for row in table for cell in row} - {"*"})
    units = zip(*table, strict=True)
    return np.array([[unit.count(value) for value in values] for unit in units])


@pytest.mark.parametrize(("lines", "published"), [(CODERS, 0.691), (OBSERVERS, 0.743)])
def test_alpha_is_that_of_published_examples(lines, published):
    assert alpha(counts(lines)) == pytest.approx(published, abs=5e-4)


def test_alpha_of_the_hand_worked_answers_of_everyone_and_of_each_group():
    found = alphas(cases.agreement())
    assert [entry["group"] for entry in found] == [None, "native", "non-native"]
    # Two natives agree on two of three sentences: observed 2/6, expected (36 - 10) / 30.
    assert found[1]["alpha"] == pytest.approx(1 - (2 / 6) / (26 / 30))
    everyone = found[0]
    # Observed: (14/4 + 8/4 + 18/4) / 15; expected: (225 - 35) / (15 * 14).
    assert everyone["alpha"] == pytest.approx(1 - (2 / 3) / (19 / 21))
    assert (everyone["annotators"], everyone["sentences"]) == (5, 3)
    low, high = everyone["interval"]
    assert low <= everyone["alpha"] <= high


def test_alpha_of_very_many_answers_is_the_same_without_the_package(monkeypatch):
    draw = np.random.default_rng(0)
    table = draw.multinomial(4, [0.5, 0.2, 0.2, 0.1], size=30)
    usual = alpha(table)
    monkeypatch.setattr(people, "_COINCIDENCES", 0)
    monkeypatch.setitem(__import__("sys").modules, "krippendorff", None)
    assert alpha(table) == pytest.approx(usual)


@pytest.mark.parametrize(
    "table",
    [[[1, 0], [0, 1]], [[3, 0], [2, 0]], [[1]], np.zeros((0, 2), int)],
    ids=["nothing paired", "all equal", "one answer", "nothing"],
)
def test_alpha_is_undefined_where_nothing_can_be_compared(table):
    assert math.isnan(alpha(np.array(table)))


def test_the_interval_of_alpha_is_centred_though_a_sentence_is_drawn_twice():
    draw = np.random.default_rng(0)
    table = cases.agreement(()).table.iloc[:6]
    parts = [
        table.assign(
            sentence_id=str(place),
            annotator=[f"p{number}" for number in range(6)],
            key=[f"{place} {word}" for word in draw.integers(0, 4, 6)],
        )
        for place in range(30)  # sentences, each with words of its own
    ]
    (found, *_) = alphas(Agreement(pd.concat(parts, ignore_index=True)))
    low, high = found["interval"]
    assert (low + high) / 2 == pytest.approx(found["alpha"], abs=0.004)


def test_people_who_always_agree_have_an_alpha_and_no_interval_without_a_width():
    table = cases.agreement(()).table
    same = table.assign(key=table["sentence"])
    (found,) = alphas(Agreement(same))
    assert found["alpha"] == 1
    assert found["interval"] is None


def test_the_ceiling_leaves_each_annotator_out_and_the_model_meets_the_same_rests():
    native, other = ceilings(cases.agreement())
    assert native["people"] == pytest.approx(2 / 3)
    # Rests of tea, tea: never water. Of house, car: house once. Of dog, dog: never star.
    assert native["model"] == pytest.approx((0 + 1 / 2 + 0) / 3)
    assert other["people"] == pytest.approx(1 / 3)
    assert other["model"] == pytest.approx((2 / 3 + 1 + 0) / 3)
    assert native["sentences"] == other["sentences"] == 3
    for entry in (native, other):
        low, high = entry["interval"]
        assert low <= entry["people"] <= high
    # One annotator alone has no ceiling.
    table = cases.agreement().table
    (found,) = ceilings(Agreement(table[table["annotator"] == "a"]))
    assert (found["people"], found["model"], found["interval"]) == (None, None, None)


def test_groups_are_held_against_each_other_and_nobody_against_oneself():
    frame = group_against_group(cases.agreement(), "en").set_index(["group", "other"])
    own, across = frame.loc[("native", "native")], frame.loc[("native", "non-native")]
    assert own["share"] == pytest.approx(2 / 3)
    assert across["share"] == pytest.approx((2 / 6 + 3 / 6 + 0) / 3)
    assert across["share"] == frame.loc[("non-native", "native"), "share"]
    assert (frame["low"] <= frame["share"]).all()
    assert (frame["share"] <= frame["high"]).all()


def test_groups_that_never_or_always_agree_have_intervals_with_a_width():
    table = cases.agreement().table
    same = group_against_group(Agreement(table.assign(key="x")), "en")
    none = group_against_group(Agreement(table.assign(key=table["annotator"])), "en")
    assert (same["share"] == 1).all()
    assert (none["share"] == 0).all()
    for frame in (same, none):
        assert (frame["high"] - frame["low"] > 0.1).all()


def test_groups_that_share_no_sentence_cannot_be_held_against_each_other():
    table = cases.agreement().table
    first = (table["group"] == "native") == (table["sentence_id"] == "1")
    frame = group_against_group(Agreement(table[first]), "en").set_index(["group", "other"])
    assert frame.loc[("native", "non-native"), "sentences"] == 0
    assert math.isnan(frame.loc[("native", "non-native"), "share"])


def test_people_are_compared_before_a_model_has_read_their_sentences():
    scored = cases.agreement().table
    answers = scored[["sentence_id", "sentence", "annotator", "answer", "language"]]
    table = people_table(answers, scored["group"])
    assert [*table] == [*scored]
    alone = AmongPeople(table, draws=200)
    found = agreement_within(alone)
    assert [entry["group"] for entry in found] == ["native", "non-native"]
    # Two natives agree on two of three sentences.
    assert found[0]["equal_pairs"] == pytest.approx(2 / 3)
    (pairs,) = gaps(alone, EQUAL)
    assert pairs["gap"] == pytest.approx(abs(found[0][EQUAL] - found[1][EQUAL]))
    between = group_against_group(alone, found[0]["language"]).set_index(["group", "other"])
    for entry in found:
        share = between.loc[(entry["group"], entry["group"]), "share"]
        assert entry[EQUAL] == pytest.approx(share)
