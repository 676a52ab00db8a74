"""In which measures models clearly differ, by p worked out by hand."""

from __future__ import annotations

from engine.scorecard.differing import clearly, differing, differing_text
from tests.engine.scorecard.reports_by_hand import cell, measure


def report(p_values, tiers=(1, 2)):
    """Measures m0, m1, ... with two models and these p of their difference; one cost."""
    measures = [measure(f"m{place}") for place in range(len(p_values))]
    measures.append(measure("cost", neutral=None, group="cost"))
    cells, comparisons = [], []
    for of, p in zip(measures, [*p_values, 0.0001], strict=True):
        for name, tier in zip("ab", tiers, strict=True):
            cells.append(cell(name, [0.1], of, tier=tier))
        comparisons.append({"measure": of["name"], "first": "a", "second": "b", "p_holm": p})
    return {"measures": measures, "cells": cells, "comparisons": comparisons}


def test_the_smallest_p_of_each_measure_is_corrected_over_the_measures():
    # Holm over three: 3 * .02 = .06, so nothing is clear; 3 * .01 = .03 and 2 * .02 = .04 are.
    assert clearly({"m": [0.02, 0.9], "n": [0.4], "o": [0.5]}) == []
    assert clearly({"m": [0.02, 0.9], "n": [0.01], "o": [0.5]}) == ["m", "n"]
    assert clearly({"m": [0.02], "n": []}) == ["m"], "what is not tested is no test"
    assert clearly({}) == []


def test_costs_are_a_family_of_their_own_and_take_no_part():
    assert differing(report((0.02, 0.4, 0.5)), "bias") == (["m0", "m1", "m2"], [])
    assert differing(report((0.02, 0.4, 0.5)), "cost") == (["cost"], ["cost"])
    assert differing(report((0.02, 0.4), tiers=(1, None)), "bias").compared == []


def test_the_sentence_names_the_measures_and_that_they_were_corrected_together():
    assert differing_text(report((0.001, 0.4))).startswith(
        "In 1 of the 2 measures of bias compared, models clearly differ (corrected over the "
        "measures too): "
    )
    unclear = report((0.04, 0.4))
    none = (
        "In none of the 2 measures of bias compared do these models clearly differ (corrected over "
        "the measures too)."
    )
    assert differing_text(unclear) == none
    unclear["comparisons"][0]["detectable"] = 0.25
    assert differing_text(unclear) == (
        f"{none} A single test of two of them would have detected 0.25 (M0), with 80% power; "
        "smaller differences are not ruled out."
    )
    assert differing_text(report((0.04,), tiers=(1, None))) == ""


def test_a_single_measure_is_corrected_over_no_others():
    assert differing_text(report((0.01,))) == (
        "In 1 measure of bias compared, models clearly differ: M0."
    )
    assert differing_text(report((0.3,))) == (
        "In the one measure of bias compared, these models do not clearly differ."
    )


def test_costs_have_a_sentence_of_their_own():
    one = "How well they still work clearly differs: COST."
    assert differing_text(report((0.3,)), "cost") == one


def test_many_measures_are_counted():
    titles = {f"m{at}": f"T{at}" for at in range(6)}
    many = differing_text(report([0.001] * 6), titles=titles, mark="**")
    assert many.startswith("In all of the 6 measures of bias compared, models clearly differ (")
    assert many.endswith(": **T0**; **T1**; **T2**; **T3**; and 2 more.")
