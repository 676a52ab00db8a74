from __future__ import annotations

from engine.scorecard.words import tier_letter


def test_tiers_are_letters_and_no_two_are_alike():
    assert [tier_letter(tier) for tier in (None, 1, 2, 26, 27, 53)] == [
        "",
        "A",
        "B",
        "Z",
        "AA",
        "BA",
    ]
    assert len({tier_letter(tier) for tier in range(1, 1001)}) == 1000
