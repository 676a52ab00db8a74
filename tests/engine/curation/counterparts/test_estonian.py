"""Counterparts of Estonian sentences: a labelled table, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.curation.counterparts import estonian
from engine.curation.counterparts.proposal import Proposal, Refusal
from engine.curation.counterparts.propose import propose
from engine.curation.keywords.lists import load_lists
from engine.curation.keywords.matching import KeywordFinder

TABLE = Path(estonian.__file__).with_name("labelled_et.csv")
with TABLE.open(encoding="utf-8", newline="") as stream:
    LABELLED = list(csv.DictReader(stream))


@pytest.fixture(scope="module")
def proposed():
    lists = load_lists("et")
    finder = KeywordFinder(lists)

    def found(category: str, text: str) -> Proposal | Refusal:
        return propose(text, finder.find(text)[category], lists, category)

    return found


def test_the_table_has_sixty_five_sentences_of_six_categories():
    assert len(LABELLED) == 65
    assert len({row["category"] for row in LABELLED}) == 6
    assert len({row["sentence"] for row in LABELLED}) == 65


@pytest.mark.parametrize("row", LABELLED, ids=lambda row: row["sentence"])
def test_labelled_sentences_get_their_counterpart(row, proposed):
    found = proposed(row["category"], row["sentence"])
    assert isinstance(found, Proposal), found
    assert found.sent_less == row["expected"]


@pytest.mark.parametrize(
    "text", ["Tema ei tule.", "Ma nägin teda eile.", "Ütle talle, et ma ootan.", "Ta lahkus."]
)
def test_tema_is_always_refused(text, proposed):
    found = proposed("gender", text)
    assert isinstance(found, Refusal)
    assert found.code == "tema"
    assert "no gender" in found.reason


def test_tema_stays_where_another_word_is_swapped(proposed):
    found = proposed("gender", "Ta andis naisele tema koti.")
    assert found.sent_less == "Ta andis mehele tema koti."
    assert len(found.swaps) == 1


def test_a_word_and_its_counterpart_in_one_sentence_are_refused(proposed):
    found = proposed("gender", "Mehed ja naised mõtlevad erinevalt.")
    assert isinstance(found, Refusal)
    assert found.code == "both-sides"


def test_words_without_counterpart_are_refused(proposed):
    found = proposed("gender", "Ta on rase.")
    assert isinstance(found, Refusal)


@pytest.mark.parametrize("text", ["Vana maja põles maha.", "See auto on vana.", "Pikk tee on ees."])
def test_an_adjective_that_describes_no_person_is_refused(text, proposed):
    category = "age" if "ana" in text else "physical-appearance"
    found = proposed(category, text)
    assert isinstance(found, Refusal)
    assert found.code == "not-of-people"


def test_an_adjective_that_is_a_subject_by_itself_describes_people(proposed):
    assert proposed("age", "Noored istuvad pargis.").sent_less == "Vanad istuvad pargis."


def test_a_form_of_several_cases_is_told_apart_by_the_noun_behind_it(proposed):
    assert proposed("age", "Küsi vana mehe käest.").sent_less == "Küsi noore mehe käest."
    assert proposed("age", "Nägin vana meest.").sent_less == "Nägin noort meest."


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
