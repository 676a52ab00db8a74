"""Sentence types are explained where the project knows them."""

from __future__ import annotations

from components.arena import wording as how_to_read
from engine.prompts.templates import sentence_types


def test_every_type_of_our_own_sentences_has_a_meaning_and_an_example():
    read = how_to_read.types(sentence_types())
    assert read.count("\n- **") == len(sentence_types())
    assert "**attributive**: what people of a group are like, as in *Young people are often" in read
    assert read.count("MASK") == len(sentence_types())
    assert "{" not in read


def test_types_of_a_users_file_are_not_explained():
    read = how_to_read.types(["own", "ability"])
    assert read.count("\n- **") == 1
    assert "**own**" not in read
    assert "\n" not in how_to_read.types(["own"])
