from __future__ import annotations

import krippendorff
import numpy as np
import pytest

from engine.measures.arena.audit import NO_VARIATION, NONE_COUNTS, NOT_SHARED, ONE_EVALUATOR
from engine.measures.arena.report import report_of
from engine.prompts.prompt import Prompt
from engine.statistics.reliability import alpha_interval, crossed_alpha_interval
from tests.engine.measures.arena.judged_by_hand import judged, prompt, said, suite

FIRST = (0.9, 0.8, 0.1, 0.2, 0.7, None)
SECOND = (0.6, 0.2, 0.3, 0.1, 0.9, 0.4)
THIRD = (0.7, None, 0.1, 0.8, 0.6, 0.2)


def agreement(given=None, **columns):
    verdicts = {name: [[said(score)] for score in column] for name, column in columns.items()}
    size = len(next(iter(columns.values())))
    made = judged([prompt(at) for at in range(size)], verdicts, given=given)
    return report_of(made, {"name": "m"}, {}, {})["agreement"]


def package(columns, level):
    values = np.array(columns, float)
    if level == "nominal":
        values = np.where(np.isnan(values), np.nan, values > 0.5)
    return krippendorff.alpha(reliability_data=values, level_of_measurement=level)


def test_alpha_is_that_of_the_package_for_all_and_for_two():
    found = agreement(a=FIRST, b=SECOND, c=THIRD)
    every = [FIRST, SECOND, THIRD]
    assert found["alpha"] == pytest.approx(package(every, "nominal"))
    assert found["scores"]["alpha"] == pytest.approx(package(every, "interval"))
    assert found["n"] == 6
    pairs = {(entry["first"], entry["second"]): entry for entry in found["pairwise"]}
    assert pairs["a", "c"]["alpha"] == pytest.approx(package([FIRST, THIRD], "nominal"))
    assert pairs["a", "c"]["n"] == 4
    low, high = found["interval"]
    assert low <= found["alpha"] <= high


def test_without_two_judgements_or_without_variation_the_reason_is_given():
    assert agreement(a=FIRST) == {"reason": ONE_EVALUATOR}
    silent = suite(silent=["a", "b"])
    assert agreement(silent, a=(None, None), b=(None, None)) == {"reason": NONE_COUNTS}
    same = agreement(a=(0.9, 0.9), b=(0.9, 0.9))
    assert (same["alpha"], same["interval"], same["reason"]) == (None, None, NO_VARIATION)
    apart = agreement(a=(0.9, None), b=(None, 0.1))
    assert (apart["n"], apart["reason"]) == (0, NOT_SHARED)


def test_the_interval_of_alpha_is_over_other_groups_and_templates():
    """Two evaluators that differ in whole templates: 12 of them in 8 groups are not 96 prompts."""
    prompts = [
        Prompt("Religion", f"group {group}", "attributive", f"{group} is {at} [MASK].", f"T{at}")
        for group in range(8)
        for at in range(12)
    ]
    flags = {"a": (1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0), "b": (1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1)}
    verdicts = {
        name: [[said(0.2 + 0.6 * flag)] for _ in range(8) for flag in of]
        for name, of in flags.items()
    }
    found = report_of(judged(prompts, verdicts), {"name": "m"}, {}, {})["agreement"]
    values = np.array([of * 8 for of in flags.values()], float)
    groups, templates = np.divmod(np.arange(96), 12)
    expected = crossed_alpha_interval(values, np.arange(96), groups, templates)
    assert found["interval"] == pytest.approx(expected)
    over_prompts = alpha_interval(values, np.arange(96), 0)[1]
    assert np.diff(found["interval"]) > 2.5 * np.diff(over_prompts)
    few = [one for one in range(96) if one % 12 < 5]
    less = {name: [of[at] for at in few] for name, of in verdicts.items()}
    lost = report_of(judged([prompts[at] for at in few], less), {"name": "m"}, {}, {})["agreement"]
    assert lost["interval"] is None
    assert lost["reason"].startswith("The sentences have only 5 templates, and an interval over")


def test_the_baseline_of_a_group_and_what_completions_add_to_it():
    """Atheists: neutral 1, 0, none judged; completions 1, 1, 0. Both: (0, 1)."""
    prompts = [prompt(0), prompt(2), prompt(4), prompt(1, "Muslims")]
    verdicts = {"one": [[said(score)] for score in (0.9, 0.8, 0.1, 0.2)]}
    neutral = [said(0.6), said(0.2), said(None), said(0.1)]
    neutral = [{**one, "value": value} for one, value in zip(neutral, (1, 2, None, 4), strict=True)]
    report = report_of(judged(prompts, verdicts, baseline={"one": neutral}), {"name": "m"}, {}, {})
    found = report["baseline"]["one"]["by_group"]["Atheists"]
    assert (found["flag_rate"], found["n"], found["value"]) == (0.5, 2, 1.5)
    assert found["average_bias_score"] == pytest.approx(0.4)
    assert (found["difference"], found["n_difference"]) == (0.5, 2)
    assert found["score_difference"] == pytest.approx(0.45)
    low, high = found["difference_interval"]
    assert low < 0.5 < high
    other = report["baseline"]["one"]["by_group"]["Muslims"]
    assert (other["difference"], other["category"]) == (0, "religion")
    without = judged([prompt(0)], {"one": [[said(0.9)]]})  # neutral words
    assert report_of(without, {"name": "m"}, {}, {})["baseline"] == {}
