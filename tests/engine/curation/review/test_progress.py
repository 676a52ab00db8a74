"""Counts of a review, worked by hand."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from engine.curation.review import softening
from engine.curation.review.candidates import order
from engine.curation.review.decisions import decide, undo
from engine.curation.review.kept import review
from engine.curation.review.progress import Counts, PassProgress, Totals, progress, totals
from engine.statistics import wilson
from tests.engine.curation.review.reviews import (
    accept,
    candidate,
    made,
    refused_candidate,
    reject,
)


def test_a_review_that_nobody_began_has_candidates_alone_and_no_share():
    found = progress(made())
    assert found.first.total == Counts(candidates=6)
    assert found.first.by_category == {
        "gender": Counts(candidates=4),
        "age": Counts(candidates=1),
        "socioeconomic": Counts(candidates=1),
    }
    assert found.first.by_film == {
        ("Harbour", 1987): Counts(candidates=3),
        ("The Quiet Street", 2004): Counts(candidates=3),
    }
    assert found.first.unedited_share is None
    assert found.first.unedited_interval() is None
    assert found.second.total == Counts()
    assert (found.films, found.years) == (2, {1987: 1, 2004: 1})
    assert {number: one.total.decided for number, one in found.passes.items()} == {1: 0, 2: 0}
    assert {(band.films, band.cumulative) for band in found.first.bands()} == {(0, None)}


def test_each_decision_is_counted_where_it_belongs(name):
    softening.set_softening(name, True)
    decide(name, accept(candidate(0)))
    decide(name, accept(candidate(1), sent_less="Nobody ever learned to drive."))
    decide(name, accept(candidate(2), category="gender"))
    decide(name, reject(candidate(3), "Jaan", reason="unclear"))
    decide(name, accept(candidate(4), "Jaan", softened=True))
    found = progress(name).first
    assert (found.total.decided, found.total.accepted, found.total.unedited) == (5, 4, 3)
    assert (found.total.edited, found.total.softened, found.total.moved) == (1, 1, 1)
    assert found.total.rejected == {"unclear": 1}
    assert found.by_category["gender"].candidates == 5
    assert found.by_category["gender"].accepted == 4
    assert "age" not in found.by_category
    assert found.by_film["Harbour", 1987].accepted == 3
    assert found.by_film["The Quiet Street", 2004].decided == 2
    assert found.by_reviewer == {"Mari": 3, "Jaan": 2}
    assert found.unedited_share == 0.75
    assert found.unedited_interval() is None
    assert found.unedited_bounds(".0f") == "of 2 films, too few to say anything about others"


def test_the_unedited_share_has_an_interval_by_film():
    def of_films(*films):
        counts = {
            (str(at), None): Counts(edited + unedited, edited + unedited, edited)
            for at, (unedited, edited) in enumerate(films)
        }
        edited, unedited = sum(film[1] for film in films), sum(film[0] for film in films)
        total = Counts(edited + unedited, edited + unedited, edited)
        return PassProgress(total, {}, counts, {})

    # Of films with one accepted pair each, and some without any, it is Clopper and Pearson's.
    single = of_films(*[(1, 0)] * 6, (0, 1), (0, 1), (0, 0))
    exact = binomtest(6, 8).proportion_ci()
    assert single.unedited_interval() == pytest.approx((exact.low, exact.high))
    # Where all pairs of a film are alike, 32 pairs say about as much as 8 films.
    alike = of_films(*[(4, 0)] * 6, (0, 4), (0, 4))
    low, high = alike.unedited_interval()
    assert low < wilson(6, 8)[0]
    assert high > wilson(6, 8)[1]
    assert alike.unedited_bounds(".0f") == f"95% CI [{100 * low:.0f}, {100 * high:.0f}], by film"


def test_a_refused_sentence_counts_everywhere_once_somebody_wrote_its_counterpart(name):
    one = refused_candidate()
    assert decide(name, accept(one, sent_less="My aunt and my father are both nurses.")).edited
    found = progress(name).first.total
    assert (found.candidates, found.accepted, found.edited) == (7, 1, 1)
    assert totals(name, 1) == Totals(7, 1, 1, 1)
    listed = review(name)
    assert (listed.candidates, listed.refused, listed.decided) == (7, 0, 1)
    assert order(name, state="accepted") == [one.id]


def test_what_was_taken_back_is_not_counted(name):
    decide(name, reject(candidate(0)))
    undo(name, "Mari")
    assert progress(name).first.total == Counts(candidates=6)


def test_the_second_pass_is_of_what_the_first_decided(name):
    decide(name, accept(candidate(0)))
    decide(name, accept(candidate(1)))
    decide(name, reject(candidate(0), "Jaan", 2))
    found = progress(name)
    assert found.first.total.accepted == 2
    assert (found.second.total.candidates, found.second.total.decided) == (2, 1)
    assert found.second.total.rejected == {"unclear": 1}


def test_films_are_counted_by_their_accepted_sentences():
    # Rooms of even number are in the first film, those of odd number in the second.
    name = made(candidates=[candidate(number) for number in range(6, 36)])
    for number in range(6, 30, 2):
        decide(name, accept(candidate(number)))
    for number in (7, 9):
        decide(name, accept(candidate(number)))
    bands = progress(name).first.bands()
    assert [(band.sentences, band.films) for band in bands] == [
        ("1", 0),
        ("2", 1),
        ("3", 0),
        ("4", 0),
        ("5", 0),
        ("6–10", 0),
        ("more than 10", 1),
    ]
    assert [band.cumulative for band in bands] == [0, 0.5, 0.5, 0.5, 0.5, 0.5, 1]
