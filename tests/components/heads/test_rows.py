"""Rows of the before/after panel."""

from __future__ import annotations

import pytest

from components.heads import rows as heads_rows
from components.heads.results import Result
from components.heads.rows import Row
from engine.spec import HeadRef, ModelSpec

WHOLE = ModelSpec("m", "r")
MASKED = ModelSpec("m", "r", masked_heads=(HeadRef(0, 0), HeadRef(1, 1)))


def test_the_table_shows_the_masked_model_next_to_the_original_one():
    row = Row("SEAT d", 0.0, 2, {WHOLE: Result(0.5, "+0.50"), MASKED: Result(0.3, "+0.30")})
    frame = heads_rows.table([row], [WHOLE, MASKED])
    assert list(frame.columns) == ["measure", "unmodified", "2 masked"]
    assert frame.iloc[0].tolist() == ["SEAT d", "+0.50", "**+0.30** :blue[▼\u00a00.20]"]


def test_a_result_not_measured_yet_shows_its_progress():
    row = Row("CPS", 50.0, 1, {}, {WHOLE: "3 of 60"})
    assert heads_rows.table([row], [WHOLE]).iloc[0].tolist() == ["CPS", ":gray[3 of 60]"]


@pytest.mark.parametrize(
    ("before", "after", "neutral", "shown"),
    [
        (0.5, 0.9, 0.0, " :orange[▲\u00a00.40]"),
        (0.5, 0.1, 0.0, " :blue[▼\u00a00.40]"),
        (0.5, 0.501, 0.0, " :gray[=]"),
        (15.0, 17.0, None, " :gray[▲\u00a02.00]"),
        (None, 0.1, 0.0, ""),
        (0.1, None, 0.0, ""),
    ],
)
def test_colour_shows_the_direction_of_bias_and_is_grey_otherwise(before, after, neutral, shown):
    assert heads_rows.change(Result(before, ""), Result(after, ""), neutral, 2) == shown


def test_the_export_has_every_result_with_its_mask_and_interval():
    whole, masked = Result(0.5, "+0.50", "", "17 targets", (0.1, 0.9)), Result(None, "he 50%")
    rows = {
        "seat": Row("SEAT d", 0.0, 2, {WHOLE: whole}),
        "words": Row("x", None, 0, {MASKED: masked}),
    }
    frame = heads_rows.frame(rows, [WHOLE, MASKED])
    assert frame["figure"].tolist() == ["seat", "words"]
    assert frame["masked_heads"].tolist() == ["", "1-1, 2-2"]
    assert frame.loc[0, ["value", "low", "high", "of"]].tolist() == [0.5, 0.1, 0.9, "17 targets"]
    assert frame.loc[1, "words"] == "he 50%"
