"""Two people over the same items: the table, kappa, and what they disagree on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.curation.review.agreement import (
    Agreement,
    _of_rows,
    agreement_by_people,
    kappa_sentence,
    margins_sentence,
    passes_agreement,
    strength,
)
from engine.curation.review.decisions import decide, undo
from engine.statistics import cohen_kappa, wilson
from tests.engine.curation.review.reviews import accept, candidate, reject


def judged(name, number, first, second=None, **fields):
    """Decide a candidate in the first pass, and if asked in the second."""
    ways = {"+": accept, "-": reject}
    one = candidate(number)
    decide(name, ways[first](one, "Mari"))
    if second is not None:
        decide(name, ways[second](one, "Jaan", 2, **fields))


def test_without_a_second_pass_there_is_nothing_to_compare(name):
    judged(name, 0, "+")
    found = passes_agreement(name)
    assert (found.n, found.kappa, found.interval) == (0, None, None)
    assert (found.observed, found.films) == (None, 0)
    assert found.disagreements == ()
    assert margins_sentence(found) == ""


def test_the_table_counts_first_and_second_pass(name):
    for number, (first, second) in enumerate(("++", "++", "+-", "-+", "--")):
        judged(name, number, first, second)
    judged(name, 5, "+")
    found = passes_agreement(name)
    assert found.n == 5
    assert found.table == ((2, 1), (1, 1))
    assert (found.observed, found.observed_interval) == (0.6, None)  # 2 films
    # Chance: 3/5 * 3/5 + 2/5 * 2/5 = 13/25; kappa = (15/25 - 13/25) / (12/25).
    assert found.kappa == pytest.approx(1 / 6)
    assert (found.films, found.interval) == (2, None)
    assert kappa_sentence(found) == (
        "Cohen's κ is 0.17 (no interval: sentences of 2 films, and other films may differ)."
    )
    assert found.prevalence_index == pytest.approx(1 / 5)
    assert found.bias_index == 0
    assert found.disagreements == (candidate(2).id, candidate(3).id)


def test_types_and_words_are_compared_where_both_accepted(name):
    judged(name, 0, "+", "+", category="age")
    judged(name, 1, "+", "+", sent_less="They never learned to drive.")
    judged(name, 2, "+", "+")
    judged(name, 3, "-", "+", category="age")
    found = passes_agreement(name)
    assert (found.both_accepted, found.same_category, found.same_pair) == (3, 2, 2)


def test_where_both_always_say_the_same_kappa_is_undefined_in_a_sentence(name):
    judged(name, 0, "+", "+")
    judged(name, 1, "+", "+")
    found = passes_agreement(name)
    assert (found.observed, found.kappa, found.interval) == (1.0, None, None)
    assert kappa_sentence(found) == "Cohen's κ is undefined, as all answers are the same."
    assert margins_sentence(found).startswith("Both accept 100% and both reject 0% (prevalence")


def test_full_agreement_on_two_answers_has_a_kappa_of_1_and_an_interval_with_width(name):
    judged(name, 0, "+", "+")
    judged(name, 3, "-", "-")  # of another film, so that each is a unit
    found = passes_agreement(name)
    assert (found.observed, found.kappa) == (1.0, 1.0)
    assert found.interval[0] < 0 < found.interval[1] == 1.0


@pytest.mark.parametrize(
    ("interval", "name"),
    [
        *(((-0.3, -0.1), "poor"), ((0.0, 0.204), "slight"), ((0.21, 0.4), "fair")),
        *(((0.52, 0.6), "moderate"), ((0.61, 0.8), "substantial")),
        *(((0.82, 1.0), "almost perfect"), ((0.55, 0.65), ""), ((-0.1, 0.1), ""), (None, "")),
    ],
)
def test_agreement_is_called_by_a_word_where_its_whole_interval_is(interval, name):
    assert strength(interval) == name


def test_kappa_and_how_often_each_answer_was_given_are_sentences():
    table = ((20, 5), (10, 15))
    found = Agreement(50, table, 0.7, None, 0.4, (0.127, 0.618), 0.1, -0.1, 20, 20, (), 50)
    assert kappa_sentence(found) == "Cohen's κ is 0.40 (95% CI [0.13, 0.62])."
    assert margins_sentence(found) == (
        "Both accept 40% and both reject 30% (prevalence index 0.10); the first alone accepts 10% "
        "and the second alone 20% (bias index -0.10)."
    )
    narrow = replace(found, interval=(0.41, 0.44), kappa=0.42)
    assert kappa_sentence(narrow) == "Cohen's κ is 0.42 (95% CI [0.41, 0.44]): moderate agreement."


def test_sentences_of_one_film_go_together():
    ways = [(1, 1), (1, 0), (0, 1), (0, 0), (0, 0), (1, 1), (1, 1), (0, 0)] * 3
    apart = [(str(at), f"film {at}", 2000, *way, 1, 1) for at, way in enumerate(ways)]
    together = [(key, f"film {at // 3}", *rest) for at, (key, _, *rest) in enumerate(apart)]
    # Three sentences of each film that are decided alike, thrice as often.
    alike = [(f"{key}{copy}", *rest) for key, *rest in apart for copy in range(3)]
    assert _of_rows(apart).interval == cohen_kappa(((9, 3), (3, 9))).interval
    assert (_of_rows(together).films, _of_rows(apart).films) == (8, 24)
    low, high = _of_rows(alike).interval
    assert low < cohen_kappa(((27, 9), (9, 27))).interval[0] - 0.1
    assert high > cohen_kappa(((27, 9), (9, 27))).interval[1]
    # Both say the same of 18 of 24, and of 54 of 72 that are three of each of 24 films.
    assert _of_rows(apart).observed_interval == pytest.approx(wilson(18, 24), abs=0.03)
    low, high = _of_rows(alike).observed_interval
    assert low < wilson(54, 72)[0] - 0.03
    assert high > wilson(54, 72)[1] + 0.03


def test_a_decision_that_was_taken_back_is_no_longer_compared(name):
    judged(name, 0, "+", "-")
    undo(name, "Jaan", 2)
    assert passes_agreement(name).n == 0


def test_each_two_people_are_compared_apart(name):
    judged(name, 0, "+", "+")
    judged(name, 1, "+", "-")
    judged(name, 2, "-", "-")
    one = candidate(3)
    decide(name, accept(one, "Petra"))
    decide(name, reject(one, "Mari", 2))
    found = agreement_by_people(name)
    assert list(found) == [("Mari", "Jaan"), ("Petra", "Mari")]
    assert found["Mari", "Jaan"].table == ((1, 1), (0, 1))
    assert found["Petra", "Mari"].table == ((0, 1), (0, 0))
    assert sum(each.n for each in found.values()) == passes_agreement(name).n
