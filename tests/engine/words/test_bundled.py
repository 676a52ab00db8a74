"""Word lists do not overlap, and their context sentences use both sides of a pair alike."""

from __future__ import annotations

import json
from collections import Counter

import pytest


@pytest.fixture
def pairs(rows):
    return [(row["female"], row["male"]) for row in rows("gender_pairs.csv")]


@pytest.fixture
def targets(rows):
    return {row["word"]: row["association"] for row in rows("gender_targets.csv")}


@pytest.fixture(params=["race", "religion"])
def group_test(request, bundled, lines):
    content = json.loads((bundled / f"{request.param}.json").read_text(encoding="utf-8"))
    return content, lines(f"{request.param}_contexts.txt")


def test_gender_lists_have_the_promised_sizes(pairs, targets):
    assert len(pairs) >= 40
    assert set(targets.values()) == {"female", "male"}
    assert min(Counter(targets.values()).values()) >= 30


def test_gender_lists_share_no_word(pairs, targets, rows):
    attributes = [word for pair in pairs for word in pair]
    assert len(set(attributes)) == len(attributes)
    assert len(targets) == len(rows("gender_targets.csv"))
    assert not set(attributes) & set(targets)
    assert all(word.isalpha() and word.islower() for word in [*attributes, *targets])


def test_contexts_are_many_and_distinct(lines):
    contexts = lines("contexts.txt")
    assert len(contexts) == len(set(contexts)) >= 300
    assert all(s[0].isupper() and s.endswith(".") for s in contexts)


def test_each_context_has_one_attribute_and_at_most_one_target(pairs, targets, lines, words):
    attributes = {word for pair in pairs for word in pair}
    for sentence in lines("contexts.txt"):
        found = words(sentence)
        assert sum(word in attributes for word in found) == 1, sentence
        assert sum(word in targets for word in found) <= 1, sentence
        assert not {"her", "hers", "him", "his"} & set(found), sentence


def test_every_context_has_its_counterpart(pairs, lines, words):
    other = dict(pairs) | {male: female for female, male in pairs}
    contexts = {tuple(words(s)) for s in lines("contexts.txt")}
    for sentence in contexts:
        assert tuple(other.get(word, word) for word in sentence) in contexts, sentence


def test_both_kinds_of_targets_meet_both_genders_equally(pairs, targets, lines, words):
    female = {pair[0] for pair in pairs}
    met = Counter(
        (target, bool(female & set(found)))
        for found in map(words, lines("contexts.txt"))
        for target in set(found) & set(targets)
    )
    assert all(met[target, True] == met[target, False] >= 2 for target in targets)


def test_group_lists_are_disjoint_and_long_enough(group_test):
    content, _ = group_test
    assert set(content) == {"attributes", "targets", "names"}
    assert set(content["names"]) == {"A", "B", "X", "Y"}
    attributes, targets = content["attributes"], content["targets"]
    lists = [attributes["A"], attributes["B"], targets["X"], targets["Y"]]
    assert min(map(len, lists)) >= 10
    assert len(attributes["A"]) == len(attributes["B"])
    assert len(targets["X"]) == len(targets["Y"])
    listed = [word for group in lists for word in group]
    assert len(set(listed)) == len(listed)
    assert all(word.isalpha() and word.islower() for word in listed)


def test_group_contexts_mirror_the_two_sides(group_test, words):
    content, contexts = group_test
    sides = content["attributes"]
    # Counterparts stand at the same place of the two lists.
    other = dict(zip(sides["A"], sides["B"], strict=True))
    other |= {b: a for a, b in other.items()}
    targets = {word for group in content["targets"].values() for word in group}
    split = {tuple(words(s)) for s in contexts}
    assert len(split) == len(contexts)
    for found in split:
        assert sum(word in other for word in found) == 1, found
        assert sum(word in targets for word in found) == 1, found
        assert tuple(other.get(word, word) for word in found) in split, found


def test_the_card_states_the_counts_of_the_files(pairs, targets, lines, bundled):
    card = (bundled / "words.md").read_text(encoding="utf-8")
    sides = Counter(targets.values())
    assert f"| {len(pairs)} pairs |" in card
    assert f"| {sides['female']} + {sides['male']} |" in card
    assert f"| {len(lines('contexts.txt'))} |" in card
