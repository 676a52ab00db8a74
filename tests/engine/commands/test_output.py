from __future__ import annotations

import pytest

from engine.commands.output import p_equals, p_text


@pytest.mark.parametrize(
    ("p", "alone", "named"),
    [
        (0.0421, "0.0421", "p = 0.0421"),
        (0.0001, "0.0001", "p = 0.0001"),
        (0.00009, "< 0.0001", "p < 0.0001"),
        (0.0, "< 0.0001", "p < 0.0001"),
        (1.0, "1.0000", "p = 1.0000"),
        (None, "none", "none"),
    ],
)
def test_no_p_value_is_written_as_nothing(p, alone, named):
    assert p_text(p, "none") == alone
    assert p_equals(p, "none") == named


def test_bec_pro_says_how_small_a_p_value_is_at_least():
    from engine.commands.bec_pro import _test

    found = _test({"p": 1e-9, "p_holm": 3e-9, "w": 12.0, "r": -0.8})
    assert found == "W 12, p < 0.0001 (Holm < 0.0001), r -0.80"
