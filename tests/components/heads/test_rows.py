"""Rows of the before/after panel, and the text of its cells."""

from __future__ import annotations

import pytest

from components.heads import rows as heads_rows
from components.heads.rows import (
    PanelResult,
    PanelRow,
    likely_words,
    metric_result,
    odds_result,
    seat_result,
)
from engine.core.errors import InputTextError
from engine.core.spec import HeadRef, ModelSpec
from engine.measures.heads.changes import Change
from engine.measures.heads.mask_metrics import MaskMetric, MetricReading

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
    assert list(frame.columns) == ["measure", "unmodified", "2 masked"]
    assert frame.iloc[0].tolist() == ["SEAT d", "+0.50", "**+0.30** :blue[▼\u00a00.20 closer to 0]"]


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
        (55.7, 42.6, 50.0, " :orange[▼\u00a013.10 across 50, further from it]"),  # 5.7, then 7.4
        (55.7, 44.3, 50.0, " :gray[▼\u00a011.40 across 50, distance from it not clearly changed]"),
        (37.9, 61.7, 50.0, " :blue[▲\u00a023.80 across 50, closer to it]"),
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
    assert row.change(WHOLE, MASKED) == " :blue[▼\u00a00.40 closer to 0]"


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


# --- cells --------------------------------------------------------------------------------


def metric(neutral: float | None, digits: int) -> MaskMetric:
    return MaskMetric(
        *("x", "X", "pairs", neutral, digits, "pairs", [], {}),
        lambda _: None,
        lambda *_: None,
    )


def test_an_effect_size_shows_sign_interval_p_and_targets():
    value = {
        "effect_size": -0.512,
        "interval": [-1.0, 0.02],
        "p_value": 0.0421,
        "sizes": {"x": 8, "y": 9},
        "associations": [],
        "context_interval": [-0.9, -0.1],
        "detectable": 1.1,
    }
    result = seat_result(value)
    assert result.text == "−0.51"
    assert "95% CI \\[−1.00,\u00a0+0.02\\]" in result.below
    assert "p\u00a0=\u00a0.042" in result.below
    assert result.sample == "17 targets"
    assert "over texts \\[−0.90,\u00a0−0.10\\]" in result.below
    assert "detectable" not in result.below
    assert "detectable from ±1.10" in seat_result({**value, "p_value": 0.2}).below


def test_an_undefined_effect_size_is_shown_as_undefined():
    value = {"effect_size": None, "interval": None, "p_value": None, "sizes": {"x": 2, "y": 2}}
    assert seat_result(value).text == "undefined"


def test_only_results_with_a_direction_have_a_sign():
    reading = MetricReading(12.34, 10.0, 15.0, 60)
    assert metric_result(metric(None, 1), reading).text == "12.3"
    assert metric_result(metric(0.0, 2), reading).text == "+12.34"
    assert metric_result(metric(None, 1), reading).sample == "60 pairs"
    assert metric_result(metric(0.0, 2), MetricReading(None, None, None, 0)).text == ("undefined")


def test_likely_words_are_never_markup():
    value = {"predictions": [[{"word": "*x*", "probability": 0.5}]]}
    assert likely_words(value) == "\\*x\\*\u00a050%"


def looked_up(word, probability, pieces=1):
    return {"word": word, "probability": probability, "pieces": pieces}


def test_two_words_are_a_share_of_the_first():
    result = odds_result([looked_up("he", 0.3), looked_up("she", 0.1)])
    assert (result.value, result.text) == (pytest.approx(75), "75.0")


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (looked_up("xyz", None), "'xyz' is not in the model's vocabulary"),
        (looked_up("xyz", 0.1, 3), "'he' has 1 and 'xyz' 3 pieces"),
    ],
)
def test_words_that_cannot_be_compared_are_refused(second, message):
    with pytest.raises(InputTextError, match=message):
        odds_result([looked_up("he", 0.3), second])
