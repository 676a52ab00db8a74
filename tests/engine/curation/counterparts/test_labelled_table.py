"""The labelled table of English counterparts is whole and without double rows."""

from __future__ import annotations

import re

from engine.curation.counterparts.accuracy import expected_counterparts

ROWS = expected_counterparts()
FEMALE = frozenset({"she", "her", "hers", "herself"})
MALE = frozenset({"he", "him", "his", "himself"})


def words(text: str) -> list[str]:
    return re.findall(r"[\w']+", text)


def pronouns(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.casefold())) & (FEMALE | MALE)


def test_it_has_two_hundred_sentences_and_none_twice():
    sentences = [sentence for sentence, _ in ROWS]
    assert len(sentences) == 200
    assert len({text.casefold() for row in ROWS for text in row}) == 400


def test_every_counterpart_differs_in_words_alone():
    for sentence, expected in ROWS:
        assert words(sentence) != words(expected)
        assert re.sub(r"[\w']+", "w", sentence) == re.sub(r"[\w']+", "w", expected)


def test_capitals_stay_as_they_were():
    for sentence, expected in ROWS:
        for old, new in zip(words(sentence), words(expected), strict=True):
            assert (old[0].isupper(), old.isupper()) == (new[0].isupper(), new.isupper())


def test_pronouns_of_a_sentence_change_sides_together():
    for sentence, expected in ROWS:
        before, after = pronouns(sentence), pronouns(expected)
        assert before <= FEMALE or before <= MALE
        assert not before & after
        assert (not before) == (not after)


def test_most_sentences_turn_on_object_and_possessive_pronouns():
    turning = [row for row in ROWS if pronouns(row[0]) & {"him", "her", "his", "hers"}]
    assert len(turning) == 151
