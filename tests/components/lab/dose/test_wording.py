"""Sentences on a run say what was noticed, what would be needed, and no more."""

from __future__ import annotations

import pytest

from components.lab.dose.wording import (
    claim_of,
    gaps_of,
    noticed_text,
    short_name,
    taken_up_text,
)
from tests.engine.lab.dose.made import report_of


def sentence(limit, planted=True, **changes):
    report = report_of({"cps": limit}, planted)
    report["summary"][0] |= changes
    return noticed_text(report["summary"][0], report["measures"][0], gaps_of(report))


def test_every_planted_gap_was_noticed():
    assert sentence(0.5) == "It noticed every planted gap, the smallest of 25 points (dose 0.5)."


def test_the_next_smaller_gap_says_how_many_it_would_need():
    assert sentence(1.0) == (
        "It noticed a planted gap of 50 points (dose 1) or more; for 25 points it would need about "
        "90 occupations (360 sentences) in place of 44."
    )


def test_nothing_noticed_says_what_the_largest_gap_was():
    assert sentence(None) == (
        "It did not notice the largest planted gap, 50 points, which would take about "
        "90 occupations (360 sentences) in place of 44."
    )


def test_no_number_is_named_where_the_measure_did_not_move_as_planted():
    assert sentence(1.0, needed_n=None).endswith(
        "; at 25 points it did not move in the planted direction."
    )


def test_a_set_without_planted_occupations_is_not_blamed():
    assert sentence(None, planted=False) == (
        "Nothing was planted in its sentences, so it cannot follow what was planted; no consistent "
        "change was found."
    )
    assert "its figure changed all the same from 25 points (dose 0.5) on" in sentence(0.5, False)


def test_a_measure_without_a_figure_says_why():
    assert sentence(None, problem="No word for *he*.") == r"No word for \*he\*\."


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"a": 0.5, "b": 0.5}, "2 of 2 measures noticed a planted gap of 25 points."),
        (
            {"a": 1.0, "b": 1.0},
            "2 of 2 measures noticed a planted gap of 50 points, and none less.",
        ),
        (
            {"a": 0.5, "b": 1.0},
            "1 of 2 measures noticed a planted gap of 25 points; all noticed 50",
        ),
        ({"a": 0.5, "b": None}, "a planted gap of 25 points; 1 noticed none of up to 50 points."),
        ({"a": None}, "None of 1 measure noticed a planted gap of up to 50 points."),
        ({}, "No measure could be read on these models."),
    ],
)
def test_the_claim_counts_measures_that_noticed_the_smallest_gap(limits, said):
    assert said in claim_of(report_of(limits))


def test_sets_without_planted_occupations_are_no_part_of_the_claim():
    report = report_of({"a": 0.5, "b": None})
    report["measures"][1]["planted"] = False
    assert claim_of(report) == "1 of 1 measure noticed a planted gap of 25 points."


def test_how_much_the_models_took_up_is_that_of_the_largest_dose():
    report = report_of({"unmasking": 0.5})
    report["summary"][0]["differences"][-1]["difference"] = -0.044
    assert taken_up_text(report) == (
        "pronoun probabilities of the halves moved apart by −4.4 points at dose 1"
    )
    assert taken_up_text(report_of({"cps": 0.5})) == ""


def test_readings_have_short_names_and_columns_their_own():
    assert short_name("association") == "association (SEAT)"
    assert short_name("seat:gender") == "seat:gender"
