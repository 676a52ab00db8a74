"""Changes of the panel: tests of distances, and their correction over the rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.measures.heads.before_after import Moved, corrected, moved_by, with_changes
from engine.measures.heads.changes import CLOSER, DISTANCE_OPEN, UNSETTLED, Change, share_change
from engine.measures.heads.mask_metrics import MetricReading, change_of_effect
from engine.statistics import mcnemar_test


def share(parts):
    return MetricReading(100 * sum(parts) / len(parts), None, None, len(parts), None, tuple(parts))


def shares(before, after):
    return share_change(before.parts, after.parts)


def moved(p, of_distance=None, low=0.1):
    change, mirrored = Change(0.4, low, 0.7, p), Change(0.4, 0.1, 0.7, of_distance or p)
    return corrected([Moved(-0.9, -0.5, 0.0, 2, True, change, mirrored)])[0]


def test_a_share_is_mirrored_item_by_item():
    # 40 items: 30 prefer before and 22 after, of which 12 are lost and 4 are gained. Mirrored, 10
    # prefer before; 22 after is 12 more: of 18 that prefer twice and 6 never, all 24 differ.
    before = [1.0] * 30 + [0.0] * 10
    after = [1.0] * 18 + [0.0] * 12 + [1.0] * 4 + [0.0] * 6
    found = moved_by(share(before), share(after), shares, 50.0, 1)
    assert found.change.p == mcnemar_test(12, 4)
    assert found.mirrored.p == mcnemar_test(6, 18)
    assert found.distance_p == max(mcnemar_test(12, 4), mcnemar_test(6, 18))
    assert found.direction == UNSETTLED  # p .077


def test_a_share_that_crosses_to_a_like_distance_is_not_called_closer():
    before = [1.0] * 35 + [0.0] * 25
    after = [1.0] * 10 + [0.0] * 25 + [1.0] * 8 + [0.0] * 17  # 58.3% to 30%
    found = moved_by(share(before), share(after), shares, 50.0, 1)
    assert found.p_holm < 0.05
    assert found.distance_p > 0.05
    assert found.direction == DISTANCE_OPEN


def test_an_effect_is_mirrored_by_its_sign():
    parts = (1.0, 1.2, 0.9, 1.1, -1.0, -1.2, -0.9, -1.3)
    before = MetricReading(1.8, None, None, 8, None, parts, 4)
    after = replace(before, value=-1.8, parts=tuple(-part for part in parts))
    found = moved_by(before, after, change_of_effect, 0.0, 2)
    assert found.mirrored is None  # -d before and d after are the same, target by target
    assert found.direction == DISTANCE_OPEN


def test_rows_are_corrected_together():
    found = corrected([moved(0.03), moved(0.02), moved(0.2)])
    # Holm: three times .02, twice .03, once .2.
    assert [one.p_holm for one in found] == pytest.approx([0.06, 0.06, 0.2])
    assert [one.direction for one in found] == [UNSETTLED] * 3
    assert moved(0.03).direction == CLOSER
    assert moved(0.03, of_distance=0.06).direction == DISTANCE_OPEN
    assert moved(0.03, low=-0.1).direction == UNSETTLED


def test_what_is_clear_before_all_tests_are_computed_stays_clear():
    first = [moved(0.002), moved(0.02)]
    early = corrected(first, waiting=3)
    # Holm of five tests, of which three may have any p: five times .002, four times .02.
    assert [one.p_holm for one in early] == pytest.approx([0.01, 0.08])
    assert [one.direction for one in early] == [CLOSER, UNSETTLED]
    assert [one.undecided for one in early] == [False, True]
    later = corrected([*first, moved(0.001), moved(0.004), moved(0.6)])
    assert all(one.p_holm <= before.p_holm for one, before in zip(later, early, strict=False))
    assert not any(one.undecided for one in later)


def test_rows_of_the_command_say_both_corrected_p():
    row, other = with_changes([({"name": "x"}, moved(0.01, 0.02)), ({"name": "y"}, None)])
    assert (row["change_p"], row["change_p_holm"], row["distance_p_holm"]) == (0.01, 0.01, 0.02)
    assert row["direction"] == CLOSER
    assert other["change"] is other["change_p_holm"] is other["direction"] is None
