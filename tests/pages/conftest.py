"""Each page run alone on a tiny model, without the sidebar's frame around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components.frame import session
from components.frame.session import state
from components.frame.widgets import export
from components.frame.widgets.result import Result
from engine.core.spec import ModelSpec, parse_heads
from tests import known_answers
from tests.pages.written import unwritten
from tests.subjects import choose

ROOT = Path(__file__).parent.parent.parent
Open = Callable[..., AppTest]


def turn(page: AppTest, tabs: str, name: str) -> AppTest:
    """Open another tab of an opened page: `turn(page, "view", "Table")`."""
    page.session_state[f"{tabs}_tabs"] = f":gray[{name}]"
    page.run()
    assert not page.exception, page.exception
    assert page.session_state[tabs] == name
    return page


@pytest.fixture(autouse=True)
def _known_answers(monkeypatch) -> None:
    known_answers.use(monkeypatch)


@pytest.fixture(autouse=True)
def _fractions_are_written(monkeypatch):
    """Every table that is drawn says how its fractions are written."""
    raw: list[str] = []
    plain = st.dataframe

    def dataframe(data=None, *given, **options):
        found = unwritten(data, options.get("column_config"), options.get("column_order"))
        raw.extend(f"{name} of {options.get('key') or [*data]}" for name in found)
        return plain(data, *given, **options)

    monkeypatch.setattr(st, "dataframe", dataframe)
    yield
    assert not raw


@pytest.fixture
def spec(tiny_model_folder) -> ModelSpec:
    """A tiny BERT, unmodified."""
    return session.spec_of(str(tiny_model_folder("bert")))


@pytest.fixture
def few_sentences(monkeypatch, few_trees) -> None:
    """Ten occupations in three templates, and their counts, in place of CABM's bundled ones."""
    from components.cabm import data as cabm_data
    from components.cabm.own_sentences import CabmSource
    from engine.measures.cabm.data.sets import BUNDLED
    from tests.engine.measures.cabm.test_study import COUNTS, framed_set

    few = replace(framed_set(), name=BUNDLED)

    def source(name: str) -> CabmSource:
        return CabmSource(name, (), {})

    monkeypatch.setattr(cabm_data, "load_sentences", lambda name, *_: (few, source(name)))
    monkeypatch.setattr(cabm_data, "load_counts", lambda name, *_: (COUNTS, source(name)))


@pytest.fixture
def small_samples(monkeypatch) -> None:
    """What a mask is judged by, on a fifth of its sentences and pairs; how many is tested below."""
    from engine.measures.heads import mask_metrics

    whole = mask_metrics.health_items

    def few() -> dict[str, list]:
        return {name: items[::5] for name, items in whole().items()}

    monkeypatch.setattr(mask_metrics, "PAIRS_SAMPLE", 12)
    monkeypatch.setattr(mask_metrics, "health_items", few)


@pytest.fixture(autouse=True)
def _no_public_data(monkeypatch) -> None:
    """What a page opens with depends on the data sets of the machine."""
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)


@pytest.fixture
def exported(monkeypatch) -> dict[str, list[Result]]:
    """The results that sections of a page offer to save, by the section's name."""
    found: dict[str, list[Result]] = {}
    draw = export.section

    def section(name: str, results: list[Result], awaited: str = "") -> export.Awaited:
        found[name] = results
        return draw(name, results, awaited)

    def add(self: export.Awaited, result: Result) -> None:
        found[result.name] = [result, *found[result.name]]
        plain(self, result)

    plain = export.Awaited.add
    monkeypatch.setattr(export.Awaited, "add", add)

    monkeypatch.setattr(export, "section", section)
    return found


@pytest.fixture
def opened(spec, monkeypatch) -> Open:
    """Run a page: `opened("probe", heads="1-1", text="...")`; the rest goes into the address."""
    # A page alone has no other to link to.
    monkeypatch.setattr(st, "page_link", lambda *_, **__: None)
    st.cache_resource.clear()
    st.cache_data.clear()

    def run(
        name: str,
        heads: str = "",
        model: ModelSpec | Exception | None = spec,
        beside: ModelSpec | None = None,
        **address: str | list[str],
    ) -> AppTest:
        page = AppTest.from_file(str(ROOT / "pages" / f"{name}.py"), default_timeout=120)
        masked = parse_heads(heads)
        page.session_state["biascope_pages"] = {}
        if isinstance(model, ModelSpec):
            changed = ModelSpec(model.checkpoint, model.revision, masked_heads=masked)
            choose(page, changed, beside or (model if masked else None))
        else:
            page.session_state["biascope_subject"] = model
        for key, value in address.items():
            page.query_params[key] = value
        # As if the user had typed them: what a link alone names is tested with the link request.
        typed = [value for value in address.values() if isinstance(value, str)]
        confirmed = {(kind, value) for kind in ("model", "file") for value in typed}
        page.session_state[state.CONFIRMED] = confirmed
        page.run()
        assert not page.exception, page.exception
        return page

    return run
