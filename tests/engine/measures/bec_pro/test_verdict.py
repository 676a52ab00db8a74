"""Whether professions follow the stereotype: every pair of answers of the two lists."""

from __future__ import annotations

import pytest

from engine.measures.bec_pro.data.sentences import FEMALE, MALE
from engine.measures.bec_pro.report import (
    UNSETTLED,
    UNSHOWN,
    UNTESTED,
    bec_pro_smallest,
    bec_pro_verdict,
    drawn_more,
)


def entry(group: str, mean: float, p: float | None, half: float = 0.1, n: int = 9) -> dict:
    """A group's difference, with an interval of this half width."""
    difference = {"mean": mean, "interval": [mean - half, mean + half]}
    return {"group": group, "difference": difference, "test": {"p": p, "p_holm": p, "n": n}}


@pytest.mark.parametrize(
    ("male", "female", "said"),
    [
        ((0.3, 0.01), (-0.2, 0.04), "Yes, on both lists."),
        ((-0.3, 0.01), (0.2, 0.01), "No, on both lists it is the other way round."),
        ((0.3, 0.2), (0.2, 0.05), "No difference is shown on either list."),
        ((0.3, None), (0.2, None), "Too few professions for a clear result."),
        (
            *((0.3, 0.01), (-0.2, 0.06)),
            "On the male list yes; on the female list no difference is shown.",
        ),
        (
            *((0.3, 0.01), (0.2, 0.01)),
            "On the male list yes; on the female list no, it is the other way round.",
        ),
        (
            *((0.3, 0.01), (-0.2, 0.04, 0.2)),
            "On the male list yes; on the female list it is not settled, as the test is clear and "
            "the interval contains 0.",
        ),
        (
            *((0.1, 0.01, 0.2), (-0.1, 0.01, 0.2)),
            "Not settled on either list: the tests are clear and the intervals contain 0.",
        ),
        (
            *((0.3, None), (-0.2, 0.01)),
            "On the male list too few professions for a clear result; on the female list yes.",
        ),
    ],
)
def test_the_answer_is_that_of_the_corrected_tests_and_intervals(male, female, said):
    found = [entry("male", *male), entry("female", *female), entry("balanced", 0.5, 0.001)]
    assert bec_pro_verdict(found) == said


@pytest.mark.parametrize(
    ("mean", "p", "half", "found"),
    [
        (0.3, 0.01, 0.1, MALE),
        (-0.3, 0.01, 0.1, FEMALE),
        (-0.3, 0.01, 0.3, UNSETTLED),
        (0.3, 0.05, 0.1, UNSHOWN),
        (0.3, None, 0.1, UNTESTED),
    ],
)
def test_whose_words_are_drawn_more_needs_test_and_interval(mean, p, half, found):
    assert drawn_more(entry("female", mean, p, half)) == found


def test_without_an_interval_nothing_is_settled():
    found = entry("male", 0.3, 0.01)
    found["difference"]["interval"] = None
    assert drawn_more(found) == UNSETTLED


def test_a_list_without_a_shown_difference_stands_with_the_smallest_it_could_have_shown():
    groups = [entry("male", 0.3, 0.2), entry("female", -0.3, 0.01), entry("balanced", 0.1, 0.3)]
    # Half of an interval has 1.96 standard errors; the smallest of three p needs 2.39 + 0.84.
    least = 0.1 / 1.96 * (2.394 + 0.842)
    assert bec_pro_smallest(groups) == (
        f"Differences of {least:.2f} nats on the male list, {least:.2f} nats on the balanced list "
        "would have been detected with 80% power; smaller ones are not ruled out."
    )
    assert bec_pro_smallest(groups[1:2]) == ""


def test_a_list_of_five_professions_is_too_short_for_a_test_whatever_it_shows():
    # All five on one side: 2 / 2^5 = .0625, the smallest p that there is.
    five = [entry(name, 0.3, 0.0625, n=5) for name in ("male", "female")]
    assert bec_pro_verdict(five) == "Too few professions for a clear result."
    assert bec_pro_smallest(five) == ""
