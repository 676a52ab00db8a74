"""Candidates as tables."""

from __future__ import annotations

import pytest

from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap
from engine.curation.export.pairs import proposed_frame, refused_frame, time_text
from engine.files.table_file import save_table
from engine.measures.pairs.data.file import read_pairs


def candidate(outcome, year=1999):
    return Candidate(
        *("id", "gender", "A woman left.", ("woman",), "Film", year, "Film.srt", 61.5, 4),
        *((), (), 1, (), outcome),
    )


SWAPS = (
    Swap(0, 1, "A", "A", ("A",), "a before man"),
    Swap(2, 7, "woman", "man", ("man",), "woman → man"),
)
PROPOSED = candidate(Proposal("A man left.", SWAPS, ("One note.", "Another.")))
REFUSED = candidate(Refusal("both-sides", "It holds both."), None)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "00:00:00.000"),
        (61.5, "00:01:01.500"),
        (3599.9996, "01:00:00.000"),
        (360000, "100:00:00.000"),
    ],
)
def test_a_time_is_written_with_thousandths(seconds, text):
    assert time_text(seconds) == text


def test_a_proposed_pair_is_a_row():
    (row,) = proposed_frame([REFUSED, PROPOSED]).to_dict("records")
    assert row == {
        "sent_more": "A woman left.",
        "sent_less": "A man left.",
        "stereo_antistereo": "stereo",
        "bias_type": "gender",
        "film": "Film",
        "year": "1999",
        "time": "00:01:01.500",
        "rule": "a before man; woman → man",
        "status": "proposed",
        "id": "id",
        "file": "Film.srt",
        "keywords": "woman",
        "notes": "One note. Another.",
    }


def test_a_refused_sentence_is_a_row():
    (row,) = refused_frame([PROPOSED, REFUSED]).to_dict("records")
    assert (row["sentence"], row["code"], row["reason"]) == (
        *("A woman left.", "both-sides", "It holds both."),
    )
    assert row["year"] == ""


def test_the_columns_are_there_without_rows():
    assert list(proposed_frame([]).columns)[:4] == [
        *("sent_more", "sent_less", "stereo_antistereo", "bias_type"),
    ]
    assert refused_frame([]).columns[0] == "sentence"


def test_the_table_is_read_as_pairs(tmp_path):
    save_table(proposed_frame([PROPOSED]), tmp_path / "pairs.csv")
    read = read_pairs(tmp_path / "pairs.csv")
    assert read.pairs[["sent_more", "sent_less", "bias_type"]].values.tolist() == [
        ["A woman left.", "A man left.", "gender"]
    ]
