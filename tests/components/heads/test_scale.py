"""How large the effect size of the Heads page is, and which of its two answers is tested."""

from __future__ import annotations

import pytest

from components.heads.scale import of_effects, said, which_counts
from tests.components.heads.seat_values import seat

CONVENTION = "**Convention for d:** 0.2 small, 0.5 medium, 0.8 large (Cohen 1988)"
SPLITS = "; chance gives up to ±0.47 (95% of random splits)"


@pytest.mark.parametrize(
    ("effects", "size"),
    [
        ([0.95], ", so +0.95 is large"),
        ([-0.6], ", so −0.60 is medium"),
        ([1.13, 1.05], ", so both are large"),
        ([1.13, 0.49], ", so large before, small now"),
    ],
)
def test_a_clear_effect_has_its_size_by_convention_and_what_chance_gives(effects, size):
    assert of_effects(effects, 0.47, True) == f"{CONVENTION}{size}{SPLITS}."


def test_an_effect_that_is_not_clear_has_no_size_and_may_be_chance():
    assert of_effects([1.13, 0.3], 0.47, False) == f"{CONVENTION}{SPLITS}, so +0.30 may be chance."


def test_the_claim_counts_and_the_sentence_is_an_example():
    assert which_counts(seat(0.9, 0.001)) == (
        "**Which counts?** The claim, tested on 8 + 8 target words, with an interval. Your "
        "sentence is one example, without a test."
    )
    assert "interval" not in which_counts(seat(0.9, 0.001) | {"interval": None})


def test_both_are_said_as_far_as_the_page_has_them():
    before, after = seat(1.13, 0.001), seat(0.3, 0.2)
    both = said([before, after], 0.47, with_sentence=True).split("  \n")
    assert both == [of_effects([1.13, 0.3], 0.47, False), which_counts(after)]
    assert said([before], 0.47, with_sentence=False) == of_effects([1.13], 0.47, True)
    assert said([before, seat(None, None)], None, with_sentence=True) == ""
    assert said([seat(None, None), after], 0.47, with_sentence=True) == ""
