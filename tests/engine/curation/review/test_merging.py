"""Two machines, one review: decisions are joined, and what was decided twice is reported."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.curation.review.decisions import current, decide, undo
from engine.curation.review.log import export_log, import_log
from engine.curation.review.merging import merge
from tests.engine.curation.review.reviews import accept, candidate, made, reject


@pytest.fixture
def here(name):
    """A review with one decision."""
    decide(name, accept(candidate(0), "Mari"))
    return name


@pytest.fixture
def there(here):
    """Its copy as another machine has it."""
    return import_log(export_log(here), "There")


def test_a_second_reviewer_s_decisions_are_added(here, there):
    second = decide(there, reject(candidate(0), "Jaan", 2))
    other = decide(there, accept(candidate(1), "Jaan"))
    decide(here, accept(candidate(2), "Mari"))
    done = merge(here, export_log(there))
    assert (done.added, done.known, done.unknown, done.conflicts) == (2, 1, 0, ())
    assert current(here, 2)[candidate(0).id].at == second.at
    assert current(here)[candidate(1).id].reviewer == "Jaan"
    assert [one.id for one in current(here).values()] == [1, 2, 4]
    assert other.id == 3


def test_merging_again_adds_nothing(here, there):
    decide(there, accept(candidate(1), "Jaan"))
    text = export_log(there)
    merge(here, text)
    before = export_log(here)
    done = merge(here, text)
    assert (done.added, done.known) == (0, 2)
    assert export_log(here) == before


def test_merging_in_both_directions_leaves_the_same_decisions(here, there):
    decide(here, accept(candidate(1), "Mari"))
    decide(there, reject(candidate(2), "Jaan"))
    merge(here, export_log(there))
    merge(there, export_log(here))
    said = [
        {key: (one.action, one.reviewer, one.at) for key, one in current(name).items()}
        for name in (here, there)
    ]
    assert said[0] == said[1]
    assert len(said[0]) == 3


def test_what_both_decided_separately_is_reported_and_stays(here, there):
    mine = decide(here, accept(candidate(1), "Mari"))
    theirs = decide(there, reject(candidate(1), "Jaan"))
    done = merge(here, export_log(there))
    assert done.added == 0
    (conflict,) = done.conflicts
    assert (conflict.here, conflict.there) == (mine, theirs)
    assert "decided separately" in conflict.reason
    assert current(here)[candidate(1).id] == mine


def test_a_change_of_what_both_know_is_taken_over(here, there):
    changed = decide(there, reject(candidate(0), "Mari", reason="after all"), 1)
    done = merge(here, export_log(there))
    assert (done.added, done.conflicts) == (1, ())
    assert current(here)[candidate(0).id].reason == changed.reason
    undo(here, "Mari")
    assert current(here)[candidate(0).id].action == "accept"


def test_what_was_changed_here_since_is_not_changed_back(here, there):
    changed = decide(here, reject(candidate(0), "Jaan"), 1)
    done = merge(here, export_log(there))
    assert (done.added, done.known) == (0, 1)
    assert current(here)[candidate(0).id] == changed


def test_what_was_taken_back_there_stays_here(here, there):
    undo(there, "Mari")
    done = merge(here, export_log(there))
    assert (done.added, done.known, done.conflicts) == (0, 0, ())
    assert len(current(here)) == 1


def test_nobody_gives_both_passes_by_way_of_two_machines(here, there):
    undo(there, "Mari")
    decide(there, accept(candidate(0), "MARI", 2))
    done = merge(here, export_log(there))
    assert done.added == 0
    (conflict,) = done.conflicts
    assert "the other pass is for another person" in conflict.reason
    assert (conflict.here.pass_number, conflict.there.pass_number) == (1, 2)


def test_sentences_that_are_not_here_are_counted():
    here = made(candidates=[candidate(0), candidate(1)])
    there = made(candidates=[candidate(1), candidate(2)])
    decide(there, accept(candidate(1)))
    decide(there, accept(candidate(2)))
    done = merge(here, export_log(there))
    assert (done.added, done.unknown) == (1, 1)


def test_another_review_is_refused():
    here = made(candidates=[candidate(0)])
    there = made(candidates=[candidate(1)])
    with pytest.raises(InputTextError, match="they share no sentence"):
        merge(here, export_log(there))
    with pytest.raises(InputTextError, match="Line 1"):
        merge(here, "nonsense")
