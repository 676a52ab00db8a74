"""Tables of the groups: which words, whose probabilities."""

from __future__ import annotations

from typing import Any

from components.probe.groups import (
    group_rows,
    heatmap_words,
    probabilities,
    row_names,
    without_unlikely,
)
from engine.core.spec import ModelSpec
from tests.subjects import subject

SPEC = ModelSpec("bundled", "sha256:0")


def value(**shares: dict[str, float | None]) -> dict[str, Any]:
    """A group completion; `nurses={"kind": 0.2}` is a group with its words."""
    return {
        "groups": list(shares),
        "texts": [f"{group} are [MASK]." for group in shares],
        "masks": [
            {"targets": [[_target(*word) for word in words.items()] for words in shares.values()]}
        ],
    }


def _target(word: str, share: float | None) -> dict[str, Any]:
    return {"word": word, "probability": share, "rank": None if share is None else 1}


def test_words_looked_up_come_first_and_none_is_left_out():
    asked = tuple(f"asked{number}" for number in range(30))
    assert heatmap_words(asked, [f"shift{number}" for number in range(30)]) == asked
    assert heatmap_words(("kind", "poor"), ["poor", "rich"]) == ("kind", "poor", "rich")
    assert len(heatmap_words(("kind",), [f"shift{number}" for number in range(30)])) == 20


def test_rows_of_an_uncased_model_have_capitals_and_no_name_twice():
    words = ["france", "i", "nurse"]
    assert row_names(words, (), True) == {"france": "France", "i": "I", "nurse": "nurse"}
    assert row_names(["France", *words], ("France",), True) == {"i": "I", "nurse": "nurse"}
    assert row_names(words, ("france",), True) == {"i": "I", "nurse": "nurse"}
    assert row_names(words, (), False) == {word: word for word in words}


def test_a_table_has_a_row_a_word_and_a_column_a_group():
    (table,) = probabilities([value(nurses={"kind": 0.2}, engineers={"kind": 0.1})], 0)
    assert table.to_dict() == {"nurses": {"kind": 0.2}, "engineers": {"kind": 0.1}}


def test_default_words_are_rows_only_where_one_is_likely_for_a_group():
    rare = value(nurses={"he": 0.001, "she": 0.009}, engineers={"he": 0.002, "she": 0.0})
    likely = value(nurses={"he": 0.001, "she": 0.01}, engineers={"he": 0.002, "she": 0.0})
    other = {"kind": 0.2}
    for found in (rare, likely):
        found["masks"][0]["targets"] = [
            [*words, *(_target(*word) for word in other.items())]
            for words in found["masks"][0]["targets"]
        ]
    tables = without_unlikely(probabilities([rare, rare], 0), ("he", "she"))
    assert [list(table.index) for table in tables] == [["kind"], ["kind"]]
    tables = without_unlikely(probabilities([rare, likely], 0), ("he", "she"))
    assert [list(table.index) for table in tables] == [["he", "she", "kind"]] * 2
    (table,) = without_unlikely(probabilities([rare], 0), ("xyzzy",))
    assert list(table.index) == ["he", "she", "kind"]


def test_both_models_show_the_same_words():
    first = value(nurses={"kind": 0.2, "xyzzy": None}, engineers={"kind": 0.1, "xyzzy": None})
    second = value(nurses={"kind": 0.3, "xyzzy": 0.1}, engineers={"kind": 0.4, "xyzzy": 0.1})
    tables = probabilities([first, second], 0)
    assert [list(table.index) for table in tables] == [["kind"], ["kind"]]
    (table,) = probabilities([value(nurses={"xyzzy": None}, engineers={"xyzzy": None})], 0)
    assert table.empty


def test_the_data_holds_the_sentence_of_every_group():
    frame = group_rows(
        [subject(SPEC, "bert")], [value(nurses={"kind": 0.2}, engineers={"kind": None})], 0
    )
    assert list(frame["group"]) == ["nurses", "engineers"]
    assert list(frame["sentence"]) == ["nurses are [MASK].", "engineers are [MASK]."]
    assert list(frame["rank"].isna()) == [False, True]
