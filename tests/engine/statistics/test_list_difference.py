from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.statistics.list_difference import list_difference

NAMES = ("male", "female")
LISTS = {"mason": "male", "nurse": "female", "roofer": "male", "judge": "balanced", "maid": "male"}


def test_the_means_of_the_lists_are_compared_and_the_parts_say_who_gives_what():
    """Male list (1, 2), mean 1.5; female list (-1): 2.5. Parts are taken from (1 · 1.5 - 2) / 3 =
    -1/6: 3/2 of 1 + 1/6 and of 2 + 1/6, and -3 times -1 + 1/6."""
    found = list_difference(
        {"mason": 1.0, "roofer": 2.0, "nurse": -1.0, "judge": 9.0}, LISTS, NAMES
    )
    assert found.value == pytest.approx(2.5)
    assert (found.n, found.means) == (3, (1.5, -1.0))
    assert found.parts == pytest.approx((1.75, 2.5, 3.25, None))
    assert found.interval is None  # one occupation on the female list


numbers = st.integers(-50, 50).map(lambda tenths: tenths / 10)


@given(st.lists(numbers, min_size=1, max_size=9), st.lists(numbers, min_size=1, max_size=9))
def test_the_parts_always_have_the_figure_as_their_mean(first, second):
    lists = {f"m{place}": "male" for place in range(len(first))}
    lists |= {f"f{place}": "female" for place in range(len(second))}
    figures = dict(zip(lists, [*first, *second], strict=True))
    found = list_difference(figures, lists, NAMES)
    assert np.mean(found.parts) == pytest.approx(found.value, abs=1e-9)
    assert found.interval is None or found.interval[0] <= found.value <= found.interval[1]


def test_what_all_occupations_share_is_in_no_part():
    figures = {"mason": 1.0, "roofer": 2.0, "nurse": -1.0, "maid": 0.5}
    moved = {name: figure + 7.0 for name, figure in figures.items()}
    one, other = (list_difference(given, LISTS, NAMES) for given in (figures, moved))
    assert [part for part in other.parts if part is not None] == pytest.approx(
        [part for part in one.parts if part is not None]
    )


def test_a_list_without_figures_is_refused():
    with pytest.raises(InputTextError, match="male list with the female list"):
        list_difference({"mason": 1.0}, LISTS, NAMES)
