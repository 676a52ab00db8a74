from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.measures.arena.few import ENOUGH, flagged_text, interval_ends

SHARES = st.floats(0, 1, allow_nan=False)


@given(SHARES, st.integers(1, ENOUGH - 1))
def test_few_completions_never_have_a_percentage(rate, n):
    text = flagged_text(rate, n)
    assert "%" not in text
    assert text.endswith(f" of {n}")


@given(SHARES, st.integers(ENOUGH, 100_000))
def test_enough_completions_have_one(rate, n):
    assert flagged_text(rate, n) == f"{100 * rate:.1f}%"


def test_a_share_of_several_verdicts_is_a_count_with_a_decimal():
    assert flagged_text(4 / 12, 12) == "4 of 12"
    assert flagged_text((4 + 1 / 3) / 12, 12) == "4.3 of 12"
    assert flagged_text(None, 0) == "none"


def test_an_interval_is_in_the_unit_of_its_rate():
    assert interval_ends([0.25, 0.5], 12) == [3.0, 6.0]
    assert interval_ends([0.25, 0.5], 40) == [25.0, 50.0]
    assert interval_ends(None, 40) is None
