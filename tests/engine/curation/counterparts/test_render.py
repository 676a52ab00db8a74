"""Counterparts written out again with other words."""

from __future__ import annotations

import pytest

from engine.curation.counterparts.proposal import Proposal, Swap
from engine.curation.counterparts.render import exactly_marked_differ, render_counterpart

WAITER = Swap(2, 8, "waiter", "waitress", ("waitress", "actress"), "")


def test_the_article_fits_the_chosen_word():
    text = "A waiter came."
    assert render_counterpart(text, [WAITER]).sent_less == "A waitress came."
    found = render_counterpart(text, [WAITER], {0: "actress"})
    assert found.sent_less == "An actress came."
    assert found.swaps[0].choices == ("actress", "waitress")


def test_articles_stay_in_other_languages():
    assert (
        render_counterpart("A waiter.", [WAITER], {0: "actress"}, language="et").sent_less
        == "A actress."
    )


def test_other_occurrences_of_a_word_follow_the_choice():
    swaps = [Swap(0, 7, "Germans", "Danes", ("Danes", "Poles"), ""),
             Swap(13, 20, "Germans", "Danes", ("Danes", "Poles"), "")]  # fmt: skip
    text = "Germans love Germans."
    assert render_counterpart(text, swaps, {0: "Poles"}).sent_less == "Poles love Poles."
    assert (
        render_counterpart(text, swaps, {0: "Poles", 1: "Danes"}).sent_less == "Poles love Danes."
    )


def test_notes_are_kept():
    assert render_counterpart("A waiter.", [WAITER], notes=("Look.",)).notes == ("Look.",)
    assert render_counterpart("A waiter.", [WAITER]).notes == Proposal("", ()).notes == ()


def test_an_empty_word_and_a_swap_elsewhere_are_mistakes():
    with pytest.raises(ValueError, match="is empty"):
        render_counterpart("A waiter came.", [WAITER], {0: " "})
    with pytest.raises(ValueError, match="does not fit"):
        render_counterpart("The waiter came.", [WAITER])


def test_only_marked_words_may_differ():
    assert exactly_marked_differ("A waiter came.", Proposal("An actress came.", (WAITER,))) is False
    chosen = Swap(2, 8, "waiter", "actress", ("actress",), "")
    assert exactly_marked_differ("A waiter came.", Proposal("An actress came.", (chosen,)))
    assert not exactly_marked_differ("A waiter came.", Proposal("An actress left.", (chosen,)))
    assert not exactly_marked_differ("A waiter came.", Proposal("A waiter came.", (chosen,)))


def test_words_that_change_places_differ_where_they_are_marked():
    text = "He introduced her to his aunt."
    swaps = (Swap(0, 2, "He", "She", ("She",), ""), Swap(14, 17, "her", "him", ("him",), ""),
             Swap(21, 24, "his", "her", ("her",), ""))  # fmt: skip
    assert exactly_marked_differ(text, render_counterpart(text, swaps))
