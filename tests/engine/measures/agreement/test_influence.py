"""Intervals over annotators and sentences: what each adds, and what drawing them gives."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from engine.bench.agreement import DESIGNS, People, intervals_kept
from engine.measures.agreement import figures
from engine.measures.agreement.influence import Bootstrap, influences
from engine.measures.agreement.scores import hit_at, precision_at, repeated
from tests.engine.measures.agreement import cases as cases

FIRST = {"p_at_1": lambda found: precision_at(found, 1)}


def answered(hits):
    """A table of one group from [annotator, sentence] hits; a miss is said by nobody else."""
    lines = [
        {
            "language": "en",
            "group": "all",
            "annotator": f"p{person}",
            "sentence_id": str(place),
            "key": "same" if hit else f"{person} {place}",
            "form": "same" if hit else f"{person} {place}",
            "likeliest": (),
            "rank": 1.0 if hit else math.inf,
            "log_probability": math.nan,
            "covered": True,
            "candidates": 1,
        }
        for person, row in enumerate(hits)
        for place, hit in enumerate(row)
    ]
    return pd.DataFrame(lines)


def test_an_annotator_adds_what_the_figure_loses_without_them():
    found = influences(cases.agreement().cells[cases.NATIVE], FIRST)["p_at_1"]
    assert found.value == pytest.approx(1 / 3)
    # Without a, who said house, no sentence is met; without b all stays. Each has answers in
    # all three sentences, so three are left: 0 and 1/3 beside 1/3.
    parts = found.annotators.to_numpy()
    assert parts == pytest.approx(np.array([1 / 6, -1 / 6]) * math.sqrt(1 / 2))
    assert found.sentences.to_numpy() == pytest.approx(np.array([-1, 2, -1]) / 3 / math.sqrt(6))


@pytest.mark.parametrize("score", ["p_at_1", "p_at_5", "mrr", "coverage", "repeated"])
def test_contributions_sum_to_nothing(score):
    for found in cases.agreement().influences.values():
        one = found[score]
        for part in (one.sentences, one.annotators, one.answers):
            assert part.sum() == pytest.approx(0, abs=1e-12)


def test_with_one_answer_a_sentence_the_spread_is_that_of_the_mean():
    hits = np.random.default_rng(1).random(40) < 0.4
    table = answered(np.diag(hits))[lambda rows: rows["annotator"].str[1:] == rows["sentence_id"]]
    found = influences(table, FIRST)["p_at_1"]
    drawn = Bootstrap(table).draws(found, "en")
    assert drawn.mean() == pytest.approx(hits.mean(), abs=0.01)
    assert drawn.std() == pytest.approx(hits.std(ddof=1) / math.sqrt(40), rel=0.05)


def test_draws_are_centred_though_fewer_people_give_fewer_answers():
    hits = np.random.default_rng(2).random((12, 30)) < 0.08
    table = answered(hits)
    found = influences(table, FIRST)["p_at_1"]
    assert found.value == pytest.approx(hits.any(axis=0).mean())
    assert Bootstrap(table).draws(found, "en").mean() == pytest.approx(found.value, abs=0.01)


@pytest.mark.parametrize("hit", [0, 1])
def test_a_share_of_none_or_all_has_an_interval_with_a_width(hit):
    table = answered(np.full((6, 20), hit))
    found = influences(table, FIRST)["p_at_1"]
    low, high = Bootstrap(table).interval(found, "en", (0.0, 1.0))
    edge = 0.1611  # Wilson, 0 of 20
    wanted = (0, edge) if hit == 0 else (1 - edge, 1)
    assert (low, high) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("shape", [(1, 20), (20, 1)], ids=["one annotator", "one sentence"])
def test_one_annotator_or_one_sentence_gives_no_interval(shape):
    table = answered(np.random.default_rng(0).random(shape) < 0.5)
    found = influences(table, FIRST)["p_at_1"]
    assert Bootstrap(table).interval(found, "en", (0.0, 1.0)) is None


def test_a_score_that_no_sentence_has_is_undefined_throughout():
    table = answered(np.eye(3))
    one = table.groupby("sentence_id").head(1)
    found = influences(one, {"repeated": repeated})["repeated"]
    assert math.isnan(found.value)
    assert np.isnan(Bootstrap(table).draws(found, "en")).all()
    assert Bootstrap(table).interval(found, "en", (0.0, 1.0)) is None


def test_a_difference_keeps_what_two_models_share_out_of_the_interval():
    hits = np.random.default_rng(3).random((8, 30)) < 0.3
    table = answered(hits)
    other = table.assign(rank=table["rank"].where(table["sentence_id"] != "0", math.inf))
    scores = {"hit": lambda found: hit_at(found, 1)}
    first, second = (influences(rows, scores)["hit"] for rows in (table, other))
    drawn = Bootstrap(table)
    paired = np.ptp(drawn.interval(first - second, "en", (-1.0, 1.0)))
    alone = np.ptp(drawn.interval(first, "en", (0.0, 1.0)))
    assert paired < alone / 2


def test_intervals_hold_a_simulated_truth_about_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr(figures, "POOLED", ())  # other scores, which take most of the time
    monkeypatch.setattr(figures, "PEOPLE_SCORES", {})
    found = intervals_kept(DESIGNS[2], People((-1.0, -1.0)), repeats=20, seed=5)
    assert found.group >= 0.85
    assert found.gap >= 0.85
    assert found.told_apart <= 0.15
