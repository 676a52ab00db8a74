"""Figures in words: every number is one of the data's, and nothing is read as markup."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.frame.present import in_words
from components.frame.present.explain import plain


@pytest.mark.parametrize(
    ("entries", "spec", "said"),
    [
        ([("age", 60.0), ("race", 48.5)], ".1f", "age 60.0, race 48.5."),
        (
            [(f"head {number}", float(number)) for number in range(1, 11)],
            ".0f",
            "10 values. Largest: head 10 10, head 9 9, head 8 8. "
            "Smallest: head 3 3, head 2 2, head 1 1.",
        ),
        ([("a", None), ("b", math.nan), ("c", -0.5)], "+.1f", "c −0.5."),
        ([("x" * 500, 1.0)], ".0f", f"{'x' * 39}… 1."),
        *(([entry], ".0f", in_words.NOTHING) for entry in (("a", None), ("a", math.inf))),
        ([], ".0f", in_words.NOTHING),
    ],
    ids=["few", "many", "no value and a true minus", "long name", "none", "infinite", "empty"],
)
def test_values_are_named_or_of_many_both_ends(entries, spec, said):
    assert in_words.listed(entries, spec) == said


def test_a_spread_names_its_ends_and_its_middle_half():
    assert in_words.spread([4.0, 1.0, 3.0, 2.0, None], "heads", ".1f") == (
        "4 heads from 1.0 to 4.0; the middle half from 1.8 to 3.2."
    )
    assert in_words.spread([2.0], "heads", ".0f") == "1 head from 2 to 2."
    assert in_words.spread([], "heads") == in_words.NOTHING


def test_points_have_their_axes_and_their_ends():
    said = in_words.points(
        ["nurse", "smith", "cook"], ("x", [1, 2, None]), ("y", [3, -4, 9]), ".0f"
    )
    assert said == "2 points. Across, x: 1 to 2. Up, y: lowest smith −4, highest nurse 3."


def test_cells_name_the_largest_and_the_smallest():
    said = in_words.cells(["kind", "cruel"], ["A", "B"], [[0.1, 0.2], [None, 0.05]])
    assert said == "2 rows by 2 columns. Largest: kind, B: 0.20. Smallest: cruel, B: 0.05."
    assert in_words.cells(["kind"], ["A"], [[None]]) == f"1 row by 1 column. {in_words.NOTHING}"


def test_a_sentence_of_ours_loses_its_markdown_and_keeps_its_words():
    said = in_words.unmarked(":gray[**3 of 4** models \\(BERT\\) differ.]  \nThe rest does not.")
    assert said == "3 of 4 models (BERT) differ. The rest does not."


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"])))
def test_an_escaped_text_is_the_text_again(text):
    text = text.replace("\u2060", "")
    assert in_words.unmarked(plain(text)) == text
