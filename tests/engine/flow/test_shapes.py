"""Stored values of another shape than the measure's own are computed again."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from annotated_types import Predicate

from engine.core.spec import ModelSpec
from engine.flow import registry
from engine.flow.derived import derived, stored_derived
from engine.flow.measurement import measure
from engine.flow.packing import Packed
from engine.flow.registry import DERIVED, MEASURES
from engine.flow.shapes import Problem, fits
from engine.flow.stored import stored_values
from engine.measures.cabm.weighting import EQUAL, PCA, PCA_RF, SHAP_RF
from engine.measures.completion.value import GroupCompletionValue
from engine.storage.store import default_store

SPEC = ModelSpec("owner/model", "c0ffee")
SIDE = {
    "tokens": ["she"],
    "offsets": [[0, 3]],
    "shared": [True],
    "log_probabilities": [-1.5],
    "top": [None],
}
TARGET = {"word": "he", "mask": 1, "pieces": 1, "probability": 0.5, "log_odds": 0.0, "rank": 2}
TEXTS = {"sizes": {"x": 2}, "missing": {}, "skipped": 0, "inputs": 3, "tokens": 9, "warnings": []}
# One value of each measure, written by hand.
WHOLE: dict[str, Any] = {
    "completion": {"predictions": [[]], "targets": [TARGET], "joint": []},
    "group_completion": {
        "texts": ["a", "b"],
        "groups": ["a", "b"],
        "masks": [
            {
                "words": ["tired"],
                "tokens": ["tired"],
                "probabilities": [[0.5, 0.25]],
                "spread": [0.1],
                "divergence": 0.1,
                "pairwise": [[0.0, 0.1], [0.1, 0.0]],
                "targets": [[TARGET], [TARGET]],
            }
        ],
    },
    "pppl": {"tokens": ["a"], "log_probabilities": [-1.0], "top": [True], "offsets": [[0, 1]]},
    "perplexity": {
        "tokens": ["a"],
        "log_probabilities": [-1.0],
        "top": [True],
        "offsets": [[0, 1]],
        "window": 8,
    },
    "pairs": {
        "score_more": -1.0,
        "score_less": -2,
        "difference": 1.0,
        "n_shared": 1,
        "edits": 1,
        "more": SIDE,
        "less": SIDE,
    },
    "seat": {
        **TEXTS,
        "effect_size": None,
        "interval": None,
        "context_interval": None,
        "detectable": None,
        "p_value": None,
        "p_one_sided": None,
        "n_permutations": 0,
        "exact": None,
        "problem": "undefined",
        "associations": [],
        "seed": 0,
    },
    "continuation": {"right": True},
    "head_bias": {**TEXTS, "effect_size": 0.5, "gradient": [[0.1, 0.2]], "problem": None},
    "head_ablation": {"effect_size": 0.5},
    "head_sentence": {"gap": 0.5, "ablated": [[0.25]], "pieces": 1},
    "head_path": {
        "logit_difference": 0.5,
        "embedding": 0.25,
        "heads": [[0.125]],
        "mlp": [-0.125],
        "bias": 0.25,
        "remainder": 0.0,
    },
    "counter_stereotype": {"original": [[0.5]], "counter": [[0.25]]},
    "lpbs": {
        "score": 0.5,
        "first": {"log_probability": -1.0, "log_prior": -2.0},
        "second": {"log_probability": -1.0, "log_prior": -2.0},
        "pieces": 1,
    },
    "masked_words": {"log_probabilities": [-1.0, None], "pieces": [1, 0]},
    "gest": {
        "score": 0.25,
        "male": -1.0,
        "female": -1.25,
        "pieces": [1, 1],
        "whole_words": False,
    },
    "cabm": dict.fromkeys(("target", "word"), "AAAAAAAAAAA="),
    "nlu": {"class": 1, "probability": 0.75},
    "nlu_scores": {"score": 3.25},
    "prompt_completion": {
        "first": {"token": "kind", "word": "kind", "kind": "word", "probability": 0.5},
        "words": [["kind", "kind", 0.5]],
    },
    "template_completion": {
        "tokens": [["##ly", "##ly", 0.5]],
        "words": [["kind", "kind", 0.25]],
    },
    "cloze_answers": {
        "candidates": [{"word": "tea", "pieces": 1, "log_probability": -1.0}],
        "answers": [{"form": "tea", "pieces": 1, "status": "single", "log_probability": None}],
    },
    "cloze_vectors": {"vector": "AAAAAAAAAAA="},
    "health": {
        "status": "green",
        "reasons": [],
        "cloze_accuracy": 0.5,
        "cloze_interval": [0.4, 0.6],
        "cloze_items": 10,
        "pppl": None,
        "pppl_interval": None,
        "perplexity": 9.5,
        "perplexity_interval": None,
    },
}
DEEP = json.loads("[" * 200 + "]" * 200)
BAD = [{}, [], None, "x", 5, DEEP, {"problem": None}, [{}]]


def without(value: dict[str, Any]) -> list[Any]:
    """A value without one of its entries, or with a text where it has another type."""
    changed = []
    for key, part in value.items():
        changed.append({name: entry for name, entry in value.items() if name != key})
        is_text = isinstance(part, str) and key not in ("target", "word", "sentence", "vector")
        if not is_text and key != "problem":
            changed.append({**value, key: "no value, but a text"})
    return changed


def test_every_measure_says_what_its_values_are():
    assert set(WHOLE) == set(MEASURES)
    for name, value in WHOLE.items():
        assert fits(value, MEASURES[name].shape), name


@pytest.mark.parametrize("name", WHOLE)
def test_a_stored_value_of_another_shape_is_computed_again(name, monkeypatch):
    asked: list[Any] = []

    def score(lm: Any, items: list[Any], params: dict[str, Any]) -> list[Any]:
        asked.extend(items)
        return [WHOLE[name] for _ in items]

    monkeypatch.setattr(registry.Measure, "scorer", lambda self: score)
    by_shape = replace(registry.MEASURES[name], holds=None)  # these items are no tests to look at
    monkeypatch.setitem(registry.MEASURES, name, by_shape)
    lm = SimpleNamespace(spec=SPEC, model=SimpleNamespace(device="cpu", notes=()))
    bad = [*BAD, *without(WHOLE[name])]
    items = list(range(len(bad)))
    with closing(default_store()) as store:

        def measured() -> list[Any]:
            return measure(name, SPEC, items, {}, lambda: lm, store).values

        measured()
        asked.clear()
        with closing(sqlite3.connect(store.path)) as connection, connection:
            for item, value in enumerate(bad):
                connection.execute(
                    "UPDATE result SET value = ? WHERE item = ?", (json.dumps(value), str(item))
                )
        assert stored_values(name, SPEC, items, {}, store) == {}
        assert measured() == [WHOLE[name]] * len(bad)
        assert sorted(asked) == items
        assert len(stored_values(name, SPEC, items, {}, store)) == len(bad)


@pytest.mark.parametrize("name", DERIVED)
def test_what_is_derived_is_worked_out_again_if_it_has_another_shape(name):
    with closing(default_store()) as store:
        derived(name, 1, "item", {}, lambda: {"odd": 5}, store)
        assert stored_derived(name, 1, "item", {}, store) == []
        assert derived(name, 1, "item", {}, lambda: {"odd": 6}, store) == {"odd": 6}


PLAIN_WEIGHTS = {"weights": {"pmi": 1.0}, "intervals": None, "draws": 0}
FOREST = {"right": 3, "n": 4, "interval": [0.3, 0.95], "trees": 5, "seed": 0}
SHAP = {"values": [[0.25]], "base": 0.5, "probability": [0.75], "mean": [0.25]}


@pytest.mark.parametrize(
    ("weighting", "more"),
    [
        (PCA, {}),
        (EQUAL, {}),
        (PCA_RF, {"forest": FOREST}),
        (SHAP_RF, {"forest": FOREST, "shap": SHAP}),
    ],
)
def test_stored_weights_without_what_their_weighting_gives_are_worked_out_again(weighting, more):
    whole = PLAIN_WEIGHTS | more
    params = {"weighting": weighting}
    with closing(default_store()) as store:
        for place, lacking in enumerate(without(whole)):
            derived("cabm_weights", 1, place, params, lambda lost=lacking: lost, store)
            assert stored_derived("cabm_weights", 1, place, params, store) == []
            assert derived("cabm_weights", 1, place, params, lambda: whole, store) == whole
            assert stored_derived("cabm_weights", 1, place, params, store) == [whole]


@pytest.mark.parametrize(
    ("value", "shape", "expected"),
    [
        (1, float, True),
        (True, float, False),
        (True, int, False),
        (1.0, int, False),
        (float("nan"), float, False),
        pytest.param(10**400, float, False, id="digits"),
        ([1.5, -(10**400)], list[float], False),
        (None, float | None, True),
        (["a", 1], list[str], False),
        ({"a": 1}, dict[str, int], True),
        ({"a": "1"}, dict[str, int], False),
        ("AAAA", Packed, False),
        ("AAAAAA==", Packed, True),
        (WHOLE["group_completion"] | {"continued": True}, GroupCompletionValue, True),
        (WHOLE["group_completion"] | {"continued": "yes"}, GroupCompletionValue, False),
        ({"problem": "too long"}, Problem, True),
        ({"problem": "too long", "kind": 1}, Problem, False),
        (3, Annotated[int, Predicate(lambda number: number > 3)], False),
    ],
)
def test_shapes_by_hand(value, shape, expected):
    assert fits(value, shape) is expected
