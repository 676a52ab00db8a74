"""Charts of the counter-stereotype test show the numbers they are given."""

from __future__ import annotations

import pandas as pd

from components.frame.present.theme import LIGHT
from components.heads.charts.distribution import effect_by_score, group_differences

GROUPS = [
    {"name": "biased heads", "heads": 3, "mean_difference": 0.02, "interval": [0.01, 0.03]},
    {"name": "other <b>", "heads": 5, "mean_difference": -0.01, "interval": None},
]


def test_groups_are_drawn_around_zero_with_their_intervals():
    line, first, second = group_differences(GROUPS).data
    assert line.x == (0.01, 0.03)
    assert (first.x, first.marker.color, first.text) == ((0.02,), LIGHT.toward, ("+0.0200",))
    assert second.marker.color == LIGHT.away
    assert second.y == ("other &lt;b&gt; (5)",)


def test_heads_that_survive_the_correction_are_filled():
    heads = pd.DataFrame(
        {
            "name": ["1-1", "1-2", "2-1"],
            "bias_score": [0.1, -0.1, 0.2],
            "dz": [0.8, -0.3, 0.1],
            "p_holm": [0.001, 0.9, 0.05],
        }
    )
    kept, more, less = effect_by_score(heads).data
    assert (list(kept.x), list(kept.y)) == ([0.1], [0.8])
    assert (kept.name, kept.marker.symbol) == ("more, p < .05 after Holm (1)", "circle")
    assert list(more.x) == [0.2]
    assert more.name == "more, not significant (1)"
    assert (kept.marker.color, more.marker.color) == (LIGHT.toward, LIGHT.toward)
    assert (less.marker.color, less.marker.symbol) == (LIGHT.away, "circle-open")
    assert "p after Holm 0.900" in less.customdata[0]
