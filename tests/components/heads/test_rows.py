"""Rows of the before/after table."""

from __future__ import annotations

import pytest

from components.heads import rows as heads_rows
from components.heads.cells import PanelResult
from components.heads.rows import PanelRow
from engine.core.spec import HeadRef, ModelSpec
from engine.measures.heads.changes import Change
from engine.measures.heads.mask_metrics import MetricReading

WHOLE = ModelSpec("m", "r")
MASKED = ModelSpec("m", "r", masked_heads=(HeadRef(0, 0), HeadRef(1, 1)))


def result(value: float | None, text: str = "") -> PanelResult:
    return PanelResult(text, reading=MetricReading(value, None, None, 17))


def both(before: float | None, after: float | None) -> dict[ModelSpec, PanelResult]:
    return {WHOLE: result(before), MASKED: result(after)}


def test_the_table_shows_the_masked_model_next_to_the_original_one():
    row = PanelRow(
        "SEAT d", 0.0, 2, None, {WHOLE: result(0.5, "+0.50"), MASKED: result(0.3, "+0.30")}
    )
    frame = heads_rows.panel_table([row], [WHOLE, MASKED])
    assert list(frame.columns) == ["measure", "all heads on", "2 switched off"]
    assert frame.iloc[0].tolist() == ["SEAT d", "+0.50", "**+0.30** :gray[▼\u00a00.20 closer to 0]"]


def test_a_result_not_measured_yet_shows_its_progress():
    row = PanelRow("CPS", 50.0, 1, None, {}, {WHOLE: "3 of 60"})
    assert heads_rows.panel_table([row], [WHOLE]).iloc[0].tolist() == ["CPS", ":gray[3 of 60]"]


CLEAR = Change(0.0, 0.1, 0.2, 0.01)
UNCLEAR = Change(-0.4, -0.9, 0.1, 0.2)


def clear(*_: MetricReading) -> Change:
    return CLEAR


def unclear(*_: MetricReading) -> Change:
    return UNCLEAR


@pytest.mark.parametrize(
    ("before", "after", "neutral", "shown"),
    [
        (0.5, 0.9, 0.0, " :orange[▲\u00a00.40 further from 0]"),
        (0.5, 0.1, 0.0, " :blue[▼\u00a00.40 closer to 0]"),
        (-0.5, -0.1, 0.0, " :blue[▲\u00a00.40 closer to 0]"),
        (
            55.7,
            42.6,
            50.0,
            " :orange[▼\u00a013.10, now on the other side of 50 and further from it]",
        ),  # 5.7, then 7.4
        (
            55.7,
            44.3,
            50.0,
            " :gray[▼\u00a011.40, now on the other side of 50, distance from it not "
            "clearly changed]",
        ),
        (37.9, 61.7, 50.0, " :blue[▲\u00a023.80, now on the other side of 50 and closer to it]"),
        (0.5, 0.501, 0.0, " :gray[±0.00]"),
        (15.0, 17.0, None, " :gray[▲\u00a02.00]"),
        (None, 0.1, 0.0, ""),
        (0.1, None, 0.0, ""),
    ],
)
def test_the_colour_of_a_change_shows_the_distance_to_neutral(before, after, neutral, shown):
    assert PanelRow("x", neutral, 2, clear, both(before, after)).change(WHOLE, MASKED) == shown


def test_a_change_whose_interval_contains_zero_has_no_arrow_and_no_colour():
    row = PanelRow("x", 0.0, 2, unclear, both(0.9, 0.5))
    cell = row.cell(MASKED, WHOLE)
    assert not {"▲", "▼"} & {*cell}
    assert ":blue" not in cell
    assert ":orange" not in cell
    assert "change −0.40 \\[−0.90,\u00a0+0.10\\]" in cell
    # 2.80 standard errors; 1.96 of them make the half width of 0.5
    assert row.detectable(WHOLE, MASKED) == "x ±0.71"
    assert PanelRow("x", 0.0, 2, clear, both(0.9, 0.5)).detectable(WHOLE, MASKED) == ""


def test_a_change_without_an_interval_is_not_clear_unless_no_sample_is_behind_it():
    row = PanelRow("x", 0.0, 2, lambda *_: None, both(0.9, 0.5))
    assert row.change(WHOLE, MASKED) == ""
    row = PanelRow("x", 0.0, 2, None, both(0.9, 0.5))
    assert row.change(WHOLE, MASKED) == " :gray[▼\u00a00.40 closer to 0]"


def test_the_export_has_every_result_with_its_mask_and_interval():
    whole = PanelResult("+0.50", "", "17 targets", MetricReading(0.5, 0.1, 0.9, 17))
    masked = PanelResult("he 50%")
    rows = {
        "seat": PanelRow("SEAT d", 0.0, 2, None, {WHOLE: whole}),
        "words": PanelRow("x", None, 0, None, {MASKED: masked}),
    }
    frame = heads_rows.frame(rows, [WHOLE, MASKED])
    assert frame["figure"].tolist() == ["seat", "words"]
    assert frame["masked_heads"].tolist() == ["", "1-1, 2-2"]
    assert frame.loc[0, ["value", "low", "high", "of"]].tolist() == [0.5, 0.1, 0.9, "17 targets"]
    assert frame.loc[1, "words"] == "he 50%"


def test_the_export_has_the_change_with_its_interval_and_direction():
    row = PanelRow("d", 0.0, 2, lambda *_: Change(-0.4, -0.5, -0.3, 0.01), both(0.9, 0.5))
    frame = heads_rows.frame({"seat": row}, [WHOLE, MASKED])
    columns = ["change", "change_low", "change_high"]
    assert frame[columns].iloc[0].isna().all()
    assert frame[columns].iloc[1].tolist() == pytest.approx([-0.4, -0.5, -0.3])
    assert frame["direction"].iloc[1] == "closer"
