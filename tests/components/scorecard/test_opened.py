"""What an opened cell says of the model that it was tested against."""

from __future__ import annotations

import pytest

from components.scorecard.opened import _less


@pytest.mark.parametrize(
    ("other", "difference", "interval"),
    [("c1", 3.0, [1.0, 5.0]), ("c2", -3.0, [-5.0, -1.0])],
)
def test_the_other_model_is_taken_away_whichever_comes_first(other, difference, interval):
    found = {"first": "c1", "second": "c2", "difference": 3.0, "interval": [1.0, 5.0]}
    assert _less(found, other) == (difference, interval)
    assert _less(found | {"interval": None}, other) == (difference, None)
