"""Groups of word lists are edited as tables, and what is not touched stays as it was."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.curation.keywords.lists import as_text, languages, load_lists, parse
from engine.curation.keywords.table_form import SOUGHT, columns_of, rows_of, with_rows

LIST = """category = "gender"
language = "en"

[[group]]
name = "family"
forms = ["singular", "plural"]
pairs = true
words = [
  [["mom", "mum"], "moms"],
  ["dad", "dads"],
]
"""


def lists_of(language: str):
    return load_lists(language).categories.values()


@pytest.mark.parametrize("language", languages())
def test_every_list_of_biascope_goes_through_a_table_unchanged(language):
    for one in lists_of(language):
        for number, group in enumerate(one.groups):
            assert with_rows(one, number, rows_of(group)) == as_text(one), (one.source, group.name)


def test_a_row_is_changed_added_and_left_out():
    one = parse(LIST, "gender.toml")
    assert columns_of(one.groups[0]) == ["singular", "plural"]
    assert rows_of(one.groups[0]) == [["mom / mum", "moms"], ["dad", "dads"]]
    text = with_rows(one, 0, [["mom/mum / ma", None], ["", ""], ["sis", "sisses"], ["", "kids"]])
    changed = parse(text, "gender.toml").groups[0]
    assert changed.rows == (
        (("mom", "mum", "ma"), ()),
        (("sis",), ("sisses",)),
        ((), ("kids",)),
    )
    assert changed.extra == {"pairs": True}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["--", "x"]], "Row 1: '--' has no letter"),
        ([["a_b", ""]], "holds an underscore"),
        ([["", None]], "No word is left in family"),
        ([], "No word is left in family"),
    ],
)
def test_what_cannot_be_a_word_is_named_with_its_row(rows, said):
    with pytest.raises(InputTextError, match=said):
        with_rows(parse(LIST, "gender.toml"), 0, rows)


def test_words_that_are_counterparts_alone_are_marked():
    text = LIST.replace("pairs = true", 'found = ["mom"]')
    one = parse(text, "gender.toml")
    assert columns_of(one.groups[0])[-1] == SOUGHT
    rows = rows_of(one.groups[0])
    assert [row[-1] for row in rows] == [True, False]
    changed = parse(with_rows(one, 0, [[*row[:-1], True] for row in rows]), "gender.toml")
    assert changed.groups[0].found == ("mom", "dad")
