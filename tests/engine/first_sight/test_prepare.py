"""Preparing a model measures everything once, and says what is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import StorageError, UnusableModelError
from engine.core.spec import ModelSpec, parse_heads
from engine.first_sight.asked import questions, studies
from engine.first_sight.prepare import is_begun, is_prepared, prepare
from engine.flow.registry import MEASURES
from engine.flow.stored import known
from engine.measures.lpbs.sets import bundled_domains
from engine.models.loading import MaskedLM, load
from engine.scorecard import columns as registry
from engine.scorecard.cells import stored_cell, stored_health
from engine.storage.store import Context, Store, default_store, write_shipped
from tests import known_answers
from tests.unloaded import not_loaded

PAGES = ("Home", "Probe", "Pairs", "Heads", "Annotators", "CABM", "Curate", "Lab", "Arena")
TABLE = "Scorecard"


@pytest.fixture(autouse=True)
def _known_answers(monkeypatch, few_trees) -> None:
    known_answers.use(monkeypatch)


@pytest.fixture
def lm(tiny_model_folder) -> MaskedLM:
    return MaskedLM(load(str(tiny_model_folder("bert"))))


def silent(name: str, items: int) -> None:
    return None


def test_every_page_is_prepared_and_a_second_time_nothing_is_measured(lm):
    store = default_store()
    counts: dict[str, list[tuple[int, int]]] = {}

    def progress(name, items):
        return lambda done, total: counts.setdefault(name, []).append((done, total))

    assert not is_begun(lm.spec, "masked", store)
    assert not is_prepared(lm.spec, "masked", store)
    first = prepare(lm.spec, "masked", lambda _: lm, store, progress)
    assert set(first.pages) == {*PAGES, TABLE}
    assert first.refused == {}
    assert is_prepared(lm.spec, "masked", store)
    again = prepare(lm.spec, "masked", not_loaded, store, silent)
    assert again.items == again.from_store > 0
    assert again.pages == first.pages
    assert is_begun(lm.spec, "masked", store)
    another = replace(lm.spec, masked_heads=parse_heads("1-1"))
    assert not is_begun(another, "masked", store)
    assert not is_prepared(another, "masked", store)
    # One count shows the progress of all direct questions.
    total = sum(len(question.items) for question in questions("masked"))
    shown = counts.pop("Texts of the pages")
    assert {entry[1] for entry in shown} == {total}
    assert shown == sorted(shown)
    assert shown[-1] == (total, total)
    asked = {name for name in counts if not name.startswith(TABLE)}
    assert asked == {"CABM: completion", "Lab: completion", "Arena: prompt_completion"}
    assert f"{TABLE}: gest" in counts


def refuse(_measure: str) -> MaskedLM:
    raise UnusableModelError("It has no head.")


def test_a_page_that_refuses_the_model_is_named_and_need_not_be_prepared_again(lm, monkeypatch):
    store = default_store()
    found = prepare(lm.spec, "masked", refuse, store, silent)
    assert found.pages == ()
    table = {TABLE: "The health check failed: It has no head."}
    assert found.refused == dict.fromkeys(PAGES, "It has no head.") | table
    assert is_prepared(lm.spec, "masked", store)
    # As many other texts were not refused yet.
    other = [
        replace(each, items=[*each.items[1:], each.items[1]])
        for each in questions("masked")
        if len(each.items) > 1
    ]
    monkeypatch.setattr("engine.first_sight.prepare.questions", lambda _kind: iter(other))
    assert not is_prepared(lm.spec, "masked", store)


def test_what_failed_for_now_is_not_prepared(lm):
    def failing(_measure: str) -> MaskedLM:
        raise StorageError("The disk is full.")

    store = default_store()
    prepare(lm.spec, "masked", failing, store, silent)
    assert not is_prepared(lm.spec, "masked", store)


def test_a_model_whose_occupations_are_not_worked_out_is_not_prepared(lm, monkeypatch):
    """As where preparing is stopped during its last step."""
    store = default_store()
    with monkeypatch.context() as patch:
        patch.setattr("engine.first_sight.prepare.studies", lambda kind, spec: iter(()))
        prepare(lm.spec, "masked", lambda _: lm, store, silent)
    assert not is_prepared(lm.spec, "masked", store)


def test_of_a_masked_example_only_its_cells_are_kept(lm, monkeypatch):
    from engine.first_sight import asked, examples

    monkeypatch.setattr(asked, "BUNDLED", lm.spec.checkpoint)
    monkeypatch.setattr(asked, "asked_by_story", lambda: iter(()))  # of 72 heads
    monkeypatch.setattr(examples, "SCORECARD_MASKS", ("1-1",))
    monkeypatch.setattr(examples, "SCORECARD_MEASURES", ("lpbs",))
    store = default_store()
    found = prepare(lm.spec, "masked", lambda _: lm, store, silent)
    assert found.refused == {}
    assert is_prepared(lm.spec, "masked", store)
    masked = replace(lm.spec, masked_heads=parse_heads("1-1"))
    column = registry.column("lpbs")
    assert stored_health(masked, store) is not None
    assert stored_cell(masked, column, store) is not None
    domain = next(iter(bundled_domains().values()))
    assert not known("lpbs", masked, domain.items("he", "she"), {}, store)
    assert known("lpbs", lm.spec, domain.items("he", "she"), {}, store)


@pytest.mark.parametrize("kind", ["masked", "causal", "seq2seq"])
def test_every_question_is_of_a_measure_that_is_registered(kind):
    asked = list(questions(kind))
    assert {question.measure for question in asked} <= set(MEASURES)
    pages = {entry.page for entry in (*asked, *studies(kind, ModelSpec("bundled", "")))}
    assert pages <= {*PAGES, TABLE, "Stage"}
    assert all(question.items for question in asked)


# --- the file that comes with Biascope ------------------------------------------------------


@pytest.fixture
def context() -> Context:
    return Context.of({"checkpoint": "x"}, "completion", 1, {})


def test_shipped_results_are_found_after_the_users_own(tmp_path, context):
    shipped = tmp_path / "shipped.sqlite"
    write_shipped(shipped, [(context.key('"one"'), '{"p":1}'), (context.key('"two"'), "[2]")])
    store = Store(tmp_path / "own" / "results.sqlite", shipped=shipped)
    assert store.get(context, ["one", "two", "three", "one"]) == {0: {"p": 1}, 1: [2], 3: {"p": 1}}
    assert store.known(context, ["two", "three"]) == {0}
    assert not store.path.exists()
    store.put(context, [("one", {"p": 5})])
    assert store.get(context, ["one", "two"]) == {0: {"p": 5}, 1: [2]}


def test_what_is_known_of_shipped_results_is_told_without_reading_a_value(
    tmp_path, context, monkeypatch
):
    def read(value):
        raise AssertionError("a value was read")

    shipped = tmp_path / "shipped.sqlite"
    write_shipped(shipped, [(context.key('"one"'), "[1]")])
    monkeypatch.setattr("engine.storage.store.shipped.zlib.decompress", read)
    store = Store(tmp_path / "results.sqlite", shipped=shipped)
    assert store.known(context, ["two", "one", "one"]) == {1, 2}


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_a_damaged_shipped_file_is_as_good_as_none(tmp_path, context, content):
    shipped = tmp_path / "shipped.sqlite"
    if content is not None:
        shipped.write_bytes(content)
    store = Store(tmp_path / "results.sqlite", shipped=shipped)
    assert store.get(context, ["one"]) == {}
    store.put(context, [("one", 1)])
    assert store.get(context, ["one"]) == {0: 1}
