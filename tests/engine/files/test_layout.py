"""Tables without names of columns, and what a command is told of a layout."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.files.columns import MissingColumnsError
from engine.files.layout import Layout, by_number, laid_out, sheets_of
from engine.files.sentences import read_sentences_file
from engine.measures.pairs.data.file import PairsFile, read_pairs

BARE = Layout(header=False)
BOTH = {"sent_more": "1", "sent_less": "2"}


def read(text: str, name: str = "a.csv", **columns: str) -> PairsFile:
    return read_pairs(laid_out(text.encode(), BARE), name, columns)


def test_the_usual_layout_is_no_option_and_leaves_a_file_as_it_is():
    assert Layout().options == []
    assert Layout("Daten", False).options == ["--sheet", "Daten", "--no-header"]
    assert laid_out("a.csv", Layout()) == "a.csv"


def test_columns_without_names_are_chosen_by_number():
    found = read("He went;She went\nHe, too;She, too\n", **BOTH)
    assert found.pairs["sent_more"].to_dict() == {1: "He went", 2: "He, too"}
    assert found.columns == {"sent_more": "Column 1", "sent_less": "Column 2"}
    assert by_number({"a": "02", "b": "Column 3", "c": ""}) == {
        "a": "Column 2",
        "b": "Column 3",
        "c": "",
    }


def test_a_number_that_is_no_column_is_refused():
    with pytest.raises(MissingColumnsError, match=r"no column 'Column 3'\. It has: Column 1, Col"):
        read("He,She\n", sent_more="1", sent_less="3")


def test_without_names_the_first_row_says_how_many_columns_there_are():
    found = read("He,She,,\nHe\n\nHe,She,They\n", **BOTH)
    assert found.pairs.index.tolist() == [1]
    assert found.rejected[["row", "problem"]].to_numpy().tolist() == [
        [2, "sent_less is empty"],
        [
            4,
            "has 3 columns where the first row has 2; a sentence with a comma needs quotation "
            "marks around it",
        ],
    ]


def test_a_row_that_is_there_twice_is_no_header_that_repeats():
    assert len(read("He,She\nHe,She\n", **BOTH).pairs) == 2


def test_a_numbered_table_of_r_keeps_its_numbers_as_a_column():
    assert read("1,He,She\n2,He,She\n", sent_more="2", sent_less="3").pairs.shape == (2, 3)


def test_json_names_its_columns_in_each_row():
    with pytest.raises(InputTextError, match="is JSON, whose rows name their columns"):
        read('{"sent_more": "a", "sent_less": "b"}\n', "a.jsonl")


def test_a_column_of_sentences_without_a_heading():
    found = read_sentences_file(laid_out(b"A [MASK].\nB [MASK].\n", BARE), "a.csv", {"text": "1"})
    assert found.sentences == ((1, "A [MASK]."), (2, "B [MASK]."))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", {}),
        ("Daten", {"": "Daten"}),
        ("a=b", {"": "a=b"}),
        ("targets=Berufe", {"targets": "Berufe"}),
        ('targets=Berufe,"attributes=A, b"', {"targets": "Berufe", "attributes": "A, b"}),
    ],
)
def test_sheets_of_several_tables_are_named_by_table(text, found):
    assert sheets_of(text, ("attributes", "targets")) == found
