"""What is said where an interval lies far inside the smallest detectable difference."""

from __future__ import annotations

import numpy as np
import pytest

from components.scorecard.detectable import narrower_note
from engine.statistics.paired import paired_tests


@pytest.mark.parametrize(
    ("interval", "detectable", "said"),
    [
        ([-2.9, 1.1], 13.7, True),
        ([-2.9, 1.1], 4.0, False),
        ([2.0, 9.0], 13.7, False),
        (None, 13.7, False),
        ([-2.9, 1.1], None, False),
    ],
)
def test_it_is_said_where_the_interval_reaches_less_than_half_as_far(interval, detectable, said):
    entries = [{"interval": interval, "detectable": detectable}]
    assert bool(narrower_note(entries)) is said
    assert bool(narrower_note([*entries, {"interval": [-4.0, 4.0], "detectable": 5.7}])) is said


def test_it_is_the_mirrored_test_of_two_like_models_near_neutral_that_decides():
    first = np.arange(400) % 100 < 52
    second = first.copy()
    second[::40] = ~second[::40]
    near, far = (
        paired_tests(np.array([first, second]) + shift, shares=False, neutral=0.5, draws=400)[0]
        for shift in (0.0, 0.2)
    )
    assert narrower_note([near])
    assert not narrower_note([far])  # further from neutral the first test decides
