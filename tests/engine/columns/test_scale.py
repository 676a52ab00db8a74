"""Scales rise, and are undone by their inverse."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.columns.column import EXP, IDENTITY, PERCENT, SCALES


def test_figures_worked_by_hand():
    assert IDENTITY.of(-0.25) == -0.25
    assert PERCENT.of(0.5) == 50
    assert EXP.of(math.log(2)) == pytest.approx(2)


@pytest.mark.parametrize("scale", SCALES.values(), ids=lambda scale: scale.name)
@given(some.floats(-20, 20), some.floats(0.001, 5))
def test_scales_rise_and_are_undone(scale, mean, step):
    assert scale.back(scale.of(mean)) == pytest.approx(mean, abs=1e-9)
    assert scale.of(mean + step) > scale.of(mean)
