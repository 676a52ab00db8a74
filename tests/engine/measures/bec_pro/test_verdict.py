"""Whether professions follow the stereotype: every pair of answers of the two lists."""

from __future__ import annotations

import pytest

from engine.measures.bec_pro.verdict import verdict


def entry(group: str, mean: float, p: float | None) -> dict:
    return {"group": group, "difference": {"mean": mean}, "test": {"p_holm": p}}


@pytest.mark.parametrize(
    ("male", "female", "said"),
    [
        ((0.3, 0.01), (-0.2, 0.04), "Yes, on both lists."),
        ((-0.3, 0.01), (0.2, 0.01), "No, on both lists it is the other way round."),
        ((0.3, 0.2), (0.2, 0.05), "No difference is shown on either list."),
        ((0.3, None), (0.2, None), "Too few professions for a test."),
        (
            *((0.3, 0.01), (-0.2, 0.06)),
            "On the male list yes; on the female list no difference is shown.",
        ),
        (
            *((0.3, 0.01), (0.2, 0.01)),
            "On the male list yes; on the female list no, it is the other way round.",
        ),
        (
            *((0.3, None), (-0.2, 0.01)),
            "On the male list too few professions for a test; on the female list yes.",
        ),
    ],
)
def test_the_answer_is_that_of_the_corrected_tests(male, female, said):
    found = [entry("male", *male), entry("female", *female), entry("balanced", 0.5, 0.001)]
    assert verdict(found) == said
