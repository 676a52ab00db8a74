"""Cells of the before/after panel."""

from __future__ import annotations

from components.heads.results import likely_words, metric_result, seat_result
from engine.measures.heads.mask_metrics import MaskMetric, Reading


def metric(neutral: float | None, digits: int) -> MaskMetric:
    return MaskMetric("x", "X", "pairs", neutral, digits, "pairs", [], {}, lambda _: None)


def test_an_effect_size_shows_sign_interval_p_and_targets():
    value = {
        "effect_size": -0.512,
        "interval": [-1.0, 0.02],
        "p_value": 0.0421,
        "sizes": {"x": 8, "y": 9},
    }
    result = seat_result(value)
    assert result.text == "−0.51"
    assert "95% CI \\[−1.00, +0.02\\]" in result.below
    assert "p\u00a0=\u00a0.042" in result.below
    assert result.sample == "17 targets"


def test_an_undefined_effect_size_is_shown_as_undefined():
    value = {"effect_size": None, "interval": None, "p_value": None, "sizes": {"x": 2, "y": 2}}
    assert seat_result(value).text == "undefined"


def test_only_results_with_a_direction_have_a_sign():
    reading = Reading(12.34, 10.0, 15.0, 60)
    assert metric_result(metric(None, 1), reading).text == "12.3"
    assert metric_result(metric(0.0, 2), reading).text == "+12.34"
    assert metric_result(metric(None, 1), reading).sample == "60 pairs"
    assert metric_result(metric(0.0, 2), Reading(None, None, None, 0)).text == ("undefined")


def test_likely_words_are_never_markup():
    value = {"predictions": [[{"word": "*x*", "probability": 0.5}]]}
    assert likely_words(value) == "\\*x\\*\u00a050%"
