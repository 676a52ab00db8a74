"""Excel files are read wherever a table of text is read."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

import pandas as pd
import pytest
import xlsxwriter

from engine.core.errors import InputTextError
from engine.files import workbook
from engine.files.spreadsheets import xlsx
from engine.files.text_file import EXCEL, read_text
from engine.files.workbook import is_workbook, sheet_text
from engine.lab.table import read_table
from engine.measures.pairs.data.file import read_pairs


def made(**sheets: list[list[object]]) -> bytes:
    """An Excel file with these sheets, row by row."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return stream.getvalue()


def test_cells_are_read_as_a_csv_file_writes_them():
    data = made(Data=[["word", "n", "share"], ["Männer, alte", 3, 0.25], ["=x", 4.0, True]])
    text, note = sheet_text(data, "a.xlsx")

    assert text.startswith('word,n,share\n"Männer, alte",3,0.25\n')
    assert note == ""


def test_dates_are_written_as_dates():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        form = book.add_format({"num_format": "dd.mm.yyyy"})
        book.add_worksheet().write_datetime(0, 0, date(2026, 11, 30), form)
    assert sheet_text(stream.getvalue(), "a.xlsx")[0] == "2026-11-30\n"


def test_the_first_sheet_that_holds_anything_is_read_and_named():
    data = made(Empty=[], Pairs=[["a"], ["b"], [""]], Notes=[["c"]])
    assert sheet_text(data, "a.xlsx") == ("a\nb\n", "Read from the sheet “Pairs”, of 3 sheets.")
    with pytest.raises(InputTextError, match="without a cell"):
        sheet_text(made(Empty=[]), "a.xlsx")


def test_every_reader_of_tables_takes_an_excel_file(tmp_path: Path):
    rows = [["occupation", "p_male"], ["nurse", 0.1], ["judge", "0,9"], ["baker", 0.5]]
    assert read_table(made(Plan=rows), "plan.xlsx") == {"nurse": 0.1, "judge": 0.9, "baker": 0.5}
    path = tmp_path / "pairs.xlsx"
    pair = ["Women cannot drive.", "Men cannot drive.", "gender"]
    path.write_bytes(made(Pairs=[["sent_more", "sent_less", "bias_type"], pair]))
    found = read_pairs(str(path))
    assert found.pairs[["sent_more", "sent_less"]].to_numpy().tolist() == [pair[:2]]
    assert found.encoding == EXCEL


def test_what_biascope_exports_is_read_again():
    frame = pd.DataFrame({"word": ["she", "=he"], "share": [0.5, 0.25]})
    read = read_text(xlsx(frame, {"Command": "x"}), "a.xlsx")
    assert read.text == "word,share\nshe,0.5\n=he,0.25\n"
    assert read.notes == ("Read from the sheet “Data”, of 2 sheets.",)


def test_another_archive_is_no_excel_file_and_a_damaged_one_is_refused():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as parts:
        parts.writestr("readme.txt", "text")
    assert not is_workbook(stream.getvalue())
    with pytest.raises(InputTextError, match="a ZIP archive, not text"):
        read_text(stream.getvalue(), "a.zip")
    with zipfile.ZipFile(stream, "w") as parts:
        parts.writestr("xl/workbook.xml", "<not xml")
    with pytest.raises(InputTextError, match="cannot be read; open it and save it again"):
        read_text(stream.getvalue(), "a.xlsx")


def test_a_small_file_that_unpacks_to_much_is_refused(monkeypatch):
    monkeypatch.setattr(workbook, "_MOST_UNPACKED", 100)
    with pytest.raises(InputTextError, match="unpacks to more than"):
        sheet_text(made(Data=[["a"]]), "a.xlsx")
