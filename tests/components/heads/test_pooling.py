"""The box of poolings: what a link from another page chooses in it."""

from __future__ import annotations

import pytest

from engine.core.families import CAUSAL, MASKED
from tests.components.drawn import drawn


def script(kind):
    """The box for words in sentences."""
    from types import SimpleNamespace

    import streamlit as st

    from components.heads.controls import _pooling

    source, facts = SimpleNamespace(in_contexts=True), SimpleNamespace(kind=kind, pooling="")
    st.text(_pooling(source, facts))


def masked():
    from tests.components.heads.test_pooling import script

    script("masked")


def causal():
    from tests.components.heads.test_pooling import script

    script("causal")


SCRIPTS = {MASKED: masked, CAUSAL: causal}


@pytest.mark.parametrize(
    ("kind", "linked", "chosen"),
    [
        (MASKED, "mean", "mean"),
        (MASKED, "mean-all", "mean-all"),  # not offered first, and a column may have it
        (CAUSAL, "last", "last"),
        (CAUSAL, "cls", "token"),  # a causal model has no [CLS]
        (MASKED, "none such", "token"),
    ],
)
def test_a_link_chooses_the_pooling_whatever_the_kind_of_model(kind, linked, chosen):
    page = drawn(SCRIPTS[kind], pooling=linked)
    assert page.text[0].value == chosen
    assert "pooling" not in page.query_params


def test_a_link_wins_over_what_was_chosen_before():
    page = drawn(masked, {"pooling_token_masked": "cls"}, pooling="mean")
    assert page.text[0].value == "mean"
