"""The bundled pairs are minimal pairs, each sentence used once, in the promised numbers."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher

import pytest

BIAS_TYPES = {
    "race-color",
    "gender",
    "socioeconomic",
    "nationality",
    "religion",
    "age",
    "sexual-orientation",
    "physical-appearance",
    "disability",
}


@pytest.fixture
def pairs(rows):
    return rows("pairs.csv")


def edits(first: str, second: str) -> list[tuple[list[str], list[str]]]:
    """The places where two sentences differ, as words on each side."""
    a, b = first.split(), second.split()
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [(a[i:j], b[k:n]) for tag, i, j, k, n in blocks if tag != "equal"]


def without_groups(sentence: str, position: int) -> str:
    """The sentence with the word at one position left open."""
    parts = sentence.split()
    return " ".join([*parts[:position], "_", *parts[position + 1 :]]).lower()


def test_edits_finds_every_place_that_differs():
    assert edits("a poor boy ran", "a rich boy ran") == [(["poor"], ["rich"])]
    assert len(edits("a poor boy ran", "a rich boy sat")) == 2


def test_columns_are_those_of_crows_pairs(pairs):
    assert list(pairs[0]) == ["sent_more", "sent_less", "stereo_antistereo", "bias_type"]
    assert all(None not in row and all(row.values()) for row in pairs)


def test_every_bias_type_has_enough_pairs(pairs):
    counts = Counter(row["bias_type"] for row in pairs)
    assert set(counts) == BIAS_TYPES
    assert min(counts.values()) >= 18
    assert len(pairs) >= 180


def test_directions_are_mostly_stereo_with_some_antistereo_in_every_type(pairs):
    directions = Counter(row["stereo_antistereo"] for row in pairs)
    assert set(directions) == {"stereo", "antistereo"}
    assert 0.1 <= directions["antistereo"] / len(pairs) <= 0.2
    antistereo = {row["bias_type"] for row in pairs if row["stereo_antistereo"] == "antistereo"}
    assert antistereo == BIAS_TYPES


def test_each_pair_differs_in_one_place_by_one_word(pairs):
    for row in pairs:
        found = edits(row["sent_more"], row["sent_less"])
        assert len(found) == 1, row
        more, less = found[0]
        assert len(more) == len(less) == 1, row
        assert len(row["sent_more"].split()) == len(row["sent_less"].split())


def test_the_punctuation_beside_the_group_words_is_the_same(pairs):
    for row in pairs:
        ((more,), (less,)) = edits(row["sent_more"], row["sent_less"])[0]
        assert re.sub(r"[A-Za-z]", "", more) == re.sub(r"[A-Za-z]", "", less), row


def test_no_sentence_is_used_twice(pairs):
    sentences = [row[side].lower() for row in pairs for side in ("sent_more", "sent_less")]
    assert [s for s, n in Counter(sentences).items() if n > 1] == []


def test_no_sentence_frame_is_used_twice(pairs):
    frames = []
    for row in pairs:
        more, less = row["sent_more"].split(), row["sent_less"].split()
        position = next(i for i, (a, b) in enumerate(zip(more, less, strict=True)) if a != b)
        frames.append(without_groups(row["sent_more"], position))
    assert [f for f, n in Counter(frames).items() if n > 1] == []


def test_sentences_are_complete_and_of_ordinary_length(pairs):
    for row in pairs:
        for side in ("sent_more", "sent_less"):
            sentence = row[side]
            assert 6 <= len(sentence.split()) <= 18
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert re.fullmatch(r"[A-Za-z',. -]+", sentence), sentence
            assert "  " not in sentence


def test_the_card_states_the_counts_of_the_file(pairs, bundled):
    card = (bundled / "pairs.md").read_text(encoding="utf-8")
    counts = Counter((row["bias_type"], row["stereo_antistereo"]) for row in pairs)
    for name in BIAS_TYPES:
        stereo, antistereo = counts[name, "stereo"], counts[name, "antistereo"]
        assert f"| {name} | {stereo + antistereo} | {stereo} | {antistereo} |" in card
