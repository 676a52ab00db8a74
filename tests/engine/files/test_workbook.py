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
from engine.files.columns import MissingColumnsError
from engine.files.layout import Layout, laid_out
from engine.files.spreadsheets import xlsx
from engine.files.text_file import EXCEL, read_text
from engine.files.workbook import is_workbook, read_sheet, sheets_with_cells
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
    sheet = read_sheet(data, "a.xlsx")

    assert sheet.text.startswith('word,n,share\n"Männer, alte",3,0.25\n')
    assert (sheet.notes, sheet.name, sheet.others) == ((), "", ())


def test_dates_are_written_as_dates():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        form = book.add_format({"num_format": "dd.mm.yyyy"})
        book.add_worksheet().write_datetime(0, 0, date(2026, 11, 30), form)
    assert read_sheet(stream.getvalue(), "a.xlsx").text == "2026-11-30\n"


def test_the_first_sheet_that_holds_anything_is_read_and_named():
    data = made(Empty=[], Pairs=[["a"], ["b"], [""]], Notes=[["c"]])
    sheet = read_sheet(data, "a.xlsx")
    assert sheet.text == "a\nb\n"
    assert sheet.notes == ("Read from the sheet “Pairs”, of 3 sheets.",)
    with pytest.raises(InputTextError, match="without a cell"):
        read_sheet(made(Empty=[]), "a.xlsx")


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
        read_sheet(made(Data=[["a"]]), "a.xlsx")


PAIRS = [["sent_more", "sent_less"], ["He went.", "She went."]]


def pairs_in(data: bytes, sheet: str = "") -> list[str]:
    return list(read_pairs(laid_out(data, Layout(sheet)), "a.xlsx").pairs["sent_more"])


def test_a_sheet_is_chosen_by_its_name_whatever_its_case():
    data = made(Codes=[["code"], ["1"]], Daten=PAIRS)
    assert pairs_in(data, "Daten") == pairs_in(data, " daten ") == ["He went."]


def test_a_sheet_that_is_not_there_is_refused_with_those_that_are():
    data = made(Codes=[["code"], ["1"]], Daten=PAIRS, Leer=[])
    with pytest.raises(InputTextError, match=r"no sheet “Data”\. It has: “Codes”, “Daten” and “L"):
        pairs_in(data, "Data")
    with pytest.raises(InputTextError, match=r"“Leer” of a\.xlsx is empty\. Sheets with cells: “C"):
        pairs_in(data, "Leer")
    with pytest.raises(InputTextError, match=r"a\.csv is no Excel workbook, so it has no sheet “D"):
        read_pairs(laid_out(b"a,b\n1,2\n", Layout("D")), "a.csv")


def test_many_sheets_and_long_names_are_cut_in_a_sentence():
    data = made(**{f"Sheet {number}": [["a"], ["b"]] for number in range(40)})
    with pytest.raises(InputTextError, match=r"“Sheet 6” and 33 more\.$"):
        read_sheet(data, "a.xlsx", "x")
    with pytest.raises(InputTextError, match=r"no sheet “x{39}…”"):
        read_sheet(data, "a.xlsx", "x" * 300)
    assert len(sheets_with_cells(data, "a.xlsx")) == 40


def test_a_missing_column_names_the_other_sheets():
    data = made(Codes=[["code", "text"], ["1", "a"]], Daten=PAIRS)
    with pytest.raises(MissingColumnsError) as caught:
        pairs_in(data)
    assert str(caught.value).startswith(
        "a.xlsx (sheet “Codes”) needs the columns sent_more and sent_less. It has: code, text. "
        "Other sheets: “Daten”. Name the two columns"
    )


def test_a_hidden_sheet_is_read_only_where_it_is_named_or_alone():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        lists, answers = book.add_worksheet("Lists"), book.add_worksheet("Answers")
        lists.write_row(0, 0, ["a", "b"])
        lists.hide()
        answers.activate()
        answers.write_row(0, 0, ["c"])
    data = stream.getvalue()

    assert sheets_with_cells(data, "a.xlsx") == {"Answers": False, "Lists": True}
    assert read_sheet(data, "a.xlsx").text == "c\n"
    assert read_sheet(data, "a.xlsx", "Lists").notes == (
        "Read from the sheet “Lists”, which is hidden in Excel, of 2 sheets.",
    )


def test_merged_cells_above_the_names_of_columns_are_named():
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        sheet = book.add_worksheet()
        sheet.merge_range(0, 0, 0, 27, "Study 2026")
        for number, row in enumerate(PAIRS):
            sheet.write_row(number + 1, 0, row)
    with pytest.raises(MissingColumnsError, match=r"merged \(A1 to AB1\), so not every column"):
        pairs_in(stream.getvalue())


def test_a_workbook_with_a_password_is_said_to_have_one():
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512) + "EncryptedPackage".encode("utf-16-le")
    for layout in (Layout(), Layout("Daten")):
        with pytest.raises(InputTextError, match=r"a\.xlsx is protected by a password; remove it"):
            read_pairs(laid_out(data, layout), "a.xlsx")
    assert sheets_with_cells(data, "a.xlsx") == {}
