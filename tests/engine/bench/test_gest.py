from __future__ import annotations

import pytest

from engine.bench.gest import gest_speed


def test_a_slice_is_timed_and_the_whole_set_projected(masked_lm):
    sentences = [f"I was tired {'very ' * number}today." for number in range(12)]
    found = gest_speed(masked_lm("bert"), sentences, (0, 3), 8)
    assert (found.items, found.whole) == (8, 24)
    assert found.projected == pytest.approx(24 / found.items_per_second)
