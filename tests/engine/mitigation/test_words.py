"""What a table may claim."""

from __future__ import annotations

import pytest

from engine.mitigation import words
from tests.engine.mitigation.by_hand import table

BEFORE = [1.0, 1.2, 0.8, 1.1, 0.9, 1.3, 0.7, 1.0, 1.05, 0.95]
FAR = [2.0] * 20  # random controls that lie further away
COST = [5.0, 5.2, 4.8, 5.1, 4.9, 5.3, 4.7, 5.0, 5.05, 4.95]


def moved(parts, by):
    return [one + by * (1 + 0.1 * (at % 3)) for at, one in enumerate(parts)]


def made(controls=FAR, cost=0.0, costs=FAR, **other):
    rows = {"original": [BEFORE, COST], "heads": [moved(BEFORE, -0.6), moved(COST, cost)]}
    drawn = {("heads", "lean"): controls, ("heads", "loss"): costs} if controls else None
    return table(rows | other, drawn=drawn)


def test_what_helps_is_nearer_at_no_clear_cost_and_beyond_chance():
    report = made()
    (one,) = words.outcomes(report)
    assert (one.helps, one.forgot) == (True, False)
    assert words.claim(report) == (
        "1 of 1 intervention on owner/model clearly brings the measure of bias nearer to neutral; "
        "1 does so without a clear cost to the language model and by more than random changes do: "
        "Heads."
    )
    assert words.sentences(report) == [
        "Heads: Lean nearer to neutral; no clear cost. 0 of 20 random controls lie at least as "
        "near to neutral (p = 0.048; the smallest possible is 0.048)."
    ]


def test_what_random_changes_do_as_well_is_no_help():
    report = made(controls=[0.1] * 20)
    (one,) = words.outcomes(report)
    assert not one.helps
    assert words.claim(report).endswith(
        "; none does so without a clear cost to the language model and by more than random changes "
        "do."
    )


def test_a_row_that_breaks_the_model_is_said_to_have():
    report = made(controls=[0.1] * 20, cost=3.0)
    (one,) = words.outcomes(report)
    assert (one.helps, one.forgot, one.worse) == (False, True, ("Loss",))
    (said,) = words.sentences(report)
    assert "clearly worse: Loss" in said
    assert said.endswith("this is what any damage to the model would do.")
    (beyond,) = words.outcomes(made(cost=3.0))
    assert (beyond.helps, beyond.forgot) == (False, False)


def test_without_random_changes_the_claim_says_so():
    report = made(controls=None)
    assert words.claim(report).endswith("Heads (Heads: no random changes to compare with).")


def test_nothing_nearer_and_nothing_measured():
    still = table({"original": [BEFORE, COST], "heads": [BEFORE, COST]})
    assert words.claim(still) == (
        "None of 1 intervention on owner/model clearly brings the measure of bias nearer to "
        "neutral."
    )
    none = table({"original": [BEFORE, COST], "heads": "This model has no heads."})
    assert words.claim(none) == "No intervention on owner/model could be measured."
    assert words.sentences(none) == []


def test_further_from_neutral_is_said_and_is_no_help():
    rows = {"original": [BEFORE, COST], "heads": [moved(BEFORE, 0.6), COST]}
    (one,) = words.outcomes(table(rows))
    assert (one.nearer, one.further, one.helps) == ((), ("Lean",), False)
    assert "Lean further from it" in words.sentences(table(rows))[0]


@pytest.mark.parametrize(
    ("controls", "part"),
    [(0, "No random controls were measured"), (5, "0.167"), (20, "0.048, without a correction")],
)
def test_how_it_was_tested_has_the_smallest_p(controls, part):
    report = table({"original": [BEFORE, COST]}, controls=controls)
    assert part in words.how_tested(report)


def test_what_is_not_clear_stands_with_what_would_have_been_detected():
    moves = [0.3, -0.3, 0.2, -0.2, 0.1, -0.1, 0.25, -0.25, 0.15, -0.1]
    little = [one + move for one, move in zip(BEFORE, moves, strict=True)]
    said = words.how_tested(table({"original": [BEFORE, COST], "heads": [little, COST]}))
    assert "a single test would have detected a change of 0." in said
    assert "(Lean), with 80% power; smaller changes are not ruled out." in said
    assert "would have detected" not in words.how_tested(table({"original": [BEFORE, COST]}))
