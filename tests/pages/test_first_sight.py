"""A page of a prepared model shows its figures without loading the model."""

from __future__ import annotations

import pytest

from engine.first_sight.prepare import prepare
from engine.models.loading import MaskedLM, load
from engine.store import default_store

PAGES = ("home", "probe", "pairs", "heads", "cabm", "annotators", "lab")


@pytest.fixture
def prepared(spec, monkeypatch) -> None:
    """All that the pages ask is known; loading the model fails."""
    lm = MaskedLM(load(spec.checkpoint))
    found = prepare(spec, "masked", lambda: lm, default_store(), lambda *_: None)
    assert found.refused == {}

    def loading(*_: object) -> None:
        raise AssertionError("the model was loaded")

    monkeypatch.setattr("engine.models.loading._loaded", loading)


@pytest.mark.parametrize("name", PAGES)
def test_a_prepared_page_loads_no_model(opened, prepared, name):
    page = opened(name)
    assert [error.value for error in page.error] == []
    assert page.get("plotly_chart")
