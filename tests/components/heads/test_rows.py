"""Rows of the before/after panel."""

from __future__ import annotations

import pytest

from components.heads import rows as heads_rows
from components.heads.results import Result
from components.heads.rows import Row
from engine.core.spec import HeadRef, ModelSpec
from engine.measures.heads.changes import Change

WHOLE = ModelSpec("m", "r")
MASKED = ModelSpec("m", "r", masked_heads=(HeadRef(0, 0), HeadRef(1, 1)))


def test_the_table_shows_the_masked_model_next_to_the_original_one():
    results = {WHOLE: Result(0.5, "+0.50"), MASKED: Result(0.3, "+0.30")}
    row = Row("SEAT d", 0.0, 2, None, results)
    frame = heads_rows.panel_table([row], [WHOLE, MASKED])
    assert list(frame.columns) == ["measure", "unmodified", "2 masked"]
    assert frame.iloc[0].tolist() == ["SEAT d", "+0.50", "**+0.30** :blue[▼\u00a00.20 closer to 0]"]


def test_a_result_not_measured_yet_shows_its_progress():
    row = Row("CPS", 50.0, 1, None, {}, {WHOLE: "3 of 60"})
    assert heads_rows.panel_table([row], [WHOLE]).iloc[0].tolist() == ["CPS", ":gray[3 of 60]"]


def result(value, change=None):
    """A result whose reading names the change that `compare` gives."""
    return Result(value, "", reading=change)


def compare(_before, after):
    return after


CLEAR = Change(0.0, 0.1, 0.2, 0.01)
UNCLEAR = Change(-0.4, -0.9, 0.1, 0.2)


@pytest.mark.parametrize(
    ("before", "after", "neutral", "shown"),
    [
        (0.5, 0.9, 0.0, " :orange[▲\u00a00.40 further from 0]"),
        (0.5, 0.1, 0.0, " :blue[▼\u00a00.40 closer to 0]"),
        (-0.5, -0.1, 0.0, " :blue[▲\u00a00.40 closer to 0]"),
        (55.7, 42.6, 50.0, " :orange[▼\u00a013.10 across 50, further from it]"),  # 5.7, then 7.4
        (55.7, 44.3, 50.0, " :gray[▼\u00a011.40 across 50, about as far from it]"),
        (37.9, 61.7, 50.0, " :blue[▲\u00a023.80 across 50, closer to it]"),
        (0.5, 0.501, 0.0, " :gray[±0.00]"),
        (15.0, 17.0, None, " :gray[▲\u00a02.00]"),
        (None, 0.1, 0.0, ""),
        (0.1, None, 0.0, ""),
    ],
)
def test_the_colour_of_a_change_shows_the_distance_to_neutral(before, after, neutral, shown):
    row = Row("x", neutral, 2, compare)
    assert row.change(result(before, CLEAR), result(after, CLEAR)) == shown


def test_a_change_whose_interval_contains_zero_has_no_arrow_and_no_colour():
    row = Row("x", 0.0, 2, compare, {WHOLE: result(0.9, CLEAR), MASKED: result(0.5, UNCLEAR)})
    cell = row.cell(MASKED, WHOLE)
    assert not {"▲", "▼"} & {*cell}
    assert ":blue" not in cell
    assert ":orange" not in cell
    assert "change −0.40 \\[−0.90,\u00a0+0.10\\]" in cell
    # 2.80 standard errors; 1.96 of them make the half width of 0.5
    assert row.detectable(row.results[WHOLE], row.results[MASKED]) == "x ±0.71"
    clear = Row("x", 0.0, 2, compare, {MASKED: result(0.5, CLEAR)})
    assert clear.detectable(result(0.9, CLEAR), clear.results[MASKED]) == ""


def test_a_change_without_an_interval_is_not_clear_unless_no_sample_is_behind_it():
    assert Row("x", 0.0, 2, compare).change(result(0.9), result(0.5)) == ""
    assert Row("x", 0.0, 2).change(result(0.9), result(0.5)) == " :blue[▼\u00a00.40 closer to 0]"


def test_the_export_has_every_result_with_its_mask_and_interval():
    whole, masked = Result(0.5, "+0.50", "", "17 targets", (0.1, 0.9)), Result(None, "he 50%")
    rows = {
        "seat": Row("SEAT d", 0.0, 2, None, {WHOLE: whole}),
        "words": Row("x", None, 0, None, {MASKED: masked}),
    }
    frame = heads_rows.frame(rows, [WHOLE, MASKED])
    assert frame["figure"].tolist() == ["seat", "words"]
    assert frame["masked_heads"].tolist() == ["", "1-1, 2-2"]
    assert frame.loc[0, ["value", "low", "high", "of"]].tolist() == [0.5, 0.1, 0.9, "17 targets"]
    assert frame.loc[1, "words"] == "he 50%"


def test_the_export_has_the_change_with_its_interval_and_direction():
    results = {WHOLE: result(0.9, CLEAR), MASKED: result(0.5, Change(-0.4, -0.5, -0.3, 0.01))}
    frame = heads_rows.frame({"seat": Row("d", 0.0, 2, compare, results)}, [WHOLE, MASKED])
    columns = ["change", "change_low", "change_high"]
    assert frame[columns].iloc[0].isna().all()
    assert frame[columns].iloc[1].tolist() == pytest.approx([-0.4, -0.5, -0.3])
    assert frame["direction"].iloc[1] == "closer"
