"""All that is done to a model, in one line, as titles, reports and screens have it."""

from __future__ import annotations

import pytest

from engine.core.errors import BiascopeError
from engine.core.intervention_text import done_in_words, heads_in_words
from engine.core.interventions import ErasedConcept, Interventions, ScaledHead, SteeringVector
from engine.core.spec import HeadRef, ModelSpec

DONE = Interventions(
    "resample:3",
    (ScaledHead(1, 0, 2.0),),
    (ErasedConcept("gender", "sentence-debias", "a" * 64),),
    (SteeringVector("age", "principal-component", 2, "b" * 64, -0.25),),
)
SPEC = ModelSpec("some/bert", "a" * 40, "float32", (HeadRef(0, 0), HeadRef(2, 0)), DONE)


def test_masked_heads_are_named_where_they_are_few_and_counted_otherwise():
    rest = (
        "resample ablation (seed 3), head 2-1 scaled to 2, gender erased (SentenceDebias), "
        "steering along age by −0.25 at layer 2"
    )
    assert done_in_words(SPEC.identity()) == f"2 heads switched off, {rest}"
    assert done_in_words(SPEC.identity(), 2) == f"heads 1-1, 3-1 switched off, {rest}"
    assert done_in_words(SPEC.identity(), 2, "masked") == f"heads 1-1, 3-1 masked, {rest}"
    assert done_in_words(SPEC.unmasked().identity()) == ""
    assert done_in_words({}) == ""


def test_one_head_is_one_head():
    assert heads_in_words(["3-1"]) == "1 head switched off"
    assert heads_in_words(["3-1"], 1) == "head 3-1 switched off"
    assert heads_in_words([]) == ""


def test_what_no_identity_holds_is_refused():
    with pytest.raises(BiascopeError, match="damaged"):
        done_in_words({"erased": [{"concept": "gender"}]})
