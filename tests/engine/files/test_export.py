from __future__ import annotations

import csv
import errno
import io
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import StorageError
from engine.files.export import csv_text, safe_cell, write_bytes_whole, write_whole


@pytest.mark.parametrize(
    "text", ["=cmd()", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-", "=", "- he said"]
)
def test_text_that_begins_like_a_formula_gets_an_apostrophe(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize(
    "value", ["He sings.", "", "1=1", "a@b", "-5", "+1.5e-3", "-.5", -5, -1.5, None, True]
)
def test_other_text_and_numbers_stay_as_they_are(value):
    assert safe_cell(value) == value


def test_a_table_is_safe_in_its_cells_and_in_its_header():
    frame = pd.DataFrame({"=x": ["=1+1", "b"], "n": [-1.5, float("nan")], "p": [True, None]})
    rows = list(csv.reader(io.StringIO(csv_text(frame))))
    assert rows == [["'=x", "n", "p"], ["'=1+1", "-1.5", "True"], ["b", "", ""]]


@given(st.text())
def test_no_cell_is_a_formula_and_none_is_lost(text):
    made = csv_text(pd.DataFrame({text: [text], "n": [0]}))
    head, row = csv.reader(io.StringIO(made, newline=""))
    assert (head[1], row[1]) == ("n", "0")
    for cell in (head[0], row[0]):
        assert cell in (text, f"'{text}")
        assert not cell.startswith(("=", "@", "\t", "\r", "\n"))
        assert not cell.startswith(("+", "-")) or isinstance(float(cell), float)


def test_a_carriage_return_begins_no_row():
    made = csv_text(pd.DataFrame({"a": ["He ran.\r=cmd()", "b"]}))
    assert list(csv.reader(io.StringIO(made, newline=""))) == [["a"], ["He ran.\r=cmd()"], ["b"]]


def test_a_table_is_read_back_as_it_was_written():
    frame = pd.DataFrame({"word": ["she", 'a "quoted", word'], "probability": [0.5, 1e-9]})
    pd.testing.assert_frame_equal(pd.read_csv(io.StringIO(csv_text(frame))), frame)


def test_columns_that_share_a_name_keep_their_own_cells():
    frame = pd.DataFrame([["=a", "b"]], columns=["x", "x"])
    assert list(csv.reader(io.StringIO(csv_text(frame)))) == [["x", "x"], ["'=a", "b"]]


def test_columns_are_separated_by_what_is_asked_for():
    made = csv_text(pd.DataFrame({"a": ["x, y", "p\tq"], "b": [0.5, 1]}), separator="\t")
    assert made == 'a\tb\nx, y\t0.5\n"p\tq"\t1.0\n'


@pytest.mark.parametrize(
    "write",
    [
        lambda path: write_bytes_whole(path, "Él\r\n".encode()),
        lambda path: write_whole(path, lambda stream: stream.write("Él\r\n")),
    ],
)
def test_a_file_is_replaced_whole(tmp_path, write):
    path = tmp_path / "out.csv"
    path.write_text("old")
    assert write(path) == path
    assert path.read_bytes().decode() == "Él\r\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.csv"]


def test_a_place_that_cannot_be_written_is_said_and_nothing_is_left(tmp_path):
    folder = tmp_path / "out.csv"
    folder.mkdir()
    with pytest.raises(StorageError, match="cannot be written"):
        write_bytes_whole(folder, b"1")
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.csv"]
    with pytest.raises(StorageError, match="choose another place"):
        write_bytes_whole(tmp_path / "none" / "out.csv", b"1")


def test_a_file_system_that_refuses_everything_is_said(tmp_path, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(StorageError, match="cannot be written \\(Read-only file system\\)"):
        write_whole(tmp_path / "a.csv", lambda stream: stream.write("x"))


# --- links --------------------------------------------------------------------------------


def test_of_a_link_the_file_that_it_leads_to_is_written(tmp_path):
    folder = tmp_path / "results"
    folder.mkdir()
    real, link, second = folder / "real.csv", tmp_path / "link.csv", tmp_path / "second.csv"
    real.write_text("old")
    link.symlink_to(real)
    second.symlink_to("link.csv")
    assert write_whole(second, lambda stream: stream.write("new")) == second
    assert real.read_text() == "new"
    assert (link.is_symlink(), second.is_symlink()) == (True, True)
    assert sorted(path.name for path in folder.iterdir()) == ["real.csv"]


def test_a_link_to_no_file_yet_gets_one_where_it_leads(tmp_path):
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "new.csv")
    write_whole(link, lambda stream: stream.write("a"))
    assert link.is_symlink()
    assert (tmp_path / "new.csv").read_text() == "a"


def test_a_link_that_leads_to_itself_is_refused_by_name(tmp_path):
    link = tmp_path / "link.csv"
    link.symlink_to("other.csv")
    (tmp_path / "other.csv").symlink_to("link.csv")
    with pytest.raises(StorageError, match=r"link\.csv cannot be written: it is a link that"):
        write_whole(link, lambda stream: stream.write("a"))
    assert link.is_symlink()
