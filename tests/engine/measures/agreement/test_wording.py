"""Sentences that the screen and the command line share."""

from __future__ import annotations

import pytest

from engine.measures.agreement.wording import (
    more_than_words,
    reading_warnings,
    undetected,
    weak_coverage,
    withheld,
)

GAP = {"n_annotators": 24, "n_sentences": 10, "interval": [-0.1, 0.3], "fewest": 6}


def covered(language, weak):
    return {
        **{"language": language, "weak": weak, "answers": 1200},
        **{"whole_words": 0.1, "coverage": 0.72},
    }


def test_all_languages_that_a_model_lacks_are_named_in_one_sentence():
    text = weak_coverage(
        [covered("de", True), covered("en", False), covered("fr", True)], "biascope-mini"
    )
    assert text == (
        "The model (biascope-mini) knows little of German (10% of 1,200 answers are whole words in "
        "its vocabulary, 72% can be produced at all) and French (10% of 1,200 answers are whole "
        "words in its vocabulary, 72% can be produced at all). A low score there means that it "
        "lacks the language, not that it differs from a group."
    )
    assert weak_coverage([covered("en", False)], "biascope-mini") is None


def carrying(answers, failed, language="en"):
    told = {"answers": answers, "failed": failed, "kinds": ["an article", "quotes"]}
    return {**covered(language, True), "carried": {**told, "example": ["'a cup'", "cup"]}}


def test_answers_of_more_than_a_word_are_told_in_place_of_a_language_that_is_lacked():
    mostly = carrying(900, 1000)
    assert weak_coverage([mostly], "biascope-mini") is None
    (told,) = reading_warnings([mostly], [], "biascope-mini")
    assert told.startswith("900 of 1,200 answers in English carry more than a plain word: an ")
    assert "an article and quotes (\"'a cup'\" for 'cup')" in told
    assert told.endswith("write each answer in the file as the word alone.")


def test_answers_of_several_words_are_told_in_place_of_a_language_that_is_lacked():
    several = {"answers": 700, "failed": 1000, "example": "old chair"}
    entry = {**covered("en", True), "carried": None, "several_words": several}
    assert reading_warnings([entry], [], "biascope-mini") == [
        "700 of 1,200 answers in English are of several words, such as 'old chair'. The model "
        "gives one word alone, so a low score there says nothing of its language; ask people for "
        "a single word."
    ]
    some = {**entry, "several_words": {**several, "answers": 300}}
    assert len(reading_warnings([some], [], "biascope-mini")) == 2


def test_a_language_that_is_lacked_is_told_where_few_answers_carry_more():
    some = carrying(300, 1000)
    assert len(reading_warnings([some], [], "biascope-mini")) == 2
    assert more_than_words([carrying(100, 1000)]) == []
    assert " in " not in more_than_words([carrying(900, 900, "und")])[0].split(" carry ")[0]


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ((10, 12), None),
        ((0, 0), "withheld: their mean needs at least 10 sentences"),
        ((3, 9, 12), "withheld for 2 of 3 groups: their mean needs at least 10"),
    ],
)
def test_what_is_withheld_says_how_many_sentences_it_needs(counts, wanted):
    text = withheld([{"sentences_with_ranks": count} for count in counts])
    assert text is None if wanted is None else wanted in text
    if counts == (3, 9, 12):
        assert text.endswith("and there are 3 to 9.")


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"detectable": 0.25}, "a gap has to be at least 0.25 to be detected with 80% power"),
        ({"detectable": None}, "24 annotators and 10 sentences are too few for any gap"),
        ({"interval": None, "fewest": 1}, "one annotator or one sentence"),
        ({"interval": None}, "more than 10,000 words"),
    ],
)
def test_a_gap_that_is_not_clear_says_what_could_have_been_seen(change, wanted):
    text = undetected({**GAP, "detectable": 0.3, **change}, "{:.2f}".format)
    assert wanted in text
    assert "equal" not in text
