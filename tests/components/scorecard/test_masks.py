"""The box of masks: how many are measured, and what is said of those that are not."""

from __future__ import annotations

import pytest

from components.scorecard.choice import MOST_MODELS, Base
from components.scorecard.masks import _named, within_limit
from engine.core.program import PROGRAM
from engine.core.spec import ModelSpec
from tests.components.drawn import drawn, unescaped

LARGE = Base(ModelSpec("bundled", "sha256:0"), "BERT", 6, 12)
SMALL = Base(ModelSpec("/models/small", "sha256:1"), "BERT", 2, 4)
MANY = ["none", *(f"1-{head}" for head in range(1, 13)), "2-1"]


def script():
    """The box with two models, and what it gives."""
    import streamlit as st

    from components.scorecard.choice import Base
    from components.scorecard.masks import choose_masks
    from engine.core.spec import ModelSpec

    bases = [Base(ModelSpec("bundled", "sha256:0"), "BERT", 6, 12)]
    st.text(len(choose_masks(None, bases)))


@pytest.mark.parametrize(
    ("bases", "chosen", "kept"),
    [
        ([LARGE], MANY, 12),
        ([LARGE], MANY[:12], 12),
        ([LARGE, SMALL], MANY, 7),  # the small model has fewer heads, so it has fewer masks
        ([LARGE] * 12, MANY, 1),
        ([SMALL], ["none", *MANY[5:]], 10),  # nothing is measured under a mask that does not fit
    ],
)
def test_the_first_masks_are_measured_that_are_not_too_many(bases, chosen, kept):
    found = within_limit(bases, chosen)
    assert found == chosen[: len(found)]
    assert len(found) == kept


def test_masks_beyond_the_limit_are_named_at_the_box_and_the_page_goes_on():
    page = drawn(script, masks=MANY)
    assert page.text[0].value == str(MOST_MODELS)
    (warning,) = page.warning
    assert unescaped(warning.value) == (
        "1 model, original and under 13 masks, would be 14 in all, and at most 12 are measured "
        f"here. Left out: 1-12 and 1 more mask. {PROGRAM} sweep takes 200."
    )


def test_the_original_model_is_no_mask_where_it_is_left_out():
    assert _named(["1-1"]) == "1-1"
    assert _named(["1-1", "none", "1-2"]) == "1-1, 1 more mask and no mask"
    assert _named(["none"]) == "no mask"


def test_a_mask_that_names_no_heads_is_left_out_and_the_page_goes_on():
    page = drawn(script, masks=["none", "the third", "3-1"])
    assert page.text[0].value == "2"
    (warning,) = page.warning
    assert "Left out: A head is written layer-head" in unescaped(warning.value)
