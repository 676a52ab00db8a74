"""What a pin of the grid of heads says."""

from __future__ import annotations

from components.heads.board import ends_text


def test_the_heads_at_both_ends_are_named_in_a_sentence():
    values = [("1-1", 0.02), ("5-5", 0.061), ("5-8", -0.1), ("6-1", None)]
    assert ends_text(values) == (
        "Head 5 in layer 5 has the largest value (+0.06), head 8 in layer 5 the smallest (−0.10); "
        "values of the model with all heads on."
    )
    assert "(+6.00 points)" in ends_text([("1-1", 6.0), ("1-2", 1.0)], "points")
    assert ends_text([("1-1", None)]) == ""
