"""What answers carry besides their word, in every language that has articles."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.measures.agreement.more_than_a_word import (
    ARTICLE,
    CAPITAL,
    OTHER_SIGNS,
    QUOTES,
    STOP,
    carried,
    carried_of,
    several_words_of,
)


@pytest.mark.parametrize(
    ("answer", "language", "word", "kinds"),
    [
        ("a doctor", "en", "doctor", {ARTICLE}),
        ("An  orange.", "en", "orange", {ARTICLE, STOP}),
        ("«la mesa»", "es", "mesa", {ARTICLE, QUOTES}),
        ("¡pan!", "es", "pan", {OTHER_SIGNS}),
        ("l\u2019école", "fr", "école", {ARTICLE}),
        ("de la soupe", "fr", "soupe", {ARTICLE}),
        ("eine Katze", "de", "Katze", {ARTICLE}),
        ("\u201eBrot\u201c", "de", "Brot", {QUOTES}),
        ("un'amica", "it", "amica", {ARTICLE}),
        ("het huis", "nl", "huis", {ARTICLE}),
        ("os livros", "pt", "livros", {ARTICLE}),
        ("den Hund", "und", "Hund", {ARTICLE}),
        ("les chats.", "und", "chats", {ARTICLE, STOP}),
    ],
)
def test_a_word_is_found_behind_what_it_carries(answer, language, word, kinds):
    found = carried(answer, language)
    assert found.word == word
    assert set(found.kinds) == kinds


@pytest.mark.parametrize(
    ("answer", "language"),
    [("doctor", "en"), ("a cup of coffee", "en"), ("the", "en"), ("...", "en"), ("", "en"),
     ("die", "de"), ("ice-cream", "en"), ("der Hund", "en"), ("o'clock", "en")],
)  # fmt: skip
def test_one_word_and_several_words_carry_nothing(answer, language):
    assert carried(answer, language) is None


def test_a_capital_letter_counts_where_it_is_asked_for():
    assert carried("Doctor", "en") is None
    assert carried("Doctor", "en", capital=True).kinds == (CAPITAL,)
    assert set(carried("A doctor", "en", capital=True).kinds) == {ARTICLE, CAPITAL}
    assert carried("USA", "en", capital=True) is None


@given(st.text(max_size=30), st.sampled_from(["en", "fr", "de", "und", "ja"]), st.booleans())
def test_what_is_left_of_any_answer_is_one_word_or_nothing(answer, language, capital):
    found = carried(answer, language, capital)
    assert found is None or (len(found.word.split()) == 1 and found.kinds)


def rows(answers, sentence, language_status="several words"):
    table = pd.DataFrame({"answer": answers, "sentence": sentence, "status": language_status})
    return table.assign(covered=False, pieces=2, capital=[one[:1].isupper() for one in answers])


def test_capitals_that_belong_to_a_sentence_or_to_nouns_are_not_counted():
    inside = carried_of(rows(["Tea", "Milk"], "He drank [MASK] there."), "en")
    assert (inside["answers"], inside["kinds"]) == (2, [CAPITAL])
    assert carried_of(rows(["Tea"], "[MASK] was cold."), "en") is None
    assert carried_of(rows(["Tee"], "Er trank [MASK] dort."), "de") is None
    assert carried_of(rows(["Tee"], "Er sah den Mann und trank [MASK]."), "und") is None


def test_whole_words_are_not_looked_at():
    table = rows(["the tea", "milk"], "He drank [MASK].").assign(pieces=[2, 1], covered=True)
    found = carried_of(table, "en")
    assert (found["answers"], found["failed"]) == (1, 1)
    assert found["example"] == ["the tea", "tea"]


def test_answers_of_several_words_are_counted_with_an_article_beside():
    table = rows(["the tea", "green tea", "a green tea.", "green tea", "milk"], "He drank [MASK].")
    table = table.assign(pieces=[2, 2, 4, 2, 1], covered=[False] * 4 + [True])
    found = several_words_of(table, "en")
    told = {"answers": 3, "failed": 4, "example": "green tea"}
    assert found == {"several_words": told}
    assert several_words_of(rows(["the tea"], "He drank [MASK]."), "en") == {}


@pytest.mark.parametrize(
    "answer",
    ["tea/milk", "tea,milk", "tea+milk", "tea&milk", "ice-cream", "<b>tea</b>", "tea;", "a tea/b"],
)
def test_words_that_other_signs_than_spaces_join_are_several(answer):
    several = answer != "tea;"
    assert bool(several_words_of(rows([answer], "He drank [MASK]."), "en")) == several


def test_one_word_of_an_alphabet_without_spaces_is_not_several():
    assert several_words_of(rows(["お茶"], "[MASK]を飲む。"), "ja") == {}


@pytest.mark.parametrize("answer", ["• tea", "‣ tea", "<tea>", "● tea."])
def test_what_a_list_puts_before_a_word_is_told_as_signs(answer):
    assert carried(answer, "en").word == "tea"
    assert OTHER_SIGNS in carried(answer, "en").kinds
