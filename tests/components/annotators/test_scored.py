"""Parts of the Annotators page without the page around them."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from components.annotators.charts.cells import answers_by_group
from components.annotators.sentence import (
    ALL,
    FIRST,
    LATER,
    NONE,
    answers_table,
    by_agreement,
    matching,
    most_given,
    words,
)

SENTENCES = pd.DataFrame(
    {
        "sentence": ["One [MASK].", "Two [MASK].", "Three [MASK]."],
        "said": ["tea", "oil", "sand"],
        "most": ["tea (3)", "water (2)", "house (1)"],
        "rank": pd.array([1, 4, None], dtype="Int64"),
        "answers": [3, 3, 3],
    }
)
GIVEN = pd.DataFrame(
    {
        "key": ["tea", "tea", "café au lait"],
        "group": ["a", "b", "b"],
        "rank": [2.0, 2.0, math.inf],
        "log_probability": [math.log(0.25), math.log(0.25), math.nan],
        "status": ["word", "word", "unknown"],
    }
)
VALUE = {
    "candidates": [
        {"word": "Water", "pieces": 1, "log_probability": math.log(0.5)},
        {"word": "Tea", "pieces": 1, "log_probability": math.log(0.25)},
    ]
}


@pytest.mark.parametrize(
    ("word", "only", "kept"),
    [
        ("", ALL, [0, 1, 2]),
        ("WATER", ALL, [1]),
        ("", FIRST, [0]),
        ("", LATER, [1]),
        ("", NONE, [2]),
        ("one", NONE, []),
    ],
)
def test_sentences_are_filtered_by_words_and_by_where_they_agree(word, only, kept):
    assert SENTENCES[matching(SENTENCES, word, only)].index.tolist() == kept


def test_answers_are_counted_by_group_most_frequent_first():
    frame = answers_table(GIVEN)
    assert frame["answer"].tolist() == ["tea", "café au lait"]
    assert frame[["a", "b"]].to_numpy().tolist() == [[1, 1], [0, 1]]
    assert frame["note"].tolist() == ["", "not in the vocabulary"]
    assert frame["probability"].iloc[0] == pytest.approx(25)
    assert frame.iloc[1][["rank", "probability"]].isna().all()


def test_the_models_words_say_how_often_they_were_given():
    frame = words(VALUE, GIVEN, fold=True)
    assert frame["word"].tolist() == ["Water", "Tea"]
    assert frame["given"].tolist() == [0, 2]


def test_sentences_are_counted_by_the_first_word_that_is_an_answer():
    assert [n for _, n in by_agreement(SENTENCES)] == [1, 1, 1]


def test_the_answers_of_a_sentence_are_cells_by_group_with_the_sizes_of_groups():
    figure = answers_by_group(answers_table(GIVEN))
    cells, numbers = figure.data
    assert list(figure.layout.xaxis.ticktext) == ["a,<br>n = 1", "b,<br>n = 2"]
    assert list(figure.layout.yaxis.ticktext) == ["tea", "café au lait"]
    assert [list(row) for row in cells.z] == [[1.0, 0.5], [0.0, 0.5]]
    assert list(numbers.text) == ["1", "1", "", "1"]


def test_the_claim_of_a_sentence_names_its_most_frequent_answer():
    said = most_given(answers_table(GIVEN), "I drink [MASK].", 3)
    assert said == "People most often answered “tea” (2 of 3 answers): I drink ____."
