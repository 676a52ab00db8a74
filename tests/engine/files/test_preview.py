"""How a table looks before its columns are known."""

from __future__ import annotations

from io import BytesIO

import pytest
import xlsxwriter

from engine.core.errors import InputTextError
from engine.files.columns import Roles
from engine.files.preview import MOST_VALUES, preview_table
from engine.files.values import names_like, one_of

ROLES = Roles(
    {"word": ("word",), "gender": ("gender",)},
    ("word",),
    "",
    vocabularies={"gender": one_of(("male", "female"))},
)
GERMAN = "Beruf;Geschlecht;Anteil\r\nKöchin;weiblich;0,5\r\nKoch;Male;1,5\r\nArzt;;2,5\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_a_file_of_a_german_excel_is_cut_at_semicolons(encoding):
    found = preview_table(ROLES, GERMAN.encode(encoding), "a.csv")
    assert found.header == ("Beruf", "Geschlecht", "Anteil")
    assert found.rows[0] == ("Köchin", "weiblich", "0,5")
    assert found.values["Geschlecht"] == ("weiblich", "Male")
    assert found.unread(ROLES, {"gender": "Geschlecht"}) == {"gender": ["weiblich"]}
    assert found.unread(ROLES, {"word": "Beruf"}) == {}


def test_names_that_may_be_any_are_never_unread():
    roles = Roles({"group": ()}, (), "", vocabularies={"group": names_like()})
    found = preview_table(roles, GERMAN.encode(), "a.csv")
    assert found.unread(roles, {"group": "Geschlecht"}) == {}


def test_of_an_excel_file_the_first_sheet_with_cells_is_read():
    stream = BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        book.add_worksheet("leer")
        sheet = book.add_worksheet("Daten")
        sheet.write_row(0, 0, ["Wort", "Gruppe"])
        sheet.write_row(1, 0, ["Köchin", "weiblich"])
    found = preview_table(ROLES, stream.getvalue(), "a.xlsx")
    assert (found.header, found.rows) == (("Wort", "Gruppe"), (("Köchin", "weiblich"),))


def test_a_plain_list_of_words_is_one_column_and_a_name_that_repeats_gets_a_number():
    assert preview_table(ROLES, b"word\ncook\nnurse\n", "a.csv").values == {
        "word": ("cook", "nurse")
    }
    found = preview_table(ROLES, b"a,a\n1,2\n", "a.csv")
    assert (found.header, found.shown_header) == (("a", "a (2nd)"), ("a", "a (2nd)"))
    assert found.values["a"] == ("1",)


def test_an_empty_file_is_refused():
    with pytest.raises(InputTextError, match=r"^a\.csv is empty"):
        preview_table(ROLES, b" \n", "a.csv")


def test_of_many_rows_a_few_are_shown_and_columns_of_texts_have_no_values():
    rows = "".join(f"word {n},{n % MOST_VALUES}\n" for n in range(100_000))
    found = preview_table(ROLES, f"word,gender\n{rows}".encode(), "a.csv")
    assert len(found.rows) == 5
    assert [*found.values] == ["gender"]
    assert len(found.values["gender"]) == MOST_VALUES
