from __future__ import annotations

import re

import pytest

from engine.curation.export.datasheet import datasheet, literal
from engine.curation.export.facts import day, set_facts
from engine.curation.export.pairs import export_set
from engine.curation.review.decisions import decide
from tests.engine.curation.review.reviews import AGE_LIST, accept, candidate, made

# Of Datasheets for Datasets (Gebru et al. 2021).
HEADINGS = [
    "Motivation",
    "Composition",
    "Collection process",
    "Preprocessing, cleaning, labeling",
    "Uses",
    "Distribution",
    "Maintenance",
]


def text_of(name, **settings):
    return datasheet(set_facts(name, export_set(name, **settings), now=0.0))


def test_facts_are_counted_from_the_review_and_the_set(decided):
    facts = set_facts(decided, export_set(decided, "either"), now=0.0)
    assert facts.exported == day(0) == "1970-01-01"
    assert (facts.n, facts.pairs) == (5, {"gender": 4, "age": 1})
    assert (facts.films, facts.film_years) == (2, (1987, 2004))
    assert (facts.edited, facts.softened, facts.chosen.reworded) == (2, 0, 1)
    assert (facts.flags, facts.guarded, facts.chosen.model.label) == ({}, 0, "tiny")
    assert [
        (one.label, *(one.answers[says] for says in (True, False, None))) for one in facts.judges
    ] == [
        ("nli", 0, 1, 0),
        ("Helper", 1, 0, 1),
    ]


def test_every_section_figure_and_open_question_is_in_it(decided):
    text = text_of(decided)
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == HEADINGS
    number = len(re.findall(r"^\*\*Open question:\*\*", text, re.MULTILINE))
    assert number > 5
    assert f"{number} questions that only people can answer are marked" in text
    for line in (
        "4 pairs of sentences from film subtitles, exported on 1970-01-01.",
        "The set has 4 pairs in the language `en`, from 2 films of 1987 to 2004.",
        "| gender | 3 |",
        "| lines | 2,100 |",
        "| candidates: with a proposed counterpart | 6 |",
        "Left out, as it could not be read: 1 file.",
        "1 person in the first pass (Mari: 5) and by 1 person in the second pass (Jaan: 4).",
        "- nli (a zero-shot classifier): 0 yes, 1 no, 0 unsure.",
        "In the first pass 5 of 6 candidates were judged: 4 accepted and 1 rejected.",
        "| unclear | 1 |",
        "3 of 4 accepted pairs were used as proposed (75.0%, of 2 films, too few to "
        "say anything about others).",
        "A second person judged 4 candidates; both gave the same answer for 50.0%.",
        "As proposed: 3 pairs; edited by hand: 1 pair.",
        "The model tiny scored the candidates, so that they could be judged in the order of its",
        "The word lists are those that come with Biascope.",
    ):
        assert line in text


def test_what_was_left_out_is_said(decided):
    assert "Types with fewer than 2 pairs were left out: age (1)." in text_of(decided, thin=2)
    assert "Left out by choice: gender (3 pairs)." in text_of(decided, without=["gender"])
    assert "left out by" not in text_of(decided).lower()


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (
            {"sent_more": "The poor ones never ever complain."},
            "- The sentences differ in more than one place. 1 pair.",
        ),
        (
            {"sent_more": "-The poor ones.", "sent_less": "-The rich ones."},
            "from reading a sentence as a formula: 2 sentences.",
        ),
    ],
    ids=["flagged", "guarded"],
)
def test_flagged_pairs_and_sentences_with_a_guard_are_counted(decided, pair, said):
    decide(decided, accept(candidate(5), **pair))
    assert said in text_of(decided)


def test_a_review_by_one_person_without_models_says_so(name):
    decide(name, accept(candidate(0)))
    text = text_of(name)
    assert "No assistant and no classifier looked at the candidates." in text
    assert "No candidate was judged by a second person." in text
    assert "ordered by" not in text


def test_names_cannot_become_markup():
    assert literal("a|b\n<i>*x*") == r"a\|b \<i\>\*x\*"
    name = made("Two <b>films</b> | # x")
    decide(name, accept(candidate(0), "Mari [x](http://y)"))
    text = text_of(name)
    assert "<b>" not in text
    assert "[x](" not in text


def test_the_users_own_word_lists_are_named():
    name = made(lists={"age": AGE_LIST})
    decide(name, accept(candidate(0)))
    assert "Word lists of the makers' own, kept in `review.jsonl`: age (2 words)." in text_of(name)
