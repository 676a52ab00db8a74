from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.measures.completion import completed_file
from engine.measures.completion.completed_file import (
    A_MASK,
    A_SLOT,
    NO_MASK,
    check_size,
    suitable,
    words_table,
)
from engine.measures.health.reading import Reading


def test_texts_that_a_kind_of_model_cannot_complete_are_named():
    texts = ["A [MASK].", "No.", "{group} are ___."]
    assert suitable(texts, MASKED) == ([0], [(1, NO_MASK), (2, A_SLOT)])
    assert suitable(texts[:2], CAUSAL) == ([1], [(0, A_MASK)])


@pytest.mark.parametrize(
    ("texts", "kind", "said"),
    [
        (["No.", "Nor this."], MASKED, "No sentence of the file has a blank"),
        (["A [MASK]."], CAUSAL, "Every sentence of the file has a blank"),
        (["{group} are [MASK]."], MASKED, "the {group} slot is for a sentence"),
    ],
)
def test_a_file_without_one_is_refused(texts, kind, said):
    with pytest.raises(InputTextError, match=said):
        suitable(texts, kind)


def test_a_table_that_would_not_fit_is_refused_with_what_would(monkeypatch):
    monkeypatch.setattr(completed_file, "MOST_WORDS", 100)
    check_size(10, 10)
    with pytest.raises(InputTextError, match="ask for at most 9 words"):
        check_size(11, 10)


def test_the_table_has_a_row_a_word_and_a_column_a_target():
    def word(name, rank, probability):
        return {"word": name, "token": f"_{name}", "rank": rank, "probability": probability}

    def target(name, mask, probability):
        return {"word": name, "mask": mask, "probability": probability}

    value = {
        "predictions": [[word("he", 1, 0.5), word("deep sea", None, 0.1)], [word("it", 1, 0.9)]],
        "targets": [target("she", 1, 0.2), target("she", 2, None)],
    }
    frame = words_table([7], ["[MASK] [MASK]"], [value])
    assert list(frame.columns) == [
        *("row", "text", "mask", "rank", "word", "token", "probability", "p(she)"),
    ]
    assert frame["row"].tolist() == [7, 7, 7]
    assert frame["mask"].tolist() == [1, 1, 2]
    assert frame["rank"].fillna(0).tolist() == [1, 0, 1]
    assert frame["p(she)"].fillna(-1).tolist() == [0.2, 0.2, -1]
    assert words_table([], [], []).empty


def test_the_table_says_how_each_sentence_is_read():
    word = {"word": "it", "token": "it", "rank": 1, "probability": 0.9}
    value = {"predictions": [[word]], "targets": []}
    readings = [Reading(("茶", "木"), ("the",), ("arzt", "sagte", "dass")), Reading()]
    frame = words_table([1, 2], ["a", "b"], [value, value], readings)
    assert frame["unread_words"].tolist() == ["茶 木", ""]
    assert frame["whole_words"].fillna(-1).tolist() == [0.25, -1]
