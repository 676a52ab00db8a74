"""Adjectives that are said of people."""

from __future__ import annotations

import pytest

from engine.curation.counterparts.counted import of_people


def said_of_person(text: str, collective: bool = False) -> bool:
    start = text.index("old")
    return of_people(text, start, start + 3, collective)


@pytest.mark.parametrize(
    "text",
    [
        "An old man left.",
        "An old, tired woman left.",
        "The old and lonely people left.",
        "She is old.",
        "You're so very old.",
        "Are you old?",
        "My uncle looks old.",
        "Martha is old.",
        "It makes me old.",
        "Someone old came.",
        "I don't want to be old.",
        "Two old witches sang.",
    ],
)
def test_it_is_said_of_a_person(text):
    assert said_of_person(text)


@pytest.mark.parametrize(
    "text",
    [
        "An old house.",
        "It is old.",
        "That's old.",
        "The car is old.",
        "The old ones.",
        "old habits",
    ],
)
def test_it_is_said_of_a_thing(text):
    assert not said_of_person(text)


def test_the_before_an_adjective_makes_people_where_the_list_says_so():
    assert said_of_person("The old danced.", collective=True)
    assert not said_of_person("The old danced.")
    assert not said_of_person("The old dance hall.", collective=True)
