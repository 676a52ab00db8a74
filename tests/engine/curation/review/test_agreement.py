"""Two people over the same items: the table, kappa, and what they disagree on."""

from __future__ import annotations

import pytest

from engine.curation.review.decisions import decide, undo
from engine.curation.review.progress import agreement_by_people, passes_agreement
from engine.statistics import wilson
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
    assert (found.observed, found.observed_interval) == (None, None)
    assert found.disagreements == ()


def test_the_table_counts_first_and_second_pass(name):
    for number, (first, second) in enumerate(("++", "++", "+-", "-+", "--")):
        judged(name, number, first, second)
    judged(name, 5, "+")
    found = passes_agreement(name)
    assert found.n == 5
    assert found.table == ((2, 1), (1, 1))
    assert found.observed == 0.6
    assert found.observed_interval == wilson(3, 5)
    # Chance: 3/5 * 3/5 + 2/5 * 2/5 = 13/25; kappa = (15/25 - 13/25) / (12/25).
    assert found.kappa == pytest.approx(1 / 6)
    assert found.interval[0] < 1 / 6 < found.interval[1]
    assert found.disagreements == (candidate(2).id, candidate(3).id)


def test_types_and_words_are_compared_where_both_accepted(name):
    judged(name, 0, "+", "+", category="age")
    judged(name, 1, "+", "+", sent_less="They never learned to drive.")
    judged(name, 2, "+", "+")
    judged(name, 3, "-", "+", category="age")
    found = passes_agreement(name)
    assert (found.both_accepted, found.same_category, found.same_pair) == (3, 2, 2)


@pytest.mark.parametrize(("both", "kappa"), [("+", None), ("-", 1.0)])
def test_full_agreement_has_no_interval_and_no_kappa_where_both_always_say_the_same(
    both, kappa, name
):
    judged(name, 0, "+", "+")
    judged(name, 1, both, both)
    found = passes_agreement(name)
    assert (found.observed, found.kappa, found.interval) == (1.0, kappa, None)


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
