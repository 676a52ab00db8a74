"""The interventions of a model as specs, with hand-made fits and gradients."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import BiascopeError, InputTextError
from engine.core.spec import HeadRef, format_heads
from engine.flow.asking import Measurement
from engine.mitigation.asked import ROWS, checked
from engine.mitigation.rows import Means, names_of, rows_of, with_controls
from tests import kept_fits as by_hand
from tests.engine.mitigation.by_hand import LEAN, SPEC, NoFits, asked, chosen, facts, reading

GRADIENT = [[0.1, 0.9, -0.2, 0.3], [0.8, 0.0, 0.7, -0.5]]


class Fits:
    """Hand-made fits of a tiny model, whose controls are other numbers."""

    def __init__(self, model):
        self.model = model
        self.controls = []

    def erasure(self, method):
        fit = by_hand.erasure(self.model, [1.0] + [0.0] * 31, [1.0] + [0.0] * 31)
        fit = replace(fit, method=method)
        return fit, by_hand.keep(fit)

    def steering(self):
        about = {"pairs": {"n": 40, "first": "feminine", "second": "masculine"}}
        fit = by_hand.vector(self.model, [1.0] + [0.0] * 31, about=about)
        return fit, by_hand.keep(fit)

    def control(self, fit, seed):
        self.controls.append((fit.method, seed))
        moved = {name: values + seed + 1 for name, values in fit.arrays.items()}
        return by_hand.keep(replace(fit, method="random", arrays=moved))


def ask(name, items, _params):
    assert name == "head_bias"
    return Measurement([{"gradient": GRADIENT, "problem": None}] * len(items), {})


def measured(spec, column):
    """The sign choice: towards side A a half is at 56%, away from it at 52%."""
    assert column is LEAN
    (vector,) = spec.interventions.steered
    return reading([0.52 if vector.strength < 0 else 0.56])


def rows(of, fits=None, gradient_of=ask, of_facts=None, **other):
    means = Means(of_facts or facts(), gradient_of, fits or NoFits(), measured)
    return rows_of(asked(rows=of, controls=2, **other), chosen(LEAN), means)


def test_the_top_heads_are_masked_replaced_and_scaled_with_random_ones_of_each_kind():
    original, masked, mean, scaled = rows(("heads", "heads-mean", "heads-scaled"), top=3)
    assert (original.name, original.spec, original.controls) == ("original", SPEC, ())
    top = (HeadRef(0, 1), HeadRef(1, 0), HeadRef(1, 2))
    assert masked.spec.masked_heads == mean.spec.masked_heads == top
    assert mean.spec.interventions.ablation == "mean"
    assert [str(one) for one in scaled.spec.interventions.scaled_heads] == [
        "1-2:0.5",
        "2-1:0.5",
        "2-3:0.5",
    ]
    assert (masked.label, masked.control) == ("Top 3 heads masked", "3 heads at random, masked")
    assert format_heads(top) in masked.about
    for row in (masked, mean, scaled):
        assert len(row.controls) == 2
        assert len({one.revision for one in row.controls}) == 1
    assert all(len(one.masked_heads) == 3 for one in (*masked.controls, *mean.controls))
    assert all(one.interventions.ablation == "mean" for one in mean.controls)
    assert all(len(one.interventions.scaled_heads) == 3 for one in scaled.controls)
    heads = [one.masked_heads for one in masked.controls]
    assert heads == [one.masked_heads for one in mean.controls]  # the same draws


def test_each_erasure_has_random_ones_of_its_own(loaded):
    fits = Fits(loaded("bert"))
    _, debias, leace = rows(("sentence-debias", "leace"), fits)
    assert [one.spec.interventions.erased[0].method for one in (debias, leace)] == [
        "sentence-debias",
        "leace",
    ]
    assert debias.label == "Gender erased, SentenceDebias"
    both = ("sentence-debias", "leace")
    assert fits.controls == [(method, seed) for method in both for seed in (0, 1)]
    assert len({one.interventions.erased[0].digest for one in leace.controls}) == 2
    assert debias.control == "1 direction at random, erased"


def test_steering_has_the_sign_that_is_nearer_to_neutral_on_the_choosing_half(loaded):
    _, *steered = rows(("steer",), Fits(loaded("bert")))
    strengths = [one.spec.interventions.steered[0].strength for one in steered]
    assert strengths == [-0.25, -0.5, -1.0]
    assert steered[0].name == "steer:0.25"
    assert steered[0].label == "Steered by −0.25, towards masculine"
    assert "0.5%, against 0.6% with the other" in steered[0].about
    assert [one.interventions.steered[0].strength for one in steered[2].controls] == [-1.0] * 2


def test_what_cannot_be_done_says_why_and_the_others_stand():
    found = {one.name: one for one in rows(ROWS, of_facts=facts(heads=0))}
    assert set(found) == {"original", *names_of(ROWS)}
    assert "heads not available" in found["heads"].problem
    assert "heads not available" in found["heads-scaled"].problem
    for name in ("leace", "inlp", "steer:0.5"):
        assert found[name].problem == "20 pairs are needed, and there are 12."
        assert found[name].spec is None
    assert found["self-debias"].spec.interventions.self_debias.because_of == "gender"
    assert "No balanced model of owner/model is on this machine" in found["balanced"].problem
    assert "inject --model owner/model" in found["balanced"].problem


def test_a_gradient_that_is_undefined_is_the_reason():
    def flat(_name, _items, _params):
        return Measurement([{"gradient": None, "problem": "d is undefined."}], {})

    _, row = rows(("heads",), gradient_of=flat)
    assert row.problem == "d is undefined."


def test_a_sign_that_cannot_be_chosen_is_the_reason(loaded):
    def refused(_spec, _column):
        return replace(reading([1.0]), value=None, problem="No pair can be scored.")

    means = Means(facts(), ask, Fits(loaded("bert")), refused)
    _, *steered = rows_of(asked(rows=("steer",), controls=1), chosen(LEAN), means)
    assert {one.problem for one in steered} == {
        "The sign of steering cannot be chosen: No pair can be scored."
    }


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"concept": "age"}, "There is no concept 'age'; a mitigation table is of gender, race"),
        ({"top": 9}, "--top is 1 to 8, the heads of owner/model; got 9."),
        ({"top": 0}, "--top is 1 to 8"),
        ({"rows": ("heads", "nothing")}, "there is no 'nothing'"),
        ({"rows": ()}, "none is named"),
        ({"controls": 201}, "--controls is 0 to 200"),
    ],
)
def test_what_no_table_can_be_made_of_is_refused(other, said):
    with pytest.raises(InputTextError, match=said.replace("(", r"\(")):
        checked(asked(**other), facts())


def test_a_model_without_heads_may_be_asked_for_any_number():
    assert checked(asked(top=500), facts(heads=0))


def test_rows_with_random_ones_are_those_of_a_size():
    assert with_controls(("heads", "steer", "self-debias", "balanced")) == [
        "heads",
        "steer:0.25",
        "steer:0.5",
        "steer:1",
    ]


def test_a_fit_that_is_not_there_is_no_fault_of_ours():
    with pytest.raises(BiascopeError):
        NoFits().erasure("leace")
