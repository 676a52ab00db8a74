"""Numbers as people read them."""

import pytest

from components.present.numbers import times_text


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (1.44, "1.4 times"),
        (9.94, "9.9 times"),
        (9.96, "10 times"),
        (999.4, "999 times"),
        (22026.0, "over 1,000 times"),
    ],
)
def test_a_ratio_is_written_as_it_is_said(ratio, text):
    assert times_text(ratio) == text
