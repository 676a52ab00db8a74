from __future__ import annotations

import json
import re

import numpy as np
import pandas as pd
import pytest

from engine.core.errors import InputTextError
from engine.files.read_cells import cells_of
from engine.files.table_file import ENDINGS, save_table, seeing_tables, table_ending
from engine.files.text_file import read_text

FRAME = pd.DataFrame(
    {
        "sentence": ['Él dijo: "no", y se fue.', "tab\there", "nurse; midwife"],
        "score": [0.1 + 0.2, -1e-9, float("nan")],
        "n": [3, 20, 100],
        "clear": [True, False, True],
    }
)


@pytest.mark.parametrize("ending", [*ENDINGS, ".CSV", ".Xlsx"])
def test_a_table_is_read_back_as_it_was_written(tmp_path, ending):
    path = tmp_path / f"out{ending}"
    save_table(FRAME, path)
    _, cells = cells_of(read_text(path), lambda header: "sentence" in header)
    assert list(cells.header) == list(FRAME.columns)
    rows = [row for _, row in cells.good]
    assert [row[0] for row in rows] == list(FRAME["sentence"])
    exact = pytest.approx([0.1 + 0.2, -1e-9], rel=1e-15 if path.suffix.lower() == ".xlsx" else 0)
    assert [float(row[1]) for row in rows[:2]] == exact
    assert rows[2][1] in ("", "null")
    assert [float(row[2]) for row in rows] == [3, 20, 100]
    assert [row[3].lower() for row in rows] == ["true", "false", "true"]
    assert cells.bad == []
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_numbers_of_an_excel_file_are_numbers(tmp_path):
    from python_calamine import load_workbook

    save_table(FRAME, tmp_path / "out.xlsx")
    rows = load_workbook(str(tmp_path / "out.xlsx")).get_sheet_by_index(0).to_python()
    assert rows[1][1:] == [pytest.approx(0.1 + 0.2, rel=1e-15), 3.0, True]


def test_a_name_without_an_end_is_csv(tmp_path):
    save_table(FRAME[["n"]], tmp_path / "out")
    assert (tmp_path / "out").read_text() == "n\n3\n20\n100\n"


def test_json_has_no_number_that_json_lacks(tmp_path):
    odd = [np.int64(3), np.float64("inf"), np.bool_(True), pd.Timestamp(2020, 1, 2)]
    save_table(pd.DataFrame({"a": pd.Series(odd, dtype=object)}), tmp_path / "out.json")
    rows = json.loads((tmp_path / "out.json").read_text())
    assert [row["a"] for row in rows] == [3, None, True, "2020-01-02 00:00:00"]


def test_a_formula_is_no_formula_in_a_spreadsheet(tmp_path):
    frame = pd.DataFrame({"a": ["=1+1"]})
    save_table(frame, tmp_path / "out.tsv")
    assert (tmp_path / "out.tsv").read_text() == "a\n'=1+1\n"


@pytest.mark.parametrize("name", ["out.txt", "out.xls", "out.csv.gz", "a/b.parquet"])
def test_another_end_is_refused_in_a_sentence(tmp_path, name):
    with pytest.raises(
        InputTextError, match=re.escape("ends in .csv, .xlsx, .tsv, .json or .jsonl")
    ):
        table_ending(name)
    with pytest.raises(InputTextError):
        save_table(FRAME, tmp_path / "out.txt")
    assert not list(tmp_path.iterdir())


def test_a_table_is_shown_before_its_texts_are_made_safe(tmp_path):
    seen = {}
    with seeing_tables(seen.__setitem__):
        save_table(pd.DataFrame({"a": ["=1+1"]}), tmp_path / "out.csv")
    assert seen[tmp_path / "out.csv"]["a"].tolist() == ["=1+1"]
