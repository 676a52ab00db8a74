from __future__ import annotations

import pytest

from engine.core.spec import HeadRef
from engine.flow.measurement import measure
from engine.measures.heads.changes import Change
from engine.measures.heads.mask_metrics import MetricReading
from engine.measures.heads.run_figures import (
    Judged,
    known_runs,
    run_changes,
    run_figures,
    sets_in_words,
)
from engine.measures.heads.runs import NONE, RANDOM, TOP, Run, head_runs
from engine.models.loading import MaskedLM
from tests.engine.measures.association_items import ITEM

A, B, C = (HeadRef(0, head) for head in range(3))
TEXTS = ["The nurse was tired.", "The door is old.", "He slept.", "She is a nurse."] * 2
KINDS = {"bert": "masked", "gpt2": "causal"}


@pytest.mark.parametrize("family", KINDS)
def test_a_curve_holds_what_each_mask_does(family, loaded):
    model = loaded(family)
    asked = []

    def ask(name, spec, items, params):
        asked.append((name, spec.masked_heads))
        return measure(name, spec, items, params, lambda: MaskedLM(model, spec.masked_heads), None)

    spec = MaskedLM(model, (HeadRef(1, 3),)).spec
    runs = head_runs([[0.3, 0.1, 0.2, 0.0], [0.0, 0.0, 0.0, 9.0]], top=(2,), masked=((1, 3),))
    finished = []
    judged = Judged(ITEM, "token", KINDS[family], texts=TEXTS)
    figures = run_figures(runs, spec, judged, ask, lambda: finished.append(len(asked)))
    assert [(entry["kind"], entry["k"], entry["heads"]) for entry in figures] == [
        ("none", 0, ""),
        ("top", 2, "1-1, 1-3"),
    ]
    assert finished == [len(asked) // 2, len(asked)]
    assert {masked for _, masked in asked[len(asked) // 2 :]} == {
        (HeadRef(0, 0), HeadRef(0, 2), HeadRef(1, 3))
    }
    first, second = figures
    assert first["effect_size"] != second["effect_size"]
    cost, other = ("pppl", "perplexity") if family == "bert" else ("perplexity", "pppl")
    assert first[other] is first[f"{other}_interval"] is None
    assert second["changes"][cost]["change"] == pytest.approx(second[cost] - first[cost])
    assert first["changes"] == {}
    assert 0 <= first["cloze_accuracy"] <= 1
    low, high = first["interval"]
    assert low < high


def test_chosen_sets_are_one_family_and_random_ones_are_not_tested():
    runs = [Run(NONE, ()), Run(TOP, (A,)), Run(TOP, (A, B)), Run(RANDOM, (C,), 0)]
    readings = {at: MetricReading(float(at), None, None, 9) for at in range(4)}

    def compare(_before, after):
        return Change(after.value, 0.5, 2.5, 0.01 * after.value)

    found = run_changes(runs, readings, compare)
    assert {at: (entry["p"], entry["p_holm"]) for at, entry in found.items()} == {
        1: (0.01, 0.02),  # the smaller of two, twice
        2: (0.02, 0.02),
    }
    assert run_changes(runs, {1: readings[1]}, compare) == {}


def test_equal_sets_are_one_test():
    runs = [Run(NONE, ()), Run(TOP, (A,)), Run("positive", (A,))]
    readings = {at: MetricReading(1.0, None, None, 9) for at in range(3)}
    found = run_changes(runs, readings, lambda *_: Change(1.0, 0.5, 1.5, 0.03))
    assert [entry["p_holm"] for entry in found.values()] == [0.03, 0.03]


def test_open_sets_say_what_they_could_have_shown():
    assert sets_in_words([(0.001, 0.2), (0.4, 0.25), (0.9, 0.5)], 2) == (
        "1 of 3 chosen sets differs from the model with all heads on (p < .05 after Holm over "
        "3 tests). For the others, a single test would have detected a change of ±0.25 to ±0.50, "
        "depending on the set, with 80% power; smaller changes are not ruled out."
    )
    assert sets_in_words([], 2) == ""


def test_without_a_store_nothing_is_known(masked_lm):
    spec = masked_lm("bert").spec
    runs = [Run(NONE, ()), Run(TOP, (A,))]
    assert known_runs(runs, spec, Judged(ITEM, "token", "masked"), None) == [False, False]
