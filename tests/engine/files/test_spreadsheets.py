"""Tables as spreadsheets open them: with the signs of a language, and without formulas."""

from __future__ import annotations

import zipfile
from io import BytesIO
from xml.etree import ElementTree

import pandas as pd
import pytest

from engine.core.errors import InputTextError
from engine.files import spreadsheets
from engine.files.spreadsheets import (
    COMMA,
    POINT,
    csv_for_excel,
    decimal_sign,
    with_fractions,
    xlsx,
)

_NS = {"s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}


@pytest.mark.parametrize(
    ("locale", "sign"),
    [
        ("de-DE", COMMA),
        ("de", COMMA),
        ("fr-CA", COMMA),
        ("pt-BR", COMMA),
        ("en-US", POINT),
        ("de-CH", POINT),
        ("es-MX", POINT),
        ("ja", POINT),
        (None, POINT),
        ("", POINT),
        ("zz-ZZ", POINT),
        ("not a language", POINT),
    ],
)
def test_the_decimal_sign_is_that_of_the_language(locale, sign):
    assert decimal_sign(locale) == sign


def test_a_csv_for_a_language_with_decimal_commas_separates_by_semicolons():
    frame = pd.DataFrame({"word": ["Männer", "a;b", "=1+1"], "score": [0.25, -1.5, None]})
    text = csv_for_excel(frame, COMMA)
    assert text == '\ufeffword;score\nMänner;0,25\n"a;b";-1,5\n\'=1+1;\n'
    assert csv_for_excel(frame, POINT).startswith("\ufeffword,score\nMänner,0.25\n")


def cells(data: bytes, sheet: int = 1) -> list[list[tuple[str, str]]]:
    """Type and value of the cells of a sheet, row by row."""
    with zipfile.ZipFile(BytesIO(data)) as book:
        shared = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
        texts = ["".join(part.itertext()) for part in shared.findall("s:si", _NS)]
        root = ElementTree.fromstring(book.read(f"xl/worksheets/sheet{sheet}.xml"))
    assert not root.findall(".//s:f", _NS)  # formulas
    rows = []
    for row in root.findall(".//s:row", _NS):
        found = []
        for cell in row.findall("s:c", _NS):
            kind, value = cell.get("t", "n"), cell.findtext("s:v", "", _NS)
            found.append((kind, texts[int(value)] if kind == "s" else value))
        rows.append(found)
    return rows


def test_an_excel_file_holds_numbers_as_numbers_and_texts_as_texts():
    frame = pd.DataFrame(
        {"word": ["=cmd()", "https://example.org"], "n": [3, 4], "p": [0.5, float("nan")]}
    )
    assert cells(xlsx(frame, {"Command": "biascope pairs"})) == [
        [("s", "word"), ("s", "n"), ("s", "p")],
        [("s", "=cmd()"), ("n", "3"), ("n", "0.5")],
        [("s", "https://example.org"), ("n", "4")],
    ]
    assert cells(xlsx(frame, {"Command": "=x"}), 2) == [[("s", "Command"), ("s", "=x")]]


def test_values_that_are_no_finite_number_are_texts_and_long_texts_are_cut_visibly():
    frame = pd.DataFrame({"x": [float("inf"), True, None, "a" * 40_000, (1, 2)]}, dtype=object)
    (_, [infinite], [true], [long], [pair]) = cells(xlsx(frame))
    assert (infinite, true, pair) == (("s", "inf"), ("b", "1"), ("s", "(1, 2)"))
    assert len(long[1]) == 32_767
    assert long[1].endswith("…")


def test_missing_values_of_every_kind_are_empty_cells():
    frame = pd.DataFrame({"n": pd.array([1, None], "Int64"), "x": [pd.NaT, None], "y": [1, 2]})
    assert cells(xlsx(frame))[1:] == [[("n", "1"), ("n", "1")], [("n", "2")]]


def test_a_table_with_more_rows_than_a_sheet_is_refused(monkeypatch):
    monkeypatch.setattr(spreadsheets, "_MOST_ROWS", 1)
    with pytest.raises(InputTextError, match="Take the CSV file instead"):
        xlsx(pd.DataFrame({"x": [1, 2]}))


@pytest.mark.parametrize(
    ("column", "written"),
    [
        (["0,8", "1", None, "-2,25"], [0.8, 1.0, None, -2.25]),
        (["0.8", "12.5"], [0.8, 12.5]),
        (["1,234", "5,678"], ["1,234", "5,678"]),  # thousands, perhaps
        (["1.10", "1.2"], ["1.10", "1.2"]),  # a head, a version
        (["0,8", "viel"], ["0,8", "viel"]),
        (["007", "008"], ["007", "008"]),
        (["1", "2"], ["1", "2"]),
        ([0.5, "0,5"], [0.5, "0,5"]),
    ],
)
def test_a_column_of_written_fractions_is_one_of_numbers(column, written):
    assert with_fractions(column) == written
