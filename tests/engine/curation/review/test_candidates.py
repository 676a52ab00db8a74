"""Which candidates are judged, in which order: worked by hand on six sentences of two films."""

from __future__ import annotations

import pytest

from engine.curation.review import candidates, scores
from engine.curation.review.decisions import decide, undo
from tests.engine.curation.review.reviews import (
    accept,
    candidate,
    made,
    refused_candidate,
    reject,
)

IDS = [candidate(number).id for number in range(6)]


def numbers(name, **asked):
    """Numbers of the candidates in the order asked for; 6 is the refused one."""
    known = [*IDS, refused_candidate().id]
    return [known.index(one) for one in candidates.order(name, **asked)]


def test_without_scores_the_order_is_that_of_films(name):
    assert numbers(name) == [0, 1, 2, 3, 4, 5]
    assert numbers(name, include_refused=True) == [0, 1, 2, 3, 4, 5, 6]
    assert numbers(name, category="gender") == [0, 1, 3, 4]
    assert numbers(name, film="Harbour") == [0, 1, 2]
    assert numbers(name, category="gender", film="The Quiet Street") == [3, 4]
    assert numbers(name, category="religion") == []


def test_with_scores_the_largest_difference_comes_first_whatever_its_sign(name):
    scores.keep_scores(name, "Tiny", "a", {IDS[0]: 0.5, IDS[2]: -2.0, IDS[3]: 1.0, IDS[5]: -0.5})
    scores.keep_scores(name, "Other", "b", {IDS[4]: 9.0})
    assert numbers(name, ranked_by="a") == [2, 3, 0, 5, 1, 4]
    assert numbers(name, ranked_by="b") == [4, 0, 1, 2, 3, 5]
    assert numbers(name, ranked_by="nobody") == [0, 1, 2, 3, 4, 5]
    assert numbers(name, ranked_by="a", category="gender") == [3, 0, 1, 4]


def test_what_was_decided_is_no_longer_open(name):
    decide(name, accept(candidate(0)))
    decide(name, reject(candidate(3)))
    assert numbers(name) == [1, 2, 4, 5]
    assert numbers(name, state="accepted") == [0]
    assert numbers(name, state="rejected") == [3]
    assert numbers(name, state="all") == [0, 1, 2, 3, 4, 5]
    undo(name, "Mari")
    assert numbers(name) == [1, 2, 3, 4, 5]


def test_an_accepted_sentence_is_of_the_type_it_was_given(name):
    decide(name, accept(candidate(2), category="gender"))
    assert numbers(name, state="accepted", category="gender") == [2]
    assert numbers(name, state="accepted", category="age") == []


def test_the_second_pass_is_of_what_another_person_decided_in_the_first(name):
    decide(name, accept(candidate(0), "Mari"))
    decide(name, reject(candidate(1), "Jaan"))
    assert numbers(name, pass_number=2, reviewer="Jaan") == [0]
    assert numbers(name, pass_number=2, reviewer="MARI ") == [1]
    assert numbers(name, pass_number=2, reviewer="Kati") == [0, 1]
    assert numbers(name, pass_number=2) == [0, 1]
    decide(name, reject(candidate(0), "Kati", 2))
    assert numbers(name, pass_number=2, reviewer="Kati") == [1]
    assert numbers(name, pass_number=2, state="rejected") == [0]
    assert numbers(name, pass_number=2, state="all", reviewer="Kati") == [0, 1]


def test_what_a_person_replaced_or_was_replaced_by_is_still_that_person_s(name):
    first = decide(name, accept(candidate(0), "Mari"))
    decide(name, reject(candidate(0), "Jaan"), first.id)
    assert numbers(name, pass_number=2, reviewer="Mari") == []
    assert numbers(name, pass_number=2, reviewer="Jaan") == []
    assert numbers(name, pass_number=2, reviewer="Kati") == [0]
    undo(name, "Jaan")
    assert numbers(name, pass_number=2, reviewer="Jaan") == [0]


def test_candidates_come_in_the_order_asked_for(name):
    found = candidates.load_candidates(name, [IDS[4], "unknown", IDS[1]])
    assert found == [candidate(4), candidate(1)]
    assert candidates.load_candidates(name, []) == []


def test_hundreds_are_loaded_at_once():
    many = [candidate(number) for number in range(6, 1206)]
    name = made(candidates=many)
    assert candidates.load_candidates(name, [one.id for one in many[::-1]]) == many[::-1]


@pytest.mark.parametrize("asked", [{"state": "unsure"}, {"pass_number": 3}])
def test_a_state_or_pass_that_does_not_exist_is_the_caller_s_bug(asked):
    with pytest.raises(ValueError, match="no state"):
        candidates.order(made(), **asked)
