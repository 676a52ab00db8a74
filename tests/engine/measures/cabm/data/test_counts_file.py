"""Counts are read as they are written, or from columns that were chosen."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.files.export import csv_text
from engine.files.table_file import save_table
from engine.measures.cabm.data.counts_file import counts_frame, read_counts
from engine.measures.cabm.data.sentences import GENDER
from tests.engine.measures.cabm.data.test_cooccurrence import counted


def test_counts_are_read_as_they_are_written():
    found = counted()
    assert read_counts(csv_text(counts_frame(found)).encode(), "test") == found


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx"])
def test_counts_are_read_from_every_kind_of_table(tmp_path, ending):
    path = tmp_path / f"counts{ending}"
    save_table(counts_frame(counted()), path)
    assert read_counts(path, "test").targets == counted().targets


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a,b\n", "is not a file of counts"),
        ("target,sentences,male,female\nnurse,3,1,1\n", "has no row"),
        ("target,sentences,male,female\n(all),9,5,4\nnurse,3,4,1\n", "higher than possible"),
        ("target,sentences,male,female\n(all),9,5,4\nnurse,3,x,1\n", "not a target and three"),
        ("target,sentences,male,female\n(all),9,5,4\nnurse,3,-1,1\n", "not a target and three"),
    ],
)
def test_a_broken_file_of_counts_is_refused(text, reason):
    with pytest.raises(InputTextError, match=reason):
        read_counts(text.encode(), "counts.csv")


GERMAN = "Beruf;Sätze;Männer;Frauen;x\n(all);9;5;4;\nnurse;3;1;1;\n"
CHOSEN = {"target": "Beruf", "sentences": "Sätze", "first": "Männer", "second": "Frauen"}


def test_counts_of_other_columns_are_read_as_told_and_others_are_left():
    found = read_counts(GERMAN.encode(), "zahlen.csv", mapping=CHOSEN)
    assert (found.groups, found.sentences, found.words) == (GENDER.names, 9, {})
    assert found.targets["nurse"] == (3, 1, 1)
    with pytest.raises(InputTextError, match="is not a file of counts"):
        read_counts(GERMAN.encode(), "zahlen.csv")
    with pytest.raises(InputTextError, match=r"needs the columns first and second\. It has: Beruf"):
        read_counts(
            GERMAN.encode(), "zahlen.csv", mapping={"target": "Beruf", "sentences": "Sätze"}
        )
    with pytest.raises(InputTextError, match="row 3 has 4 of 5 columns"):
        read_counts(GERMAN[:-2].encode(), "zahlen.csv", mapping=CHOSEN)
