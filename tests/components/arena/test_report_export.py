"""What the export of a report holds."""

from __future__ import annotations

import math

from components.arena.report_export import frame_of
from tests.components.arena.reports import GROUPS, report


def test_the_export_has_every_figure_once():
    frame = frame_of(report(), "mini")
    assert frame.groupby("part").size().to_dict() == {
        "all": 1,
        "category": 4,
        "evaluator": 2,
        "group": sum(map(len, GROUPS.values())),
        "sentence type": 3,
    }
    overall = frame.iloc[0]
    assert overall["interval_low"] < overall["flag_rate"] < overall["interval_high"]
    assert not math.isnan(overall["average_bias_score"])
