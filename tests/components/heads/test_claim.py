"""The sentence at the top of the Heads page."""

from __future__ import annotations

import pytest

from components.heads.claim import beside, computing, of_change, of_whole
from engine.measures.heads.before_after import Moved, corrected
from engine.measures.heads.changes import Change
from tests.components.heads.seat_values import seat

NAMES = ("Stereotyped as female", "Stereotyped as male", "female", "male")
OTHERS = ("Kitchen", "Workshop", "Women", "Men")


def test_a_clear_association_is_said_from_its_own_side():
    said = of_whole(NAMES, seat(0.9, 0.001))
    assert said.sentence == (
        "In this model, words stereotyped as female lie closer to female words, and words "
        "stereotyped as male closer to male words, than the other way round."
    )
    assert said.statistics.replace("\u00a0", " ") == (
        "SEAT d +0.90, 95% CI [+0.40, +1.40], p = .001, 8 + 8 target words"
    )
    whole = of_whole(NAMES, seat(0.9, 0.001), "1 context", "the model with all heads on")
    assert whole.sentence.startswith("In the model with all heads on")
    assert whole.statistics.endswith("8 + 8 target words, 1 context")
    turned = of_whole(NAMES, seat(-0.9, 0.001)).sentence
    assert "words stereotyped as male lie closer to female words" in turned


@pytest.mark.parametrize("p", [0.05, 0.6, None])
def test_an_association_that_is_not_clear_says_so(p):
    said = of_whole(NAMES, seat(0.3, p)).sentence
    assert "finds no clear difference" in said
    assert "lie closer" not in said


def test_an_association_without_a_value_says_why():
    said = of_whole(NAMES, seat(None, None))
    assert said.sentence == "This test has no value in this model."
    assert "All words are alike" in said.statistics.replace("\\", "")


def moved(before: float, after: float, p: float, distance: float) -> Moved:
    low, high = sorted((0.5 * (after - before), 1.5 * (after - before)))
    change = Change(after - before, low, high, p)
    mirrored = Change(after + before, *sorted((0.5 * (after + before), 1.5 * (after + before))), p)
    return Moved(before, after, 0.0, 2, True, change, mirrored, p, distance)


@pytest.mark.parametrize(
    ("before", "after", "p", "distance", "verb", "end"),
    [
        (1.13, 0.7, 0.01, 0.01, "weakens", "d goes from +1.13 to +0.70."),
        (-1.13, -0.7, 0.01, 0.01, "weakens", "d goes from −1.13 to −0.70."),
        (0.7, 1.13, 0.01, 0.01, "strengthens", "d goes from +0.70 to +1.13."),
        (1.13, 1.14, 0.4, 0.4, "does not clearly change", "d goes from +1.13 to +1.14."),
        (1.13, 1.131, 0.01, 0.01, "does not clearly change", "d is +1.13 before and after."),
        (
            *(0.9, -0.8, 0.01, 0.4, "changes"),
            "d goes from +0.90 to −0.80, past 0; whether it is weaker is not clear.",
        ),
    ],
)
def test_the_change_is_said_with_both_values_and_no_more_than_was_tested(
    before, after, p, distance, verb, end
):
    said = of_change("gender", NAMES, moved(before, after, p, distance), 2, "17 + 17 target words")
    assert said.sentence == f"Switching off 2 heads {verb} the gender association: {end}"
    assert said.statistics.startswith("SEAT d, change ")
    assert "95%\u00a0CI" in said.statistics
    assert said.statistics.endswith(
        f"p = {p:.3f} (Holm), 17 + 17 target words".replace("0.", ".", 1)
    )


def test_a_change_is_not_called_clear_before_the_other_tests_say_so():
    change = moved(1.13, 0.7, 0.02, 0.02)
    early = corrected([change], waiting=4)[0]
    said = of_change("gender", NAMES, early, 2, "", 0.95)
    assert said.sentence == (
        "With 2 heads switched off, on the half of the words kept for testing, d of the gender "
        "association goes from +1.13 to +0.70; whether that is a clear change is being computed."
    )
    assert "p = .020 before correction" in said.statistics
    done = of_change("gender", NAMES, corrected([change])[0], 2, "", 0.95)
    assert done.sentence == (
        "Switching off 2 heads weakens the gender association: on the half of the words kept for "
        "testing, d goes from +1.13 to +0.70 (+0.95 on all words, all heads on)."
    )
    assert "p = .020 (Holm)" in done.statistics


def test_while_it_is_computed_the_claim_names_the_heads_and_the_words():
    whole = computing(NAMES, "gender", 2, seat(0.95, 0.001), apart=True)
    assert whole.sentence == (
        "With 2 heads switched off, the gender association is being computed on the half of the "
        "words kept for testing …"
    )
    assert whole.statistics == "SEAT d +0.95 with all heads on, 8 + 8 target words"


def test_a_claim_has_the_association_of_the_model_compared_with_untested():
    own = of_change("gender", NAMES, moved(1.13, 0.7, 0.01, 0.01), 2, "17 + 17 target words")
    found = beside(own, seat(0.45, 0.2), "other")
    assert found.sentence == f"{own.sentence} In other, d is +0.45."
    assert found.statistics.startswith(f"{own.statistics} · other: SEAT d +0.45")
    assert "not tested against each other" in found.statistics
    without = beside(own, seat(1.0, 0.2) | {"effect_size": None}, "other")
    assert without.sentence.endswith("In other, it has no value.")


def test_the_sets_of_any_other_test_are_named():
    change = moved(1.13, 0.7, 0.01, 0.01)
    assert of_change("mine.json", OTHERS, change, 1, "").sentence.startswith(
        "Switching off 1 head weakens the association of Kitchen and Workshop words with Women and "
        "Men words: "
    )
    named = of_change("weat7", NAMES, change, 1, "").sentence
    assert "of words stereotyped as female or male with female and male words" in named
    assert of_change("gender", NAMES, None, 3, "").sentence == (
        "With 3 heads switched off, the gender association has no value."
    )
