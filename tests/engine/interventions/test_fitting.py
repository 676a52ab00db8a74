"""Fits on tiny models: their form, what they do there, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.core.errors import BiascopeError
from engine.core.interventions import Interventions
from engine.core.spec import ModelSpec
from engine.files.fit_file import check_fit, fit_bytes, read_fit
from engine.files.fits import keep_fit
from engine.inference.states import last_states, layer_states
from engine.interventions.about import about_of
from engine.interventions.fitting import (
    DIRECTIONS,
    RANKS,
    checked_rank,
    fit_erasure,
    fit_steering,
)
from engine.interventions.pairs import own_pairs
from engine.models.loading import MaskedLM

OBJECTS = ("math", "art", "the kitchen", "the nurse")
WORDS = (("She", "He"), ("Her", "His"), ("Woman", "Man"), ("Mother", "Father"), ("Girl", "Boy"))
WORDS += (("Sister", "Brother"), ("Queen", "King"))


@pytest.fixture(scope="module")
def pairs():
    made = [
        (f"{her} loves {what}.", f"{his} loves {what}.") for her, his in WORDS for what in OBJECTS
    ]
    return own_pairs("gender", made, "made.csv")


def under(lm, fit, strength=None):
    """The model with a fit applied."""
    reference = keep_fit(fit_bytes(fit))
    if strength is None:
        done = Interventions(erased=(reference,))
    else:
        done = Interventions(steered=(replace(reference, strength=strength),))
    source = lm.model.source
    spec = ModelSpec(source.checkpoint, source.revision, "float32", (), done)
    return MaskedLM.of(lm.model, spec)


@pytest.mark.parametrize("family", ["bert", "gpt2"])
@pytest.mark.parametrize("method", RANKS)
def test_an_erasure_is_a_whole_file_of_its_model(family, method, masked_lm, pairs):
    lm = masked_lm(family)
    fit = fit_erasure(lm, pairs, method, seed=3)
    assert (fit.kind, fit.concept, fit.method, fit.layer) == ("erasure", "gender", method, 0)
    assert fit.rank == min(RANKS[method], len(pairs) // 3)
    assert fit.width == 32
    about = about_of(read_fit(fit_bytes(fit)))
    assert about is not None
    assert (about["pairs"]["n"], about["pairs"]["unit"], about["seed"]) == (28, "word pair", 3)
    check_fit(fit, lm.spec)
    assert fit_bytes(fit) == fit_bytes(fit_erasure(lm, pairs, method, seed=3))


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_under_leace_the_means_of_both_sides_are_the_same(family, masked_lm, pairs):
    lm = masked_lm(family)
    erased = under(lm, fit_erasure(lm, pairs, "leace"))

    def difference(model):
        return np.abs(
            last_states(model, pairs.first).mean(0) - last_states(model, pairs.second).mean(0)
        ).max()

    assert difference(lm) > 0.01
    assert difference(erased) < 1e-5


@pytest.mark.parametrize("method", DIRECTIONS)
@pytest.mark.parametrize("layer", [1, 2])
def test_a_vector_is_as_long_as_a_state_and_leads_towards_side_a(layer, method, masked_lm, pairs):
    lm = masked_lm("bert")
    fit = fit_steering(lm, pairs, method, layer)
    assert (fit.kind, fit.layer, fit.rank) == ("steering", layer, 1)
    vector = fit.arrays["vector"].astype(float)
    first, second = (layer_states(lm, side)[layer - 1] for side in (pairs.first, pairs.second))
    both = np.concatenate([first, second])
    assert np.linalg.norm(vector) == pytest.approx(np.linalg.norm(both, axis=1).mean(), rel=1e-5)
    assert (first - second).mean(0) @ vector > 0
    assert "chosen" not in fit.about
    assert fit.about["probe_before"]["n"] == len(pairs)
    strength = fit.about["strength_of_difference"]
    steered = layer_states(under(lm, fit, strength), pairs.second)[layer - 1]
    along = vector / np.linalg.norm(vector)
    assert (steered @ along).mean() == pytest.approx((first @ along).mean(), abs=1e-4)


def test_without_a_layer_it_is_chosen_on_one_half_and_judged_on_the_other(masked_lm, pairs):
    lm = masked_lm("bert")
    fit = fit_steering(lm, pairs, "mean-difference", seed=1)
    chosen = fit.about["chosen"]
    assert len(chosen["separation"]) == lm.model.layers
    assert fit.layer == 1 + int(np.argmax(chosen["separation"]))
    assert chosen["n"] + fit.about["probe_before"]["n"] == len(pairs)
    again = fit_steering(lm, pairs, "mean-difference", fit.layer, seed=1)
    np.testing.assert_array_equal(fit.arrays["vector"], again.arrays["vector"])
    assert about_of(read_fit(fit_bytes(fit))) is not None


def test_what_is_done_to_the_model_makes_no_difference(masked_lm, pairs):
    plain, masked = masked_lm("bert"), masked_lm("bert", "1-1, 2-3")
    one, other = (fit_erasure(lm, pairs, "sentence-debias") for lm in (plain, masked))
    assert fit_bytes(one) == fit_bytes(other)


def test_a_span_filler_and_a_classifier_have_nothing_to_erase_from(masked_lm, pairs):
    with pytest.raises(BiascopeError, match=r"writes with a decoder, and a concept is erased from"):
        fit_erasure(masked_lm("t5"), pairs, "leace")


@pytest.mark.parametrize("layer", [0, -1, 99])
def test_a_layer_that_is_not_there_is_refused(layer, masked_lm, pairs):
    with pytest.raises(BiascopeError, match=rf"there is no layer {layer}; --layer is 1 to"):
        fit_steering(masked_lm("bert"), pairs, "mean-difference", layer)


def test_sides_that_the_model_reads_alike_are_refused(masked_lm):
    unread = own_pairs("age", [(f"Ж{n} sings.", f"Д{n} sings.") for n in range(20)], "mine.csv")
    lm = masked_lm("bert")
    with pytest.raises(BiascopeError, match=r"finds 0 dimensions in which the states of the two"):
        fit_erasure(lm, unread, "leace")
    with pytest.raises(BiascopeError, match=r"have the same states at layer 1"):
        fit_steering(lm, unread, "mean-difference", 1)


@pytest.mark.parametrize(
    ("method", "rank", "said"),
    [
        ("leace", 2, "LEACE takes away one dimension"),
        ("sentence-debias", 33, "have 32 numbers, and --rank 33"),
        ("inlp", 14, "40 pairs give at most 13 dimensions"),
        ("inlp", 0, "got --rank 0"),
        ("sentence-debias", -1, "got --rank -1"),
    ],
)
def test_a_rank_that_cannot_be_is_refused(method, rank, said):
    with pytest.raises(BiascopeError) as refused:
        checked_rank(method, rank, 32, 40)
    assert said in str(refused.value)


def test_the_usual_rank_is_less_where_there_are_few_pairs():
    assert checked_rank("inlp", None, 384, 162) == 10
    assert checked_rank("inlp", None, 384, 20) == 6
    assert checked_rank("sentence-debias", 13, 32, 40) == 13


@pytest.mark.parametrize("fit", [fit_erasure, fit_steering])
def test_an_unknown_method_is_refused(fit, masked_lm, pairs):
    with pytest.raises(BiascopeError, match=r"--method is .*; got 'magic'"):
        fit(masked_lm("bert"), pairs, "magic")
