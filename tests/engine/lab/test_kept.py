"""What an injection keeps is checked whole, and refused with the place that does not fit."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import StorageError
from engine.core.shape import fits
from engine.lab.kept import Report
from engine.lab.places import InjectionPlace, damaged, home
from engine.lab.readings import CABM, READINGS, UNMASKING, WEAT
from engine.lab.settings import MODELS
from engine.lab.templates import BIASED


def report() -> dict[str, Any]:
    correlation = {"rho": 0.5, "interval": [0.1, 0.9], "n": 3, "distance": 0.2, "spread": 0.1}
    described = {
        "checkpoint": "tiny",
        "revision": "sha256:0",
        "quality": {"cloze_accuracy": 0.5, "pppl": 20.0},
        "sentences": 30,
        "male": 10,
    }
    heads = {
        "effect_size": 0.3,
        "interval": None,
        "biased": 1,
        "heads": 4,
        "top": [{"head": "0.1", "score": 0.2}],
        "rank_agreement": None,
    }
    moved = {"mean_sd": 0.01, "interval": None, "n": 3, "occupations": {"nurse": 0.01}}
    return {
        "models": dict.fromkeys(MODELS, described),
        "recovery": dict.fromkeys(READINGS, dict.fromkeys(MODELS, correlation)),
        "stability": dict.fromkeys((UNMASKING, WEAT, CABM), moved),
        "heads": {**dict.fromkeys(MODELS, heads), BIASED: None},
        "problems": {},
        "occupations": [{"occupation": "nurse", "planted": 0.05, "biased_unmasking": None}],
        "request": {"name": "tiny"},
        "libraries": {"torch": "2"},
    }


def changed(value: object, *keys: Any) -> dict[str, Any]:
    found = copy.deepcopy(json.loads(json.dumps(report())))
    part: Any = found
    for key in keys[:-1]:
        part = part[key]
    part[keys[-1]] = value
    return found


def test_a_whole_report_is_read_as_it_is(request_for, place):
    found = place(request_for())
    found.write_report(report())
    assert found.report() == json.loads(json.dumps(report()))


@pytest.mark.parametrize(
    ("value", "keys", "said"),
    [
        ([], ("models",), "models is a list; an object is wanted"),
        ("ten", ("models", BIASED, "male"), 'models.biased.male is "ten"; a whole number'),
        (0, ("models", BIASED, "sentences"), "a number of at least 1"),
        ({}, ("recovery",), f"an object with {UNMASKING}"),
        (None, ("recovery", CABM, BIASED), f"recovery.{CABM}.biased is null"),
        ([0.9, 0.1], ("recovery", CABM, BIASED, "interval"), "a lower and an upper bound"),
        ({}, ("stability",), f"an object with {UNMASKING}"),
        ([1], ("heads", MODELS[0], "top"), "heads.original.top[0] is 1; an object"),
        ([], ("problems",), "problems is a list; an object"),
        ("many", ("occupations", 0, "biased_unmasking"), "occupations[0]"),
        (None, ("occupations", 0, "occupation"), "occupations[0]"),
        (None, ("request",), "request is null; an object"),
    ],
)
def test_a_report_of_another_shape_is_named_with_its_place(
    value, keys, said, request_for, tmp_path, monkeypatch
):
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path))
    found = InjectionPlace(home() / "broken", "broken")
    found.claim(request_for())
    (found.folder / "recovery.json").write_text(json.dumps(changed(value, *keys)))
    with pytest.raises(StorageError, match=r"recovery\.json is damaged"):
        found.report()
    (sentence,) = damaged()
    assert said in sentence
    assert sentence.endswith("; delete its folder.")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)


@given(ANYTHING, st.sampled_from(sorted(report())))
def test_any_other_part_fits_or_is_refused_and_never_raises(value, key):
    fits(changed(value, key), Report)


def test_lines_of_a_curve_that_are_none_are_passed_over(request_for, place):
    found = place(request_for())
    found.log(BIASED).parent.mkdir(parents=True)
    sound = {"step": 2, "loss": 1.5, "seconds": 0.1}
    lines = [[1], 7, None, {}, {"step": "1"}, {"step": 1, "loss": "low"}, {"loss": 1.0}, sound]
    found.log(BIASED).write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"step": 3')
    assert found.curve(BIASED) == [sound]
