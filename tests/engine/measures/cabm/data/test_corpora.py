"""What can be counted in: the bundled counts, the sentences themselves, or a file."""

from __future__ import annotations

import gzip

import pytest

from engine.core.errors import InputTextError
from engine.files.export import csv_text
from engine.files.layout import LaidOut, Layout
from engine.measures.cabm.data.cooccurrence import TargetCount
from engine.measures.cabm.data.corpora import bundled_counts, corpus_counts
from engine.measures.cabm.data.counts_file import ALL, counts_frame
from engine.measures.cabm.data.sentences import parse_groups
from engine.measures.cabm.data.sets import BUNDLED, bundled_sentences, load_framed
from tests.engine.files.test_workbook import made
from tests.engine.measures.cabm.data.test_cooccurrence import SENTENCES, counted


def test_the_bundled_counts_hold_the_bundled_occupations_and_can_be(bundled):
    found = bundled_counts()
    assert set(bundled_sentences().targets) <= set(found.targets)
    assert found.groups == ("male", "female")
    assert all(max(count[1:]) <= count.sentences for count in found.targets.values())
    card = (bundled / "occupation_counts.md").read_text(encoding="utf-8")
    assert f"{found.sentences:,} sentences" in card
    assert f"each of {len(found.targets)} occupations" in card
    pronouns = [count.first + count.second for count in found.targets.values()]
    assert sum(count.sentences == 0 for count in found.targets.values()) == 4
    assert sum(together < 5 for together in pronouns) == 16


def test_the_bundled_counts_are_of_gendered_pronouns_only():
    data = bundled_sentences()
    assert corpus_counts("bundled", data, data.targets).targets["nurse"].second > 100
    other = type(data)("x", "x", parse_groups("a=b;c=d"), data.sentences, {})
    with pytest.raises(InputTextError, match="other groups need a corpus to count in"):
        corpus_counts("bundled", other, other.targets)


def test_balanced_sentences_are_counted_as_they_are():
    data = bundled_sentences()
    found = corpus_counts("sentences", data, data.targets)
    assert set(found.targets.values()) == {TargetCount(30, 15, 15)}


def test_a_file_packed_or_not_can_be_the_corpus(tmp_path):
    data = bundled_sentences()
    text = "\n".join(SENTENCES)
    (tmp_path / "a.txt").write_text(text)
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "a.csv").write_text(csv_text(counts_frame(counted())))
    paths = [str(tmp_path / name) for name in ("a.txt", "a.txt.gz", "a.csv")]
    found = [corpus_counts(path, data, ["nurse"]).targets["nurse"] for path in paths]
    assert found == [TargetCount(4, 2, 2)] * 3
    assert corpus_counts("a.txt", data, ["nurse"], text.encode()).targets["nurse"] == found[0]


def test_counts_on_a_sheet_of_a_workbook_are_no_text_to_count_in():
    data = load_framed(BUNDLED)
    rows = [["target", "sentences", "male", "female"], [ALL, 9, 5, 4], ["nurse", 3, 1, 1]]
    book = LaidOut(made(About=[["x"]], Counts=rows), Layout("Counts"))
    assert corpus_counts("a.xlsx", data, ["nurse"], book).targets["nurse"] == (3, 1, 1)
