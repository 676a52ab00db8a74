"""Lines of the before/after panel."""

from __future__ import annotations

import pytest

from components import heads_rows
from components.heads_rows import Figure, Row
from engine.measures.mask_metrics import MaskMetric, Reading
from engine.spec import HeadRef, ModelSpec

WHOLE = ModelSpec("m", "r")
MASKED = ModelSpec("m", "r", masked_heads=(HeadRef(0, 0), HeadRef(1, 1)))


def metric(neutral: float | None, digits: int) -> MaskMetric:
    return MaskMetric("x", "X", "pairs", neutral, digits, "pairs", [], {}, lambda _: None)


def test_the_table_sets_the_masked_model_beside_the_untouched_one():
    row = Row("SEAT d", 0.0, 2, {WHOLE: Figure(0.5, "+0.50"), MASKED: Figure(0.3, "+0.30")})
    frame = heads_rows.table([row], [WHOLE, MASKED])
    assert list(frame.columns) == ["", "untouched", "2 masked"]
    assert frame.iloc[0].tolist() == ["SEAT d", "+0.50", "**+0.30** :blue[▼\u00a00.20]"]


def test_what_is_not_measured_yet_says_how_far_it_is():
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
def test_colour_says_toward_or_away_and_a_cost_has_none(before, after, neutral, shown):
    assert heads_rows.change(Figure(before, ""), Figure(after, ""), neutral, 2) == shown


def test_an_effect_size_shows_sign_interval_p_and_targets():
    value = {
        "effect_size": -0.512,
        "interval": [-1.0, 0.02],
        "p_value": 0.0421,
        "sizes": {"x": 8, "y": 9},
    }
    figure = heads_rows.seat_figure(value)
    assert figure.text == "−0.51"
    assert "−1.00\u00a0to\u00a0+0.02" in figure.below
    assert "p\u00a0=\u00a0.042" in figure.below
    assert figure.counted == "17 targets"


def test_an_undefined_effect_size_is_said_to_be_that():
    value = {"effect_size": None, "interval": None, "p_value": None, "sizes": {"x": 2, "y": 2}}
    assert heads_rows.seat_figure(value).text == "undefined"


def test_only_figures_with_a_direction_have_a_sign():
    reading = Reading(12.34, 10.0, 15.0, 60)
    assert heads_rows.metric_figure(metric(None, 1), reading).text == "12.3"
    assert heads_rows.metric_figure(metric(0.0, 2), reading).text == "+12.34"
    assert heads_rows.metric_figure(metric(None, 1), reading).counted == "60 pairs"
    assert heads_rows.metric_figure(metric(0.0, 2), Reading(None, None, None, 0)).text == (
        "undefined"
    )


def test_likely_words_are_never_markup():
    value = {"predictions": [[{"word": "*x*", "probability": 0.5}]]}
    assert heads_rows.words(value) == "\\*x\\*\u00a050\u00a0%"


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        (-0.3, "further down than any of these sets"),
        (-0.04, "within what random sets do"),
        (-0.0801, "within what random sets do"),  # the same set, in another batch
        (0.05, "within what random sets do"),
        (0.0504, "further up than any of these sets"),  # shown as the same +0.05
    ],
)
def test_a_change_is_judged_beside_random_heads(moved, said):
    told = heads_rows.chance(moved, [-0.08, 0.05, -0.01], 3)
    assert told.startswith("3 random heads change d by −0.01 on average (from −0.08 to +0.05")
    assert told.endswith(f"{said}.")
    assert heads_rows.chance(moved, [0.0], 1).startswith("One random head changes")


def test_the_export_has_every_figure_with_its_mask_and_interval():
    whole, masked = Figure(0.5, "+0.50", "", "17 targets", (0.1, 0.9)), Figure(None, "he 50 %")
    rows = {
        "seat": Row("SEAT d", 0.0, 2, {WHOLE: whole}),
        "words": Row("x", None, 0, {MASKED: masked}),
    }
    frame = heads_rows.frame(rows, [WHOLE, MASKED])
    assert frame["figure"].tolist() == ["seat", "words"]
    assert frame["masked_heads"].tolist() == ["", "1-1, 2-2"]
    assert frame.loc[0, ["value", "low", "high", "of"]].tolist() == [0.5, 0.1, 0.9, "17 targets"]
    assert frame.loc[1, "words"] == "he 50 %"


def test_a_mask_that_costs_the_model_its_language_is_told():
    told = heads_rows.forgotten((45.0, 5.0), (15.0, 900.0))
    assert "answers only 5 %" in told
    assert "pseudo-perplexity of 900" in told


@pytest.mark.parametrize(
    ("cloze", "pppl"),
    [
        ((45.0, 30.0), (15.0, 40.0)),  # still holds
        ((20.0, 5.0), (200.0, 900.0)),  # was no better before
        ((None, None), (None, None)),  # not measured, or a causal model
    ],
)
def test_a_model_that_holds_or_never_held_is_not_said_to_have_lost_its_language(cloze, pppl):
    assert heads_rows.forgotten(cloze, pppl) is None
