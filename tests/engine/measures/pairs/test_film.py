"""Pairs made from films: shares worked by hand, and what their sentences claim."""

from __future__ import annotations

import pandas as pd
import pytest
from scipy.stats import fisher_exact

from engine.measures.pairs.film import CAVEAT, film_control, film_sentence
from engine.statistics import wilson


def exported(counts, scored=True):
    """Pairs as they were exported and scored.

    Args:
        counts: (assistant, zero-shot) -> pairs that prefer the film's sentence, and others.
    """
    rows = [
        {"assistant": assistant, "zero_shot": zero_shot, "prefers_stereotype": preferred}
        for (assistant, zero_shot), (yes, no) in counts.items()
        for preferred in [True] * yes + [False] * no
    ]
    return pd.DataFrame(rows).assign(
        film="A", rule="he \u2192 she", status="accepted", scored=scored
    )


def test_pairs_with_and_without_a_stereotype_are_counted_apart():
    found = film_control(
        exported(
            {
                ("one: yes", ""): (20, 5),
                ("one: yes; two: yes", "z: yes"): (10, 5),
                ("", "z: no"): (12, 8),
                # Judges differ, are not sure, or said nothing.
                ("one: yes; two: no", ""): (3, 0),
                ("one: unsure", "z: no"): (3, 0),
                ("", ""): (3, 0),
            }
        )
    )
    assert (found["seen"]["n"], found["unseen"]["n"]) == (40, 20)
    assert (found["seen"]["score"], found["unseen"]["score"]) == (75.0, 60.0)
    assert found["seen"]["interval"] == [100 * bound for bound in wilson(30, 40)]
    assert found["p"] == pytest.approx(fisher_exact([[30, 10], [12, 8]]).pvalue)
    words = film_sentence(found)
    assert words.startswith(CAVEAT)
    assert "of 20 pairs in which no stereotype was seen, 60.0% (95% CI [" in words
    assert "They are not clearly different (Fisher's exact p = 0.2" in words
    assert "points would have been detected with 80% power" in words


def test_shares_that_differ_are_said_to_differ():
    found = film_control(exported({("one: yes", ""): (38, 2), ("one: no", ""): (20, 20)}))
    assert found["p"] < 0.0001
    assert film_sentence(found).endswith("The two shares differ (Fisher's exact p < 0.0001).")


def test_few_judged_pairs_have_no_control_and_the_sentence_says_so():
    found = film_control(exported({("one: yes", ""): (30, 9), ("one: no", ""): (5, 4)}))
    assert (found["unseen"]["score"], found["p"]) == (None, None)
    assert "needs 10 pairs each" in film_sentence(found)
    assert film_sentence(found).endswith("there are 39 and 9.")


def test_pairs_without_a_score_are_left_out():
    found = film_control(exported({("one: yes", ""): (30, 9)}, scored=False))
    assert found["seen"]["n"] == 0


def test_a_set_that_nobody_judged_has_its_caveat():
    judged = exported({("one: yes", ""): (30, 9)})
    found = film_control(judged.drop(columns=["assistant", "zero_shot"]))
    assert (found["seen"]["n"], found["unseen"]["n"]) == (0, 0)
    assert film_sentence(found).startswith(CAVEAT)


def test_other_sets_are_not_taken_for_sets_from_films():
    assert film_control(exported({("one: yes", ""): (30, 9)}).drop(columns="film")) is None
