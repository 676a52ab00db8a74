from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from engine.core.errors import BiascopeError
from engine.core.interventions import (
    NO_INTERVENTIONS,
    ErasedConcept,
    Interventions,
    ScaledHead,
    SelfDebias,
    SteeringVector,
)
from engine.core.spec import HeadRef, ModelSpec
from engine.storage.store.context import Context

DIGEST, OTHER = "a" * 64, "b" * 64
BASE = ModelSpec("owner/model", "c0ffee", "float32", (HeadRef(2, 0),))
ERASED = ErasedConcept("gender", "leace", DIGEST)
STEERED = SteeringVector("gender", "mean-difference", 3, DIGEST, 0.5)
WAYS = {
    "mean": {"ablation": "mean"},
    "resample": {"ablation": "resample:0"},
    "another seed": {"ablation": "resample:1"},
    "scaled": {"scaled_heads": (ScaledHead(0, 1, 0.5),)},
    "scaled otherwise": {"scaled_heads": (ScaledHead(0, 1, 0.25),)},
    "another head scaled": {"scaled_heads": (ScaledHead(1, 1, 0.5),)},
    "erased": {"erased": (ERASED,)},
    "another fit erased": {"erased": (replace(ERASED, digest=OTHER),)},
    "another concept": {"erased": (replace(ERASED, concept="race"),)},
    "another method": {"erased": (replace(ERASED, method="inlp"),)},
    "steered": {"steered": (STEERED,)},
    "another strength": {"steered": (replace(STEERED, strength=-0.5),)},
    "another layer": {"steered": (replace(STEERED, layer=2),)},
    "another vector": {"steered": (replace(STEERED, digest=OTHER),)},
    "debiased": {"self_debias": SelfDebias("gender")},
    "another bias": {"self_debias": SelfDebias("race/color")},
    "another decay": {"self_debias": SelfDebias("gender", 100.0)},
}


def under(**parts):
    return replace(BASE, interventions=Interventions(**parts))


@pytest.mark.parametrize(("one", "other"), [*combinations(["nothing", *WAYS], 2)])
def test_what_is_done_differently_has_another_key(one, other):
    first, second = (under(**WAYS.get(name, {})) for name in (one, other))
    assert first != second
    keys = {Context.of(spec.identity(), "pppl", 1, {}).id for spec in (first, second)}
    assert len(keys) == 2


def test_a_model_with_nothing_but_masked_heads_has_the_key_it_always_had():
    assert BASE.identity() == {
        "checkpoint": "owner/model",
        "revision": "c0ffee",
        "dtype": "float32",
        "masked_heads": ["3-1"],
    }


@pytest.mark.parametrize(
    "parts",
    [
        {"scaled_heads": (ScaledHead(0, 1, 1.0),)},
        {"steered": (replace(STEERED, strength=0.0),)},
        {"self_debias": SelfDebias("gender", 0.0)},
    ],
)
def test_what_changes_nothing_has_the_key_of_nothing(parts):
    assert under(**parts) == BASE
    assert not Interventions(**parts)


def test_a_scale_of_zero_is_a_mask():
    scaled = ModelSpec("m", "r", interventions=Interventions(scaled_heads=(ScaledHead(2, 0, 0.0),)))
    assert scaled == ModelSpec("m", "r", masked_heads=(HeadRef(2, 0),))


def test_without_a_masked_head_there_is_nothing_to_replace():
    assert ModelSpec("m", "r", interventions=Interventions("mean")) == ModelSpec("m", "r")


def test_a_head_is_not_both_masked_and_scaled():
    with pytest.raises(BiascopeError, match=r"Head 3-1 is both masked and scaled to 0.5; choose"):
        under(scaled_heads=(ScaledHead(2, 0, 0.5),))


def test_masking_a_scaled_head_takes_its_scale():
    spec = under(scaled_heads=(ScaledHead(0, 1, 0.5), ScaledHead(1, 1, 2.0)))
    masked = spec.with_masked([HeadRef(0, 1)])
    assert masked.masked_heads == (HeadRef(0, 1),)
    assert masked.interventions.scaled_heads == (ScaledHead(1, 1, 2.0),)


@pytest.mark.parametrize(
    "parts",
    [
        {"scaled_heads": (ScaledHead(0, 1, 0.5), ScaledHead(0, 1, 0.25))},
        {"steered": (STEERED, replace(STEERED, strength=1.0))},
    ],
)
def test_one_head_or_vector_has_one_number(parts):
    with pytest.raises(BiascopeError, match="given twice with different numbers"):
        Interventions(**parts)


def test_the_order_in_which_things_are_done_makes_no_other_model():
    heads = (ScaledHead(0, 1, 0.5), ScaledHead(1, 0, 2.0))
    fits = (ERASED, replace(ERASED, concept="race", digest=OTHER))
    one = Interventions(scaled_heads=heads, erased=fits)
    assert one == Interventions(scaled_heads=heads[::-1], erased=fits[::-1])


@pytest.mark.parametrize("name", WAYS)
def test_an_identity_is_read_as_the_spec_that_wrote_it(name):
    spec = under(**WAYS[name])
    assert ModelSpec.of_identity(spec.identity()) == spec


@pytest.mark.parametrize(
    "damaged",
    [
        {"ablation": "mean"},
        {"ablation": {"by": "nonsense"}},
        {"scaled_heads": ["3-1:5"]},
        {"scaled_heads": 3},
        {"erased": [{"concept": "gender"}]},
        {"erased": [{"concept": "../x", "method": "leace", "digest": DIGEST}]},
        {"erased": [{"concept": "gender", "method": "leace", "digest": "../../x"}]},
        {"steered": [vars(STEERED) | {"layer": "3"}]},
        {"steered": [vars(STEERED) | {"strength": 1e9}]},
        {"self_debias": {"because_of": "<b>", "decay": 50}},
        {"masked_heads": [3]},
        {"dtype": "float8"},
    ],
)
def test_a_changed_identity_is_refused_in_a_sentence(damaged):
    with pytest.raises(BiascopeError):
        ModelSpec.of_identity(BASE.identity() | damaged)


def test_the_original_has_nothing_done_to_it():
    assert under(**WAYS["erased"]).unmasked() == replace(BASE, masked_heads=())
    assert BASE.unmasked().is_original
    assert not BASE.is_original
    assert not replace(BASE.unmasked(), interventions=Interventions(erased=(ERASED,))).is_original
    assert NO_INTERVENTIONS.arguments() == []


def test_options_name_everything_that_is_done():
    done = Interventions(
        "resample:3", (ScaledHead(0, 1, 0.5),), (ERASED,), (STEERED,), SelfDebias("race/color", 10)
    )
    spec = replace(BASE, interventions=done)
    fit = f"gender-mean-difference-layer-3-{DIGEST[:12]}"
    assert spec.arguments() == [
        *("--model", "owner/model", "--mask", "3-1", "--gate", "1-2:0.5"),
        *("--ablation", "resample:3", "--erase", f"gender-leace-{DIGEST[:12]}"),
        *("--steer", f"{fit}:0.5", "--self-debias", "race/color:10"),
    ]
