"""Accuracy of English counterparts on labelled sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import InputTextError
from engine.curation.counterparts.accuracy import accuracy, expected_counterparts, labelled_table

DEVELOPMENT = Path(__file__).with_name("development_en.csv")


def test_at_least_97_percent_of_the_labelled_table_come_out_as_expected():
    found = accuracy(expected_counterparts())
    assert found.share >= 0.97, found.wrong


def test_the_development_table_comes_out_as_expected():
    rows = expected_counterparts(DEVELOPMENT)
    assert len(rows) >= 150
    assert len({sentence for sentence, _ in rows}) == len(rows)
    assert accuracy(rows).wrong == ()


def test_what_is_wrong_is_listed_and_counts_in_the_share():
    found = accuracy([("He left.", "She left."), ("She left.", "They left."), ("It.", "It."),
                      ("Oh, man!", "Oh, woman!")])  # fmt: skip
    assert (found.n, found.right, found.share) == (4, 1, 0.25)
    assert [one.got for one in found.wrong] == [
        "He left.",
        "No keyword was found.",
        "“man” is not said of a person here.",
    ]
    low, high = found.interval
    assert 0.04 < low < 0.05
    assert 0.69 < high < 0.71


def test_a_table_needs_its_columns_and_rows(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("sentence,wanted\nHe left.,She left.\n", encoding="utf-8")
    with pytest.raises(InputTextError, match="sentence and expected"):
        expected_counterparts(path)
    with pytest.raises(ValueError, match="at least one"):
        accuracy([])
    with pytest.raises(InputTextError, match="no labelled table of 'xx'"):
        labelled_table("xx")
