from __future__ import annotations

import gzip

import pytest

from engine.core.errors import InputTextError
from engine.files.export import csv_text
from engine.files.layout import LaidOut, Layout
from engine.files.table_file import save_table
from engine.measures.cabm.data.cooccurrence import (
    ALL,
    TargetCount,
    bundled_counts,
    cooccurrences,
    corpus_counts,
    counts_frame,
    read_counts,
    sentences_of,
)
from engine.measures.cabm.data.sentences import GENDER, parse_groups
from engine.measures.cabm.data.sets import BUNDLED, bundled_sentences, load_framed
from tests.engine.files.test_workbook import made

SENTENCES = [
    "The nurse said she was tired.",
    "The Nurse saw him, and the nurse saw him again.",
    "She met the nurse and he did not.",
    "A nursery is no nurse's place.",
    "He left.",
    "It rained.",
]


def counted(sentences=SENTENCES, targets=("nurse", "social worker"), groups=GENDER):
    return cooccurrences(sentences, targets, groups, "test")


def test_sentences_are_counted_once_however_often_they_name_a_word():
    found = counted()
    assert (found.sentences, found.first, found.second) == (6, 3, 2)
    assert found.targets["nurse"] == TargetCount(sentences=4, first=2, second=2)
    assert found.targets["social worker"] == TargetCount(0, 0, 0)


def test_a_longer_target_is_not_counted_as_the_shorter_one_in_it():
    found = counted(["The social worker met her worker, he said."], ("worker", "social worker"))
    assert found.targets == {"worker": TargetCount(1, 1, 1), "social worker": TargetCount(1, 1, 1)}
    found = counted(["The social worker met her. He left."], ("worker", "social worker"))
    assert found.targets["worker"].sentences == 0


def test_a_paragraph_is_cut_at_full_stops_before_a_capital():
    line = 'He left. "She stayed!" 3 came. and it is e.g. this'
    assert list(sentences_of([line])) == ["He left.", '"She stayed!', "3 came. and it is e.g. this"]


def test_a_corpus_without_one_of_the_groups_is_refused():
    with pytest.raises(InputTextError, match="has a word of the group female"):
        counted(["The nurse said he was tired."])
    with pytest.raises(InputTextError, match="has no sentence"):
        counted([])


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


def test_counts_on_a_sheet_of_a_workbook_are_no_text_to_count_in():
    data = load_framed(BUNDLED)
    rows = [["target", "sentences", "male", "female"], [ALL, 9, 5, 4], ["nurse", 3, 1, 1]]
    book = LaidOut(made(About=[["x"]], Counts=rows), Layout("Counts"))
    assert corpus_counts("a.xlsx", data, ["nurse"], book).targets["nurse"] == (3, 1, 1)
