from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputTextError
from engine.training.corpus import chunks, corpus_files, cut, folded, read_lines


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


def test_chunks_never_cross_lines_and_crumbs_are_dropped():
    def encode(lines):
        return [[ord(letter) for letter in line] for line in lines]

    found = chunks(["abcdefgh", "abc", "abcdefghij"], encode, 4)
    assert ["".join(map(chr, piece)) for piece in found] == ["abcd", "efgh", "abcd", "efgh"]


def test_many_lines_are_encoded_a_batch_at_a_time():
    asked = []

    def encode(lines):
        asked.append(len(lines))
        return [[1] * 5 for _ in lines]

    assert len(list(chunks((str(number) for number in range(4500)), encode, 10))) == 4500
    assert asked == [2000, 2000, 500]


@given(st.lists(st.integers(0, 5), max_size=60), st.integers(1, 20))
def test_cutting_loses_nothing_and_keeps_to_the_length(ids, length):
    pieces = cut(ids, length, {0})
    assert [token for piece in pieces for token in piece] == ids
    assert all(len(piece) <= length for piece in pieces)


def test_a_long_line_is_cut_behind_its_last_sentence_end_that_fits():
    assert cut([1, 1, 1, 0, 1, 1, 1, 1], 6, {0}) == [[1, 1, 1, 0], [1, 1, 1, 1]]


def test_a_sentence_end_near_the_start_does_not_make_a_crumb():
    assert cut([1, 0, 1, 1, 1, 1, 1, 1], 6, {0}) == [[1, 0, 1, 1, 1, 1], [1, 1]]


def test_lines_that_are_not_to_be_kept_are_left_out():
    found = chunks(
        ["a" * 5, "b" * 6],
        lambda lines: [[len(line)] * 5 for line in lines],
        10,
        keep=lambda ids: ids[0] != 6,
    )
    assert list(found) == [[5] * 5]
