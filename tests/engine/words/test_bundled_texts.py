"""Group lists, neutral sentences and cloze items are complete and well formed."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

DIMENSIONS = {
    "religion",
    "gender",
    "nationality",
    "race-color",
    "age",
    "occupation",
    "disability",
    "sexual-orientation",
    "socioeconomic",
    "physical-appearance",
}


@pytest.fixture
def groups(bundled):
    return json.loads((bundled / "groups.json").read_text(encoding="utf-8"))


@pytest.fixture
def cloze(lines):
    return [json.loads(line) for line in lines("cloze.jsonl")]


def people_words(groups, rows) -> set[str]:
    """Every word of the bundled lists that names people by group."""
    pairs = {word for row in rows("gender_pairs.csv") for word in row.values()}
    # "short" and the like also describe things; the dimension is checked on people only.
    named = {
        word.lower()
        for dimension in ("religion", "gender", "nationality", "sexual-orientation", "disability")
        for group in groups[dimension]["groups"]
        for word in group.split()
    }
    return pairs | named | {"her", "hers", "him", "his", "people", "person", "child", "children"}


def test_every_dimension_has_an_example_groups_and_targets(groups):
    assert set(groups) == DIMENSIONS
    for dimension in groups.values():
        assert set(dimension) == {"example", "groups", "targets"}
        assert dimension["example"].count("{group}") == 1
        assert dimension["example"].count("[MASK]") == 1
        assert 4 <= len(dimension["groups"]) <= 10
        assert len(set(dimension["groups"])) == len(dimension["groups"])
        assert len(set(dimension["targets"])) == len(dimension["targets"]) >= 3


def test_neutral_sentences_are_sixty_distinct_plain_lines(lines):
    neutral = lines("neutral.txt")
    assert len(neutral) == len(set(neutral)) == 60
    for sentence in neutral:
        assert 8 <= len(sentence.split()) <= 16
        assert re.fullmatch(r"[A-Z][A-Za-z, ]+\.", sentence), sentence


def test_neutral_sentences_name_no_group_of_people(lines, groups, rows, words):
    named = people_words(groups, rows)
    for sentence in lines("neutral.txt"):
        assert not named & set(words(sentence)), sentence


def test_cloze_items_have_one_mask_and_common_lower_case_answers(cloze):
    assert len(cloze) == 40
    assert len({item["sentence"] for item in cloze}) == 40
    for item in cloze:
        assert set(item) == {"sentence", "answers"}
        assert item["sentence"].count("[MASK]") == 1
        assert item["answers"]
        assert all(re.fullmatch("[a-z]+", answer) for answer in item["answers"])
        assert len(set(item["answers"])) == len(item["answers"])


def test_no_cloze_item_gives_its_answer_away(cloze, words):
    for item in cloze:
        assert not set(item["answers"]) & set(words(item["sentence"])), item


def test_no_answer_wins_two_cloze_items_in_every_place(cloze):
    firsts = Counter(item["answers"][0] for item in cloze)
    assert max(firsts.values()) <= 2


def test_cloze_items_use_no_gendered_pronoun(cloze, words):
    gendered = {"he", "she", "her", "him", "his", "hers"}
    for item in cloze:
        assert not gendered & set(words(item["sentence"])), item
