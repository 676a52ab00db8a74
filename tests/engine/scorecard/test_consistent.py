"""A report is refused where its parts do not fit each other."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.scorecard.reading import read
from tests.engine.scorecard.reports_by_hand import cell, contestant, measure, sealed, small


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"contestants": []}, "that it does not name"),
        ({"contestants": [contestant("a"), contestant("a")]}, "two entries of one name"),
        ({"cells": [cell("a", [0.1]), cell("a", [0.1])]}, "does not name, or twice"),
        ({"cells": [cell("a", [0.1, 0.2], value=0.7)]}, "is not that of its parts"),
        (
            {"measures": [measure() | {"page": {"path": "https://x.org", "settings": {}}}]},
            "names a page that is none",
        ),
        (
            {"measures": [measure() | {"page": {"path": "/pairs", "settings": {"data": 3}}}]},
            "names a page that is none",
        ),
    ],
)
def test_parts_that_do_not_fit_each_other_are_refused(change, message):
    with pytest.raises(InputTextError, match=message):
        read(sealed(small(), **change), "it.json")
