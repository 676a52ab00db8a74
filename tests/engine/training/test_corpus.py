from __future__ import annotations

import gzip

import pytest

from engine.core.errors import InputTextError
from engine.training.bundled import (
    chunks,
    corpus_files,
    folded,
    read_lines,
    sentences_of_line,
    weighted_lines,
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "novels.txt").write_text("One line.\n\n  Another line. \n", encoding="utf-8")
    with gzip.open(tmp_path / "news.txt.gz", "wt", encoding="utf-8") as stream:
        stream.write("Zürich news.\n")
    (tmp_path / "README.md").write_text("not text to train on")
    return tmp_path


def test_text_files_are_found_packed_or_not_by_name(folder):
    assert [path.name for path in corpus_files(folder)] == ["news.txt.gz", "novels.txt"]


def test_a_folder_without_text_is_said(tmp_path):
    with pytest.raises(InputTextError, match=r"No \.txt or \.txt\.gz file"):
        corpus_files(tmp_path)


def test_lines_come_without_blank_ones_and_without_their_margins(folder):
    assert list(read_lines(folder / "novels.txt")) == ["One line.", "Another line."]
    assert list(read_lines(folder / "news.txt.gz")) == ["Zürich news."]


@pytest.mark.parametrize("name", ["missing.txt", "latin.txt", "broken.txt.gz"])
def test_a_file_that_cannot_be_read_is_said(tmp_path, name):
    (tmp_path / "latin.txt").write_bytes("caf\xe9".encode("latin-1"))
    (tmp_path / "broken.txt.gz").write_bytes(b"not packed")
    with pytest.raises(InputTextError, match=f"{name} cannot be read"):
        list(read_lines(tmp_path / name))


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("The nurse was tired.", "the NURSE was tired"),
        ("“The nurse” - was; tired!", "The nurse was tired."),
        ("The_nurse  was\ttired", "The nurse was tired"),
        ("STRASSE 9", "Straße 9"),
    ],
)
def test_lines_that_differ_in_signs_and_case_are_the_same_text(line, same):
    assert folded(line) == folded(same)


def test_other_words_are_another_text():
    assert folded("The nurse was tired.") != folded("The nurse is tired.")


def test_lines_come_with_the_share_of_their_file(tmp_path):
    for name in ("often", "seldom", "once"):
        (tmp_path / f"{name}.v2.txt").write_text(f"Two lines of {name}.\nThe other.\n")
    (tmp_path / "never.txt.gz").write_bytes(b"not packed")  # nor opened
    shares = {"often": 2.5, "seldom": 0.25, "never": 0.0}
    found = weighted_lines(corpus_files(tmp_path), shares, lambda _file, line: "Two" in line)
    assert dict(found) == {
        "Two lines of often.": 2.5,
        "Two lines of seldom.": 0.25,
        "Two lines of once.": 1.0,
    }


def test_only_wanted_lines_are_used(tmp_path):
    (tmp_path / "text.txt").write_text("The nurse was tired.\nThe doctor was tired.\n")
    (tmp_path / "other.v2.txt").write_text("The nurse was tired.\n")

    def wanted(file, line):
        return file == "other" or "doctor" in line

    found = [line for line, _ in weighted_lines(corpus_files(tmp_path), {}, wanted)]
    assert found == ["The nurse was tired.", "The doctor was tired."]


def test_a_line_is_cut_into_its_sentences():
    line = "Who was tired? The nurse was. It was 3.5 miles!  Then she slept"
    assert sentences_of_line(line) == [
        *("Who was tired?", "The nurse was."),
        *("It was 3.5 miles!", "Then she slept"),
    ]
    assert sentences_of_line("") == []


def test_chunks_never_cross_lines_and_crumbs_are_dropped():
    def encode(lines):
        return [[ord(letter) for letter in line] for line in lines]

    lines = [("abcdefgh", 1.0), ("abc", 2.0), ("", 2.0), ("abcdefghijk", 0.5), ("abcd", 3.0)]
    found = chunks(lines, encode, 6)
    assert ["".join(map(chr, piece)) for piece in found.pieces] == [
        *("abcd", "efgh"),
        *("abcdef", "ghijk"),  # of about the same length
        "abcd",
    ]
    assert found.shares == [1.0, 1.0, 0.5, 0.5, 3.0]


def test_many_lines_are_encoded_a_batch_at_a_time():
    asked = []

    def encode(lines):
        asked.append(len(lines))
        return [[1] * 5 for _ in lines]

    lines = ((str(number), 1.0) for number in range(4500))
    assert len(chunks(lines, encode, 10).pieces) == 4500
    assert asked == [2000, 2000, 500]
