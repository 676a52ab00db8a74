from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.files.fit_file import Fit
from engine.interventions.about import about_of, fit_json, judged_text, pairs_text, title

ABOUT = {
    "pairs": {
        "name": "bundled",
        "n": 44,
        "digest": "sha256:1",
        "first": "Black",
        "second": "white",
        "unit": "word pair",
        "units": 11,
    },
    "seed": 0,
    "probe_before": {"accuracy": 0.75, "interval": [0.6, 0.875], "n": 44, "chance": 0.5},
    "probe_after": {"accuracy": 0.5625, "interval": None, "n": 44, "chance": 0.5},
    "probe_change": {"difference": -0.1875, "interval": None},
    "random_controls": {"n": 2, "mean": 0.74, "accuracies": [0.73, 0.75], "seeds": [0, 1]},
}
ARRAYS = {"center": np.zeros(4), "left": np.eye(4)[:1], "right": np.eye(4)[:1]}
ERASED = Fit("erasure", "race", "leace", "mini", "sha256:2", "BERT", 6, 0, 1, ARRAYS, ABOUT)
STEERED = replace(
    ERASED,
    kind="steering",
    method="mean-difference",
    layer=3,
    arrays={"vector": np.ones(4)},
    about=ABOUT
    | {"chosen": {"n": 20, "separation": [0.1, 0.2, 0.3]}, "strength_of_difference": 0.08},
)


def test_what_is_said_of_an_erasure_is_what_was_tested():
    about = about_of(ERASED)
    assert title(ERASED) == "race erased by LEACE, rank 1, in mini"
    assert pairs_text(about) == "44 pairs, bundled (11 word pairs)"
    assert judged_text(ERASED, about) == (
        "A linear probe tells Black from white in 75.0% (95% CI [60.0, 87.5]) of held-out "
        "sentences with other words before the erasure and in 56.2% after it (chance 50%); after "
        "erasing random directions instead, in 74.0%."
    )


def test_what_is_said_of_a_vector_is_what_was_tested():
    about = about_of(STEERED)
    assert title(STEERED) == "vector for race by mean difference, layer 3 of mini"
    assert judged_text(STEERED, about) == (
        "A linear probe tells Black from white in 75.0% (95% CI [60.0, 87.5]) of held-out "
        "sentences with other words; with each moved towards the other side by the mean "
        "difference, in 56.2%, and moved as far in random directions, in 74.0%."
    )


def test_pairs_that_count_for_themselves_are_only_counted():
    about = ABOUT | {"pairs": ABOUT["pairs"] | {"unit": "pair", "units": 44}}
    fit = replace(ERASED, about=about)
    assert pairs_text(about_of(fit)) == "44 pairs, bundled"
    assert "of held-out sentences before the erasure" in judged_text(fit, about_of(fit))


def test_as_json_an_erasure_has_no_layer_and_a_vector_its_choice():
    found = fit_json(ERASED, "race-leace-1", "abc")
    assert (found["layer"], found["rank"], found["file"]) == (None, 1, None)
    assert found["probe_after"]["accuracy"] == 0.5625
    assert "chosen" not in found
    steered = fit_json(STEERED, "race-1", "abc", "x.safetensors")
    assert (steered["layer"], steered["chosen"]["n"], steered["file"]) == (3, 20, "x.safetensors")


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"seed": 3, "control_of": {"method": "leace", "concept": "race"}},
        ABOUT | {"probe_after": {"accuracy": 7, "interval": None, "n": 1, "chance": 0.5}},
        ABOUT | {"pairs": 20},
        ABOUT | {"probe_change": {"difference": 0.1, "interval": [0.1]}},
        ABOUT | {"probe_change": {"difference": float("nan"), "interval": None}},
        ABOUT | {"chosen": {"n": 20, "separation": [float("inf")]}},
        ABOUT | {"strength_of_difference": float("nan")},
    ],
)
def test_what_does_not_have_its_form_is_not_said(about):
    fit = replace(ERASED, about=about)
    assert about_of(fit) is None
    assert fit_json(fit, "race", "abc")["probe_before"] is None
