"""Words by what they can be after a possessive."""

from __future__ import annotations

import pytest

from engine.words.pronouns.place import kind_of, words_of_class


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("the", "function"),
        ("who's", "function"),
        ("don’t", "function"),
        ("two", "number"),
        ("20th", "number"),
        ("leave", "verb"),
        ("happy", "adjective"),
        ("careless", "adjective"),
        ("red-haired", "adjective"),
        ("broken", "adjective"),
        ("fired", "participle"),
        ("walking", "ing"),
        ("wedding", "noun"),
        ("deeply", "adverb"),
        ("family", "noun"),
        ("dance", "either"),
        ("husband's", "noun"),
        ("umbrella", "noun"),
    ],
)
def test_a_word_has_its_kind(word, kind):
    assert kind_of(word) == kind


def test_no_function_word_is_a_verb_or_adjective_too():
    function = words_of_class("function")
    assert function.isdisjoint(words_of_class("adjectives") | words_of_class("verb_or_noun"))
