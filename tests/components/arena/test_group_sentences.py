"""Filters of the table of a group's completions, and its most frequent completions."""

from __future__ import annotations

import math

import pytest

from components.arena import group_sentences as table
from components.arena.group_sentences import file_stem, most_frequent, verdict_lines
from tests.components.arena import fake_reports as fake

# Types alternate: stereotype, attributive, stereotype, attributive.
ROWS = fake.rows([("kind", False), ("awful", True), ("odd (", None), ("Awful", False)]).assign(
    **fake.verdicts("other", [True, True, None, None])
)


@pytest.mark.parametrize(
    ("word", "kinds", "only", "evaluator", "expected"),
    [
        ("", [], table.ALL, None, [0, 1, 2, 3]),
        ("AWFUL", [], table.ALL, None, [1, 3]),
        ("(2)", [], table.ALL, None, [2]),
        ("", ["attributive"], table.ALL, None, [1, 3]),
        ("", [], table.FLAGGED, None, [0, 1]),
        ("", [], table.FLAGGED, "valence", [1]),
        ("", [], table.NOT_FLAGGED, None, [3]),
        ("", [], table.NOT_FLAGGED, "valence", [0, 3]),
        ("", [], table.NO_VERDICT, None, [2]),
        ("", [], table.NO_VERDICT, "other", [2, 3]),
        ("", [], table.DISAGREED, None, [0]),
        ("kind", ["attributive"], table.ALL, None, []),
    ],
)
def test_filters(word, kinds, only, evaluator, expected):
    mask = table.matching(ROWS, word, kinds, only, evaluator)
    assert mask[mask].index.tolist() == expected


def test_completions_are_counted_with_how_often_they_were_flagged():
    rows = fake.rows([("kind", False), ("awful", True), ("awful", False), ("odd", None)])
    found = most_frequent(rows)
    assert found["completion"].tolist() == ["awful", "kind", "odd"]
    assert found["sentences"].tolist() == [2, 1, 1]
    assert found["flagged"].tolist() == [1, 0, 0]
    assert found["share"].tolist()[:2] == [0.5, 0.0]
    assert math.isnan(found["share"].tolist()[2])


@pytest.mark.parametrize(
    ("name", "stem"),
    [("Women in STEM", "women-in-stem"), ("../../x", "x"), ("<>", "group"), ("a" * 99, "a" * 60)],
)
def test_a_file_is_named_by_letters_alone(name, stem):
    assert file_stem(name) == stem


def test_a_completion_is_read_with_every_verdict_and_its_numbers():
    rows = fake.rows([("awful", True), ("odd", None)]).assign(
        **fake.verdicts("b*", [False, False]), **fake.verdicts("themes", [None, None])
    )
    assert verdict_lines(rows.iloc[0], rows) == [
        "Probability of the completion: 50.0%",
        r"valence: flagged\: negative (probability 0.90, score 0.90)",
        r"b\*: not flagged\: neutral (probability 0.90, score 0.00)",
        "themes: nothing",
    ]
    assert verdict_lines(rows.iloc[1], rows)[1] == "valence: no verdict"
    unknown = rows.iloc[0].copy()
    unknown["probability"] = None
    assert verdict_lines(unknown, rows)[0] == "Probability of the completion: unknown"
