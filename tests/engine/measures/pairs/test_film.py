"""Pairs made from films: shares worked by hand, and what their sentences claim."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import fisher_exact, t

from engine.measures.pairs.film import CAVEAT, film_control, film_sentence
from engine.statistics import wilson


def exported(counts, scored=True, words=None, films=1):
    """Pairs as they were exported and scored.

    Args:
        counts: (assistant, zero-shot) -> pairs that prefer the film's sentence, and others.
        words: how many word pairs they swap by turns; None for each its own.
        films: how many films they are from by turns.
    """
    rows = [
        {"assistant": assistant, "zero_shot": zero_shot, "prefers_stereotype": preferred}
        for (assistant, zero_shot), (yes, no) in counts.items()
        for preferred in [True] * yes + [False] * no
    ]
    return pd.DataFrame(rows).assign(
        film=[f"Film {place % films}" for place in range(len(rows))],
        word_pair=[f"he / {place % (words or len(rows))}" for place in range(len(rows))],
        rule="he \u2192 she",
        status="accepted",
        scored=scored,
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
    # Squares add up to 40 * 3/16 seen and 20 * 6/25 unseen, each over its number squared.
    error = np.sqrt((7.5 / 40**2 + 4.8 / 20**2) * 60 / 59)
    assert found["p"] == pytest.approx(2 * t.sf(0.15 / error, 19))
    assert found["p"] > fisher_exact([[30, 10], [12, 8]]).pvalue
    assert found["difference"] == pytest.approx(15)
    words = film_sentence(found)
    assert words.startswith(CAVEAT)
    assert "of 20 pairs in which no stereotype was seen, 60.0% (95% CI [" in words
    assert "They are not clearly different (+15.0 points, 95% CI [" in words
    assert "p = 0.2" in words
    assert "points would have been detected with 80% power" in words


def test_shares_that_differ_are_said_to_differ():
    found = film_control(exported({("one: yes", ""): (38, 2), ("one: no", ""): (20, 20)}))
    assert found["p"] < 0.0001
    assert film_sentence(found).endswith(
        "p < 0.0001 by word pair). Nothing follows for other films: each share needs at least 6, "
        "and one has 1."
    )


def halves(words_each, size=40):
    """Seen: half of the word pairs always prefer the film's sentence, half never; unseen: none."""
    rows = [
        {
            "assistant": f"one: {answer}",
            "word_pair": f"{answer} {place % words_each}",
            "prefers_stereotype": answer == "yes" and place % words_each < words_each / 2,
            "film": place % 7,
        }
        for answer in ("yes", "no")
        for place in range(size)
    ]
    return pd.DataFrame(rows).assign(rule="", status="accepted", scored=True)


def test_pairs_of_the_same_words_are_one_case_each():
    found = film_control(halves(8).assign(film="A"))
    assert (found["seen"]["n"], found["seen"]["word_pairs"]) == (40, 8)
    # The 8 word pairs give 4 times 1 and 4 times 0, and 8 times 0 against the mean difference 1/2:
    # each adds 5 (x - 1/2) of 40, so the error is sqrt(8 * 2.5^2 * 16 / 15) / 40.
    reach = t.ppf(0.975, 7) * np.sqrt(8 * 2.5**2 * 16 / 15) / 40
    assert found["difference_interval"] == pytest.approx([100 * (0.5 - reach), 100 * (0.5 + reach)])
    assert found["p"] == pytest.approx(2 * t.sf(0.5 * t.ppf(0.975, 7) / reach, 7))
    low, high = found["seen"]["interval"]
    assert high - low > 60  # of eight cases, about as Wilson's
    assert "of 40 pairs (8 word pairs) in which one was seen" in film_sentence(found)


def test_fewer_than_six_word_pairs_are_not_compared():
    found = film_control(halves(5))
    assert (found["p"], found["difference"]) == (None, None)
    assert found["seen"]["interval"] is None
    assert found["seen"]["score"] == 60
    words = film_sentence(found)
    assert "60.0% (no interval)" in words
    assert words.endswith("They are not compared: at least 6 word pairs are needed in each.")


def test_enough_films_are_a_sample_of_films():
    found = film_control(halves(8, size=70))
    assert (found["over_films"], found["seen"]["films"]) == (True, 7)
    assert film_sentence(found).endswith("by word pair and film).")
    alike = halves(70, size=70)
    by_film = alike.assign(prefers_stereotype=(alike["film"] < 3) & alike["prefers_stereotype"])
    wide, narrow = (
        film_control(one)["seen"]["interval"] for one in (by_film, by_film.assign(film="A"))
    )
    assert wide[1] - wide[0] > narrow[1] - narrow[0]


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
