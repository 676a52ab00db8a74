"""Every occupation meets both genders in the same sentences."""

from __future__ import annotations

import re
from collections import Counter

import pytest

MASCULINE = {"he", "his", "him"}
FEMININE = {"she", "her"}
FRAMINGS = {("he", "she"), ("his", "her"), ("him", "her")}


@pytest.fixture
def occupations(rows):
    return {row["occupation"]: row["list"] for row in rows("occupations.csv")}


@pytest.fixture
def sentences(rows):
    return rows("occupation_sentences.csv")


def template(row) -> str:
    """The sentence with its occupation and its pronoun left open."""
    opened = row["sentence"].replace(row["occupation"], "_")
    return re.sub(rf"\b{row['pronoun']}\b", "*", opened)


def test_occupations_are_many_distinct_and_balanced(occupations, rows):
    assert len(occupations) == len(rows("occupations.csv")) >= 42
    counts = Counter(occupations.values())
    assert counts["male"] == counts["female"] == len(occupations) / 2
    assert all(1 <= len(name.split()) <= 2 and name.islower() for name in occupations)


def test_each_sentence_has_exactly_one_pronoun_and_one_occupation(occupations, sentences, words):
    for row in sentences:
        found = words(row["sentence"])
        pronouns = [w for w in found if w in MASCULINE | FEMININE | {"hers", "himself", "herself"}]
        assert pronouns == [row["pronoun"]], row
        spoken = f" {' '.join(found)} "
        named = [name for name in occupations if f" {name} " in spoken]
        assert named == [row["occupation"]], row


def test_the_gender_column_is_that_of_the_pronoun(sentences):
    for row in sentences:
        expected = "male" if row["pronoun"] in MASCULINE else "female"
        assert row["gender"] == expected, row


def test_no_sentence_is_repeated(sentences):
    assert len({row["sentence"] for row in sentences}) == len(sentences)


def test_every_occupation_has_every_template_with_both_genders(occupations, sentences):
    templates = {template(row) for row in sentences}
    seen = {(row["occupation"], template(row), row["gender"]) for row in sentences}
    assert len(seen) == len(occupations) * len(templates) * 2 == len(sentences)


def test_each_framing_has_five_templates(sentences):
    pronouns: dict[str, dict[str, str]] = {}
    for row in sentences:
        pronouns.setdefault(template(row), {})[row["gender"]] = row["pronoun"]
    framings = Counter((by["male"], by["female"]) for by in pronouns.values())
    assert set(framings) == FRAMINGS
    assert min(framings.values()) >= 5


def test_the_card_states_the_counts_of_the_files(occupations, sentences, bundled):
    card = (bundled / "occupations.md").read_text(encoding="utf-8")
    assert f"| {len(occupations)} (" in card
    assert f"| {len(sentences):,} |" in card
