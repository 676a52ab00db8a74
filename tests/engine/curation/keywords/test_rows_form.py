"""Keyword lists as tables: any delimiter, Excel, one category or several."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.curation.keywords.lists import as_text, load_lists, parse
from engine.curation.keywords.rows_form import is_table, read_keywords
from engine.files.columns import MissingColumnsError
from tests.engine.files.test_workbook import made

ROWS = [
    ["keyword", "counterparts", "category"],
    ["old", "young, middle-aged", "age"],
    ["girl/girls", "boy/boys", "gender"],
    ["greybeard", "", "age"],
]
AGE = "category: age\nold | young, middle-aged\ngreybeard\n"
GENDER = "category: gender\ngirl/girls | boy/boys\n"


def delimited(sign: str) -> bytes:
    return "\n".join(sign.join(f'"{cell}"' for cell in row) for row in ROWS).encode()


def texts(name: str, data: bytes, **mapping: str) -> list[str]:
    return [as_text(one) for one in read_keywords(data, name, mapping, "en").lists]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("words.csv", delimited(",")),
        ("words.csv", delimited(";")),
        ("words.tsv", delimited("\t")),
        ("words.xlsx", made(Words=ROWS)),
        (
            "words.jsonl",
            b'{"keyword": "old", "counterparts": "young, middle-aged", "category": "age"}\n'
            b'{"keyword": "girl/girls", "counterparts": "boy/boys", "category": "gender"}\n'
            b'{"keyword": "greybeard", "counterparts": "", "category": "age"}\n',
        ),
    ],
)
def test_a_table_holds_what_lines_of_text_do(name, data):
    assert texts(name, data) == [as_text(parse(text, "a.txt", "en")) for text in (AGE, GENDER)]


def test_columns_of_other_names_are_chosen_and_counterparts_of_several_rows_come_together():
    data = b"Wort;Gegenteil;Thema\nold;young;Age\nold;middle-aged;Age\ngreybeard;;Age\n"
    with pytest.raises(MissingColumnsError, match="It has: Wort, Gegenteil, Thema"):
        read_keywords(data, "words.csv")
    columns = {"keyword": "Wort", "counterparts": "Gegenteil", "category": "Thema"}
    assert texts("words.csv", data, **columns) == [as_text(parse(AGE, "a.txt", "en"))]


def test_a_table_is_written_so_that_it_reads_back_equal():
    table = read_keywords(made(Words=ROWS), "words.xlsx", None, "en")
    again = read_keywords(table.as_csv().encode(), "words-xlsx.csv", None, "en")
    assert [as_text(one) for one in again.lists] == [as_text(one) for one in table.lists]
    assert (table.words, again.entries) == (8, table.entries)


def test_words_alone_have_the_counterparts_of_the_list_that_comes_with_biascope():
    data = b"word\nTeenager\nretiree\nteenager\n"
    table = load_lists("en", [("my_age.csv", data)])
    json = load_lists("en", [("my_age.json", b'{"keywords": ["teenager", "retiree"]}')])
    assert as_text(table.categories["age"]) == as_text(json.categories["age"])
    assert read_keywords(data, "my_age.csv", None, "en").lists[0].bare


def test_the_lists_of_one_table_replace_those_of_their_categories_alone():
    lists = load_lists("en", [("words.csv", delimited(";"))])
    assert [row[0] for row in lists.categories["gender"].groups[0].rows] == [("girl",), ("boy",)]
    shipped = load_lists("en")
    assert lists.categories["religion"] == shipped.categories["religion"]


def test_rows_that_cannot_be_used_are_listed_with_what_is_wrong():
    data = (
        b"keyword,counterparts,category\nold,young,age\n,young,age\n???,,age\n"
        b"girl/girls,boy,gender\nfat,thin,\nnew,old,gendr\n"
    )
    table = read_keywords(data, "words.csv", None, "en")
    assert [one.category for one in table.lists] == ["age"]
    problems = table.rejected["problem"].tolist()
    assert problems[0] == "the keyword is empty"
    assert "has no letter to look for" in problems[1]
    assert "as many forms as the others" in problems[2]
    assert "is no category" in problems[3]
    assert "did you mean gender?" in problems[4]
    said: list[str] = []
    load_lists("en", [("words.csv", data)], note=said.append)
    assert said[-1].startswith("5 rows of words.csv left out. Row 3: the keyword is empty. Row 4:")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("words.csv", b"keyword,category\n???,age\n", "no keyword that can be used"),
        ("words.csv", b"", "words.csv is empty"),
        ("words.xlsx", made(Words=[["keyword"]]), "no rows below its header"),
        ("1.csv", b"keyword\nold\n", "its name is none either"),
        ("a.csv", b"a,b\n1,2\n", "needs the column keyword"),
    ],
)
def test_a_table_without_words_is_refused_in_a_sentence(name, data, said):
    with pytest.raises(InputTextError, match=said):
        load_lists("en", [(name, data)])


def test_tables_are_told_by_their_endings():
    assert is_table("My.Words.XLSX")
    assert not any(map(is_table, ("age.txt", "age.toml", "age.json", "csv")))
