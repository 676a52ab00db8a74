"""What is loaded and asked once is what would be loaded and asked each time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.spec import parse_heads
from engine.flow.derived import derived
from engine.flow.registry import MEASURES
from engine.measures.cabm import weighting
from engine.models import loading
from engine.models.loading import MaskedLM
from tests import known_answers

ITEMS = [{"text": "The nurse is kind."}, {"text": "He is tired."}]


@pytest.fixture
def bert(tiny_model_folder) -> str:
    return str(tiny_model_folder("bert"))


def test_a_network_is_loaded_once_and_training_gets_one_of_its_own(bert, monkeypatch):
    plain = loading.load(bert, "cpu")
    known_answers.use(monkeypatch)
    first, second = (loading.load(bert, "cpu") for _ in range(2))
    assert first.network is second.network
    assert first.network is not plain.network
    assert (first.source, first.dtype, first.missing) == (plain.source, plain.dtype, plain.missing)
    assert loading.load(bert, "cpu", attention="eager").network is not first.network
    assert loading.load(bert, "cpu", "bfloat16").network is not first.network


def test_answers_are_those_of_the_measure_and_computed_once(bert, monkeypatch):
    model = loading.load(bert, "cpu")
    measure = MEASURES["pppl"]
    expected = {
        heads: measure.scorer()(MaskedLM(model, parse_heads(heads)), ITEMS, {})
        for heads in ("", "1-1")
    }
    assert expected[""] != expected["1-1"]
    known_answers.use(monkeypatch)
    for heads, values in expected.items():
        lm = MaskedLM(model, parse_heads(heads))
        assert measure.scorer()(lm, ITEMS, {}) == values
        assert measure.scorer()(lm, ITEMS[:1], {}) == values[:1]
    monkeypatch.setattr("engine.inference.runner.run_plan", None)
    assert measure.scorer()(MaskedLM(model), ITEMS[::-1], {}) == expected[""][::-1]


def test_a_derived_result_is_that_of_its_work_and_worked_out_once(monkeypatch):
    item, params = {"features": [[0.1, 0.2]], "labels": ["male"]}, {"weighting": "none", "seed": 0}
    done: list[float] = []

    def work(value: float) -> Callable[[], dict[str, float]]:
        return lambda: done.append(value) or {"weight": value}

    def ask(name: str, value: float) -> object:
        return derived(name, 1, item, params, work(value), None)

    fresh = ask("cabm_validation", 1.0)
    known_answers.use(monkeypatch)
    assert [ask("cabm_validation", 1.0), ask("cabm_validation", 2.0)] == [fresh, fresh]
    assert done == [1.0, 1.0]
    # With other forests it is another result; and what measures on its way is never kept.
    monkeypatch.setattr(weighting, "TREES", weighting.TREES + 1)
    assert ask("cabm_validation", 3.0) == {"weight": 3.0}
    assert [ask("arena_report", 4.0), ask("arena_report", 5.0)] == [
        {"weight": 4.0},
        {"weight": 5.0},
    ]
