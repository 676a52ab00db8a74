"""The pages of a prepared model show their figures without loading the model."""

from __future__ import annotations

import threading

import pytest

from components.frame import session
from components.frame.session import threads
from engine.first_sight.prepare import is_prepared, prepare
from engine.models.loading import MaskedLM, load
from engine.storage.store import default_store
from tests.unloaded import not_loaded

pytestmark = pytest.mark.page

PAGES = {
    "bert": ("home", "probe", "pairs", "heads", "cabm", "annotators", "arena", "curate", "lab"),
    "gpt2": ("home", "probe", "pairs", "heads", "cabm", "curate"),
}


@pytest.fixture
def nothing_loads(monkeypatch):
    """What is loaded in the background is not there yet, and nothing else may load a model."""
    gate = threading.Event()

    def begin():
        threads.after_loading(gate.wait)
        monkeypatch.setattr("engine.models.loading._loaded", not_loaded)

    yield begin
    gate.set()


@pytest.mark.usefixtures("few_trees")
@pytest.mark.parametrize("family", PAGES)
def test_a_prepared_page_loads_no_model(opened, family, tiny_model_folder, nothing_loads):
    spec, facts = session.spec_and_facts(str(tiny_model_folder(family)))
    lm = MaskedLM(load(spec.checkpoint))
    found = prepare(spec, facts.kind, lambda _: lm, default_store(), lambda *_: None)
    assert found.refused == {}
    assert is_prepared(spec, facts.kind, default_store())

    nothing_loads()
    for name in PAGES[family]:
        # The Lab starts from a model of its own.
        address = {"base": spec.checkpoint} if name == "lab" else {}
        page = opened(name, model=spec, **address)
        assert [error.value for error in page.error] == [], name
        drawn = (*page.get("plotly_chart"), *page.get("bidi_component"), *page.metric, *page.table)
        assert drawn, name
