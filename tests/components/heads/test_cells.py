"""The text of the cells of the before/after table."""

from __future__ import annotations

import pytest

from components.heads.cells import likely_words, metric_result, odds_result, seat_result
from engine.core.errors import InputTextError
from engine.measures.heads.mask_metrics import MaskMetric, MetricReading


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
