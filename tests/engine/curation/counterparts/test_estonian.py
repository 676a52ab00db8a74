"""Counterparts of Estonian sentences: a labelled table, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.curation.counterparts import estonian
from engine.curation.counterparts.proposal import Refusal

TABLE = Path(estonian.__file__).with_name("labelled_et.csv")
with TABLE.open(encoding="utf-8", newline="") as stream:
    LABELLED = list(csv.DictReader(stream))


@pytest.fixture
def proposed(outcome):
    return lambda category, text: outcome(text, category, language="et")


def test_the_table_has_sixty_five_sentences_of_six_categories():
    assert len(LABELLED) == 65
    assert len({row["category"] for row in LABELLED}) == 6
    assert len({row["sentence"] for row in LABELLED}) == 65


def test_labelled_sentences_get_their_counterpart(proposed):
    found = [(row, proposed(row["category"], row["sentence"])) for row in LABELLED]
    got = [(row, getattr(outcome, "sent_less", outcome)) for row, outcome in found]
    assert [(row["sentence"], less) for row, less in got if less != row["expected"]] == []


@pytest.mark.parametrize(
    ("category", "text", "code"),
    [
        ("gender", "Naine on rase.", "one-gender"),
        ("gender", "Rasedale naisele pakuti istet.", "one-gender"),
        ("gender", "Tema ei tule.", "tema"),
        ("gender", "Ma nägin teda eile.", "tema"),
        ("gender", "Ütle talle, et ma ootan.", "tema"),
        ("gender", "Ta lahkus.", "tema"),
        ("gender", "Mehed ja naised mõtlevad erinevalt.", "both-sides"),
        ("gender", "Ta on rase.", "tema"),
        ("gender", "Naaber on rase.", "no-counterpart"),
        ("age", "Vana maja põles maha.", "not-of-people"),
        ("age", "See auto on vana.", "not-of-people"),
        ("physical-appearance", "Pikk tee on ees.", "not-of-people"),
    ],
)
def test_a_sentence_without_a_clean_counterpart_is_refused(category, text, code, proposed):
    found = proposed(category, text)
    assert isinstance(found, Refusal)
    assert found.code == code
    assert code != "tema" or "no gender" in found.reason


@pytest.mark.parametrize(
    ("category", "text", "expected"),
    [
        # `tema` stays where another word is swapped.
        ("gender", "Ta andis naisele tema koti.", "Ta andis mehele tema koti."),
        # An adjective that is a subject by itself describes people.
        ("age", "Noored istuvad pargis.", "Vanad istuvad pargis."),
        # A form of several cases is told apart by the noun behind it.
        ("age", "Küsi vana mehe käest.", "Küsi noore mehe käest."),
        ("age", "Nägin vana meest.", "Nägin noort meest."),
    ],
)
def test_the_one_word_that_says_it_of_people_is_swapped(category, text, expected, proposed):
    found = proposed(category, text)
    assert found.sent_less == expected
    assert len(found.swaps) == 1


def test_a_form_that_stays_unclear_is_noted_with_its_choices(proposed):
    found = proposed("gender", "Ma nägin eile poe juures õde.")
    (swap,) = found.swaps
    assert {"vend", "venda"} <= set(swap.choices)
    assert found.notes


def test_choices_are_all_other_peoples(proposed):
    (swap,) = proposed("nationality", "Soomlane naeris.").swaps
    assert swap.choices[0] == "Eestlane"
    assert "Rootslane" in swap.choices
    assert "Soomlane" not in swap.choices
