"""What masking changes in understanding, in sentences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from engine.measures.nlu.predictions import MaskCost
from engine.measures.nlu.regression import ScoreCost
from engine.measures.nlu.wording import masking_text


def cost(before: list[bool], after: list[bool] | None) -> MaskCost:
    sides = [
        None if right is None else {"n": len(right), "right": right} for right in (before, after)
    ]
    return MaskCost(*sides, {}, [])


def test_a_change_of_few_answers_is_not_clear_and_says_what_would_have_been():
    found = cost([True] * 12, [True] * 10 + [False] * 2)
    # Newly wrong: 2 of 12. With one text added that turns each way: -2 of 14, and 4 that turn.
    assert found.change["accuracy"] == pytest.approx(-2 / 12)
    middle, deviation = -2 / 14, np.sqrt(4 / 14 - (2 / 14) ** 2)
    reach = 2.160369 * deviation / np.sqrt(14)  # Student's t of 13 degrees of freedom
    assert found.change["interval"] == pytest.approx([middle - reach, middle + reach])
    # By this width 42.5 points; the exact test needs 6 of 12, which 57.8% give in 4 of 5 samples.
    assert binom.sf(5, 12, 0.578) == pytest.approx(0.8, abs=0.001)
    assert masking_text(found) == (
        "Switching heads off does not clearly change accuracy (-16.7 points, 95% CI [-44.0, "
        "+15.5]; 2 correct answers lost, 0 gained; McNemar's test, p = 0.5000). With 12 texts, "
        "a change has to be "
        "at least 57.8 points to be detected with 80% power; smaller ones are not ruled out."
    )


def test_five_texts_cannot_show_a_change():
    found = cost([True] * 5, [False] * 5)
    assert found.change["detectable"] is None
    assert "(-100.0 points" in masking_text(found)
    assert masking_text(found).endswith("With 5 texts, no change could be clear.")


def test_a_change_of_many_answers_is_clear_in_its_direction():
    right, wrong = [True] * 20, [True] * 10 + [False] * 10
    assert masking_text(cost(right, wrong)).startswith(
        "Switching heads off clearly lowers accuracy (-50.0 po"
    )
    assert masking_text(cost(wrong, right)).startswith(
        "Switching heads off clearly raises accuracy (+50.0 po"
    )
    assert masking_text(cost(right, None)) == ""


def correlated(pearson: float | None, interval: tuple[float, float] | None) -> str:
    change = {"pearson": pearson, "pearson_interval": interval}
    return masking_text(ScoreCost({}, {}, change, {}, []))


def test_a_change_of_correlation_is_clear_where_its_interval_leaves_out_0():
    assert correlated(-0.25, (-0.5, -0.125)) == (
        "Switching heads off clearly lowers Pearson's correlation (-0.250, 95% CI [-0.500, "
        "-0.125])."
    )
    # Half the interval is 1.96 standard errors; 2.80 of them are detected.
    assert correlated(0.1, (-0.1, 0.3)) == (
        "Switching heads off does not clearly change Pearson's correlation (+0.100, 95% CI "
        "[-0.100, +0.300]). "
        "A change has to be at least 0.286 to be detected with 80% power; smaller ones are not "
        "ruled out."
    )
    assert "too few to say anything about others" in correlated(0.1, None)
    assert "no correlation" in correlated(None, None)
