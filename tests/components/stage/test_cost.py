"""What switching heads off costs, in words that say no more than what was counted."""

from __future__ import annotations

import pytest

from components.stage.kinds.heads import _changed, _paid

INTERVAL = {"after_low": 0.7, "after_high": 0.94, "n": 40}


@pytest.mark.parametrize(
    ("before", "after", "lost", "gained", "said"),
    [
        (0.85, 0.85, 0, 0, "none seen, the same 34 of 40 everyday sentences"),
        (0.85, 0.75, 4, 0, "30 instead of 34 of 40 everyday sentences"),
        (0.85, 0.85, 1, 1, "34 of 40 everyday sentences"),
    ],
    ids=["the same", "lost", "exchanged"],
)
def test_the_cost_is_what_was_lost_and_gained(before, after, lost, gained, said):
    cost = {"before": before, "after": after, "lost": lost, "gained": gained} | INTERVAL
    found = _paid(cost)
    assert found.startswith(said)
    assert "95% CI" in found.replace("\xa0", " ")
    assert " 0 " not in found
    assert found.endswith("4 lost, none gained") == (lost == 4)
    assert (", as before; 1 lost, 1 gained" in found) == (gained == 1)


def test_a_share_that_does_not_move_stays():
    row = {"figure": "“he”", "before": 0.311, "after": 0.309}
    assert _changed(row) == "“he” stays at 31%"
    assert _changed(row | {"after": 0.61}) == "“he” 31% → 61%"
