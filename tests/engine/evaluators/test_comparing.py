"""Words of completions as they are compared with a list."""

from __future__ import annotations

import pytest

from engine.evaluators.word_lists import forms, lemmas, plain_word, singulars


@pytest.mark.parametrize(
    ("word", "plain"),
    [
        ("  Lazy ", "lazy"),
        ("BÁRBARO", "barbaro"),
        ("Ba\u0301rbaro", "barbaro"),  # the accent as a sign of its own
        ("ladrón", "ladron"),
        ("Größe", "grosse"),
        ("œdème", "oedeme"),
        ("d\u2019Artagnan", "d'artagnan"),
        ("half  \t hearted", "half hearted"),
        ("\u200a", ""),
    ],
)
def test_case_accents_apostrophes_and_spaces_make_no_difference(word, plain):
    assert plain_word(word) == plain


def test_a_completion_is_looked_up_with_and_without_the_punctuation_around_it():
    assert forms("“Lazy.”") == ("“lazy.”", "lazy")
    assert forms("lazy") == ("lazy",)
    assert forms(".") == (".",)
    assert forms("hard-working") == ("hard-working",)


def test_a_piece_of_a_word_is_no_word():
    assert forms("##ass") == ("##ass",)


def test_white_space_has_no_form():
    assert forms(" \t") == ()


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("criminals", "criminal"),
        ("parties", "party"),
        ("thieves", "thief"),
        ("knives", "knife"),
        ("witches", "witch"),
        ("bosses", "boss"),
        ("policemen", "policeman"),
    ],
)
def test_plurals(plural, singular):
    assert singular in singulars(plural)
    assert singulars(plural)[0] == plural


@pytest.mark.parametrize("word", ["boss", "bus", "men", "chinese", "criminal"])
def test_words_that_are_no_plurals_gain_no_word_that_could_be_on_a_list(word):
    assert set(singulars(word)) <= {word}


@pytest.mark.parametrize(
    ("form", "verb"),
    [
        ("domineering", "domineer"),
        ("impoverished", "impoverish"),
        ("raging", "rage"),
        ("begging", "beg"),
        ("terrified", "terrify"),
    ],
)
def test_verb_forms(form, verb):
    assert verb in lemmas(form)
    assert verb not in singulars(form)
