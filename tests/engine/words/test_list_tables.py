"""Word lists in tables: columns are chosen, labels are mapped, gaps are said."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.files.columns import MissingColumnsError
from engine.words.association_tests import file_lists
from engine.words.list_tables import ListReading
from engine.words.lists import read_attributes, read_targets
from tests.engine.files.test_workbook import made

PAIRS = ("paare.csv", "Nr;Frau;Mann\r\n1;sie;er\r\n2;Tochter;Söhne\r\n".encode("cp1252"))
JOBS = (
    "berufe.csv",
    "Beruf;Geschlecht\nPflegerin;weiblich\nKoch;männlich\n;weiblich\nArzt;\n".encode("cp1252"),
)
READING = ListReading(
    {"a": "Frau", "b": "Mann", "word": "Beruf", "association": "Geschlecht"},
    {"weiblich": "Frau", "männlich": "Mann"},
)


def test_columns_and_labels_of_german_lists_are_read_as_told():
    found = file_lists(PAIRS, JOBS, reading=READING)
    assert found.pairs == (("sie", "er"), ("Tochter", "Söhne"))
    assert found.names_of_attributes == ("Frau", "Mann")
    assert (found.x, found.y) == (("Pflegerin",), ("Koch",))
    assert "berufe.csv: 2 rows without a word or its group are left out." in found.notes
    assert "berufe.csv: Read 'weiblich' as Frau, 'männlich' as Mann." in found.notes


def test_columns_that_are_not_read_are_named_where_they_hold_something():
    table = ("t.csv", b"male,female,work,empty\nhe,she,career,\nman,woman,,\n")
    found = read_attributes(table)
    assert found.pairs == (("he", "she"), ("man", "woman"))
    assert found.unread == ("work",)
    assert read_attributes(PAIRS, reading=READING).unread == ("Nr",)
    assert read_attributes(("t.csv", b"male,female\nhe,she\n")).unread == ()


def test_names_tell_the_columns_of_targets_where_both_are_there():
    table = ("t.csv", b"note,gender,word\nx,a,nurse\ny,b,cook\n")
    found = read_targets(table, ("a", "b"))
    assert (found.x, found.y) == (("nurse",), ("cook",))
    assert read_targets(("t.csv", b"nurse,to\ncook,a\n"), ("a", "b")).x == ("cook",)


def test_a_column_that_sorts_its_rows_is_no_list_of_counterparts():
    words = "mutter vater frau mann pflegerin pilot".split()
    roles = ["attribut"] * 4 + ["ziel"] * 2
    rows = [f"{word};{role};x" for word, role in zip(words, roles, strict=True)]
    table = ("lang.csv", "\n".join(["Wort;Rolle;Gruppe", *rows]).encode())
    with pytest.raises(InputTextError, match="'Rolle' has only 2 different words in 6 rows"):
        read_attributes(table)


def test_a_label_that_is_mapped_to_nothing_leaves_its_rows_out():
    table = ("t.csv", b"word,association\nnurse,a\ncook,?\n")
    found = read_targets(table, ("a", "b"), ListReading({}, {"?": ""}))
    assert (found.x, found.y) == (("nurse",), ())
    assert any("1 row without a word or its group is left out" in note for note in found.notes)


def test_an_excel_file_of_word_pairs_has_a_header():
    import pandas as pd

    from engine.files.spreadsheets import xlsx

    data = xlsx(pd.DataFrame({"female": ["she", "young woman"], "male": ["he", "young man"]}))
    found = read_attributes(("pairs.xlsx", data))
    assert found.pairs == (("she", "he"), ("young woman", "young man"))
    assert found.names_of_attributes == ("female", "male")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_any_delimiter_is_found(delimiter):
    text = f"female{delimiter}male\nshe{delimiter}he\n"
    assert read_attributes(("a.csv", text.encode())).pairs == (("she", "he"),)


def test_what_cannot_be_chosen_is_refused():
    with pytest.raises(MissingColumnsError, match=r"paare\.csv has no column 'Weib'\. It has: Nr"):
        read_attributes(PAIRS, None, ListReading({"a": "Weib"}, {}))
    with pytest.raises(InputTextError, match="'c' is not a column role; roles are a, b, word"):
        read_attributes(PAIRS, None, ListReading({"c": "Frau"}, {}))
    json = ("words.json", b'{"female": ["she"], "male": ["he"]}')
    with pytest.raises(InputTextError, match="is no table with headings"):
        read_attributes(json, None, ListReading({"a": "Frau"}, {}))
    with pytest.raises(InputTextError, match=r"No row of berufe\.csv has 'divers'"):
        read_targets(JOBS, ("Frau", "Mann"), ListReading({}, {"divers": ""}))
    with pytest.raises(InputTextError, match=r"needs two columns.*line 1 has one"):
        read_attributes(("list.csv", b"word\nshe\nhe\n"))


BOOK = made(
    Paare=[["Frau", "Mann"], ["sie", "er"]],
    Berufe=[["Beruf", "Geschlecht"], ["Pflegerin", "Frau"], ["Koch", "Mann"]],
)


def test_attributes_and_targets_may_be_on_two_sheets_of_one_file():
    file = ("listen.xlsx", BOOK)
    found = file_lists(file, file, reading=ListReading({}, {}, {"targets": "Berufe"}))
    assert (found.pairs, found.x, found.y) == ((("sie", "er"),), ("Pflegerin",), ("Koch",))
    assert read_attributes(file, reading=ListReading({}, {}, {"": "paare"})).a == ("sie",)


def test_sheets_of_no_word_list_and_of_no_workbook_are_refused():
    with pytest.raises(
        InputTextError, match=r"'words' is no word list; --sheet is written SHEET, or"
    ):
        read_attributes(PAIRS, reading=ListReading({}, {}, {"words": "A"}))
    with pytest.raises(InputTextError, match=r"paare\.csv is no Excel workbook"):
        read_attributes(PAIRS, reading=ListReading({}, {}, {"attributes": "A"}))
