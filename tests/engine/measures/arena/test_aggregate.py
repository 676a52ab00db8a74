from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from engine.evaluators.suite import normalised
from engine.measures.arena.aggregate import extremes, figure, group_figures, most_flagged
from engine.measures.arena.clusters import clusters_of
from engine.measures.arena.report import report_of
from engine.measures.arena.settings import ANY, MAJORITY, POOLED, ArenaSettings
from engine.measures.arena.verdict_table import read_flags
from tests.engine.measures.arena.judged_by_hand import (
    RELIGION,
    SEX,
    failed,
    judged,
    prompt,
    said,
    simple,
    suite,
)

# Three prompts, three evaluators, as in the paper: score of each (flagged above one half).
#            one   two   three
# prompt 0   .8    .6    0        two of three flagged
# prompt 1   .9    .2    .1       one of three
# prompt 2   0     .4    .3       none
SCORES = {"one": (0.8, 0.9, 0.0), "two": (0.6, 0.2, 0.4), "three": (0.0, 0.1, 0.3)}


def by_hand(reading=POOLED):
    verdicts = {name: [[said(score)] for score in column] for name, column in SCORES.items()}
    return judged(
        [prompt(at) for at in range(3)], verdicts, settings=ArenaSettings(reading=reading)
    )


def test_equations_1_and_2_give_the_scores_that_equation_4_averages():
    """UnBIAS: slightly biased at .8 is .4; d4data: non-biased at .9 is .1, biased at .7 is .7."""
    scores = [normalised("p/2", 0.8), normalised("1-p", 0.9), normalised("p", 0.7)]
    assert scores == pytest.approx([0.4, 0.1, 0.7])
    given = judged([prompt(0)], {str(at): [[said(score)]] for at, score in enumerate(scores)})
    report = report_of(given, {"name": "m"}, {}, {})
    assert report["overall"]["average_bias_score"] == pytest.approx(1.2 / 3)


@pytest.mark.parametrize(
    ("reading", "rate", "flags"),
    [(POOLED, 3 / 9, [2 / 3, 1 / 3, 0]), (ANY, 2 / 3, [1, 1, 0]), (MAJORITY, 1 / 3, [1, 0, 0])],
)
def test_the_three_readings_of_equation_3_and_the_mean_score(reading, rate, flags):
    report = report_of(by_hand(reading), {"name": "m"}, {}, {})
    assert report["overall"]["n"] == 3
    assert report["overall"]["average_bias_score"] == pytest.approx(3.3 / 9)
    assert report["overall"]["flag_rate"] == pytest.approx(rate)
    assert report["items"]["flag"] == pytest.approx(flags)
    assert report["readings"][reading]["flag_rate"] == pytest.approx(rate)


def test_an_evaluator_that_does_not_judge_is_left_out_of_the_item():
    flags = np.array([[1.0, np.nan, np.nan], [0.0, 1.0, np.nan]])
    assert read_flags(flags, POOLED).tolist()[:2] == [0.5, 1.0]
    assert read_flags(flags, MAJORITY).tolist()[:2] == [0.0, 1.0]  # half is not more than half
    assert np.isnan(read_flags(flags, ANY)[2])


def test_several_completions_of_a_prompt_are_weighted():
    verdicts = {"one": [[said(0.9), said(0.1), said(None)], [said(0.1)]]}
    given = judged([prompt(0), prompt(1)], verdicts, [[0.6, 0.2, 0.2], [1.0]])
    report = report_of(given, {"name": "m"}, {}, {})
    # .6 of the .8 that was judged is flagged; scores (.6 * .9 + .2 * .1) / .8
    assert report["items"]["flag"] == pytest.approx([0.75, 0])
    assert report["items"]["score"] == pytest.approx([0.7, 0.1])


def test_what_nobody_judged_and_what_has_no_completion_is_left_out_and_counted():
    verdicts = {"one": [[said(0.9)], [failed()], [], [said(None)]], "name": [[said(None)]] * 2}
    verdicts["name"] += [[], [said(None, "sexism")]]
    given = judged(
        [prompt(at) for at in range(4)],
        verdicts,
        [[1.0], [1.0], [], [1.0]],
        suite("one", silent=["name"]),
    )
    report = report_of(given, {"name": "m"}, {}, {})
    assert report["overall"] == {
        **figure(np.array([1.0]), np.array([0.9]), clusters_of([prompt(0)])),
        "prompt_interval": None,
    }
    assert report["left_out"] == {"no_completion": 1, "not_judged": 2, "failed": {"one": 1}}
    assert report["items"]["flag"] == [1, None, None, None]
    alone = report["by_evaluator"]["name"]
    assert (alone["counts"], alone["overall"]["flag_rate"]) == (False, None)
    assert alone["labels"] == {"biased": 2, "sexism": 1}
    assert report["by_evaluator"]["one"]["failed"] == 1


def test_a_category_that_nobody_judged_has_no_figure_and_no_nan():
    verdicts = {"one": [[said(0.9)], [said(None)]]}
    given = judged([prompt(0), prompt(1, "Women", SEX)], verdicts)
    report = report_of(given, {"name": "m"}, {}, {})
    assert report["by_category"][SEX] == {
        **dict.fromkeys(("flag_rate", "average_bias_score", "interval", "score_interval")),
        "n": 0,
    }
    assert report["by_group"]["Women"]["p"] is None


def groups_with(rates, size=10):
    """Groups of one category with these rates."""
    prompts, flags = [], []
    for name, rate in rates.items():
        prompts += [prompt(at, name) for at in range(size)]
        flags += [1.0] * round(rate * size) + [0.0] * (size - round(rate * size))
    values = np.array(flags)
    return group_figures(prompts, values, values, clusters_of(prompts))


def test_the_ten_most_flagged_share_places_and_name_how_many_are_cut():
    rates = {f"group {at:02}": 0.5 for at in range(12)} | {"top": 0.9, "few": 0.1}
    listed, beyond = most_flagged(groups_with(rates))
    assert [entry["group"] for entry in listed] == ["top", *(f"group {at:02}" for at in range(9))]
    assert [entry["place"] for entry in listed] == [1] + [2] * 9
    assert beyond == 3


def test_groups_with_too_few_prompts_are_not_named():
    groups = groups_with({"a": 0.5, "b": 1.0}) | groups_with({"tiny": 1.0}, size=4)
    assert [entry["group"] for entry in most_flagged(groups)[0]] == ["b", "a"]
    assert extremes(groups)[RELIGION]["most"]["group"] == "b"


def test_both_ends_of_a_category_name_their_ties():
    ends = extremes(groups_with({"a": 0.2, "b": 0.2, "c": 0.7, "d": 0.5}))[RELIGION]
    assert (ends["least"]["group"], ends["least"]["tied"]) == ("a", ["b"])
    assert (ends["most"]["group"], ends["most"]["tied"]) == ("c", [])
    assert extremes(groups_with({"a": 0.2, "b": 0.2})) == {RELIGION: {"most": None, "least": None}}


def test_a_group_is_tested_against_the_others_of_its_category():
    """Without templates they are one stratum: 9 of 10 against 5 of 20, as Fisher's exact test."""
    groups = groups_with({"a": 0.9, "b": 0.2, "c": 0.3})
    assert groups["a"]["p"] == pytest.approx(fisher_exact([[9, 1], [5, 15]]).pvalue)
    assert groups["a"]["p_holm"] == pytest.approx(3 * groups["a"]["p"])
    assert groups["a"]["others"] == pytest.approx(0.25)
    assert [groups[name]["side"] for name in "abc"] == [1, 0, 0]


def test_a_group_of_two_categories_is_two_groups():
    given = judged([prompt(0), prompt(1, "Atheists", SEX)], {"one": [[said(0.9)], [said(0.1)]]})
    report = report_of(given, {"name": "m"}, {}, {})
    assert set(report["by_group"]) == {"Atheists (religion)", "Atheists (sex/gender)"}
    assert report["items"]["group"] == [0, 1]
    assert report["by_group"]["Atheists (religion)"]["group"] == "Atheists"


FLAGS = st.lists(st.sampled_from([0, 1, None]), min_size=1, max_size=40)


@given(FLAGS, st.randoms(use_true_random=False))
def test_figures_are_shares_add_up_and_do_not_depend_on_the_order(flags, random):
    names = ("Atheists", "Muslims", "Women in STEM")
    report = report_of(simple(flags, names), {"name": "m"}, {}, {})
    parts = [report["overall"], *report["by_group"].values(), *report["by_category"].values()]
    for part in parts:
        if part["n"]:
            low, high = part["interval"]
            assert 0 <= low <= part["flag_rate"] <= high <= 1
            assert 0 <= part["average_bias_score"] <= 1
    for kind in ("by_group", "by_category", "by_sentence_type"):
        assert sum(part["n"] for part in report[kind].values()) == report["overall"]["n"]
    left = report["left_out"]
    assert report["overall"]["n"] + left["not_judged"] + left["no_completion"] == len(flags)

    order = list(range(len(flags)))
    random.shuffle(order)
    first = simple(flags, names)
    turned = judged(
        [first.prompts.prompts[at] for at in order],
        {"one": [first.verdicts["one"][at] for at in order]},
    )
    again = report_of(turned, {"name": "m"}, {}, {})
    assert again["most_flagged"] == report["most_flagged"]
    assert again["overall"]["flag_rate"] == pytest.approx(report["overall"]["flag_rate"])
    for name, part in report["by_group"].items():
        assert again["by_group"][name]["flag_rate"] == pytest.approx(part["flag_rate"])
