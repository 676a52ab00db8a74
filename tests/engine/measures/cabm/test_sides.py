from __future__ import annotations

import math

import pandas as pd

from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.scores import (
    NEUTRAL,
    NOT_SETTLED,
    UNMASKING_TIE,
    Sides,
    biased,
    count_sides,
    gap_sides,
)

FIRST, SECOND = biased(GENDER)


def table(*rows: tuple[float, float, float, float]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["unmasking", "low", "high", "gap_p_holm"])


def test_a_side_is_named_where_the_whole_interval_lies_on_it_and_the_corrected_test_names_it():
    gaps = table((0.4, 0.1, 0.7, 0.01), (-0.4, -0.7, -0.1, 0.049))
    assert gap_sides(gaps, GENDER) == [FIRST, SECOND]
    open_ones = table((0.4, -0.1, 0.9, 0.01), (-0.4, -0.9, 0.0, 0.01), (0.4, 0.1, 0.7, 0.05))
    assert gap_sides(open_ones, GENDER) == [NOT_SETTLED] * 3


def test_without_an_interval_the_gap_alone_names_it_beyond_the_tie_band():
    none = (math.nan, math.nan, math.nan)
    gaps = table((0.4, *none), (-0.4, *none), (UNMASKING_TIE, *none), (-UNMASKING_TIE, *none))
    assert gap_sides(gaps, GENDER) == [FIRST, SECOND, NEUTRAL, NEUTRAL]


def test_what_is_on_no_side_is_counted_as_open():
    gaps = [0.2, -0.1, 0.1, 0.0005, -0.3]
    counted = count_sides([FIRST, SECOND, FIRST, NEUTRAL, NOT_SETTLED], gaps, GENDER)
    assert counted == Sides(first=2, second=1, open=2, above=2, below=2)
    assert counted.total == 5
    assert count_sides([], [], GENDER) == Sides(0, 0, 0, 0, 0)
