"""Places of the largest values are those of a whole sort, however far they are asked for."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inference.likeliest import largest_first

FEW_VALUES = st.sampled_from([-np.inf, -2.5, -1.0, 0.0, 0.5])  # so that many are equal


@given(values=st.lists(FEW_VALUES, max_size=700))
def test_all_places_are_in_the_order_of_a_stable_sort(values):
    array = np.array(values)
    assert list(largest_first(array)) == np.argsort(-array, kind="stable").tolist()


@pytest.mark.parametrize("count", [1, 63, 64, 65, 511, 513, 5000])
def test_the_first_places_are_those_of_the_whole_order(count):
    values = np.random.default_rng(0).normal(size=30_000).astype(np.float32)
    expected = np.argsort(-values, kind="stable")[:count].tolist()
    assert list(islice(largest_first(values), count)) == expected
