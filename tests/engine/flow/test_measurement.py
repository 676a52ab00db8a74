from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import pytest

from engine.core.digest import data_digest
from engine.core.errors import InputTextError, StorageError
from engine.core.libraries import library_versions
from engine.core.spec import HeadRef, ModelSpec
from engine.core.version import VERSION
from engine.flow import measurement, registry
from engine.flow.descriptor import Measure
from engine.flow.measurement import measure
from engine.flow.registry import MEASURES
from engine.storage.store import Store, default_store
from tests.unloaded import not_loaded

SPEC = ModelSpec("owner/model", "c0ffee")


class Scorer:
    """A measure that counts what it is asked: a text's value is its length."""

    def __init__(self):
        self.calls: list[list[str]] = []

    def __call__(self, lm, items, params):
        self.calls.append(list(items))
        if "broken" in items:
            raise KeyboardInterrupt
        return [{"length": len(item) * params.get("factor", 1)} for item in items]


@pytest.fixture
def scorer(monkeypatch):
    """The counting measure, registered as `length` with chunks of two."""
    found = Scorer()
    monkeypatch.setattr(registry, "COUNTING", found, raising=False)
    monkeypatch.setitem(MEASURES, "length", Measure(1, f"{registry.__name__}:COUNTING", chunk=2))
    return found


@pytest.fixture
def store():
    with closing(default_store()) as opened:
        yield opened


def model(spec=SPEC):
    return SimpleNamespace(spec=spec, model=SimpleNamespace(device="cpu", notes=()))


def lengths(items, store, *, spec=SPEC, params=None, on_progress=None):
    return measure("length", spec, items, params or {}, lambda: model(spec), store, on_progress)


def test_only_what_the_store_does_not_know_is_computed(scorer, store):
    lengths(["a", "bb"], store)
    found = lengths(["a", "ccc", "bb"], store)
    assert found.values == [{"length": 1}, {"length": 3}, {"length": 2}]
    assert scorer.calls == [["a", "bb"], ["ccc"]]
    assert found.manifest["from_store"] == 2


def test_the_model_is_not_even_loaded_when_all_is_known(scorer, store):
    lengths(["a", "bb"], store)

    found = measure("length", SPEC, ["bb", "a"], {}, not_loaded, store)
    assert found.values == [{"length": 2}, {"length": 1}]
    assert found.manifest["device"] is None


def test_equal_items_are_computed_once_and_answered_each_time(scorer, store):
    found = lengths(["a", "bb", "a", "a"], store)
    assert found.values == [{"length": 1}, {"length": 2}, {"length": 1}, {"length": 1}]
    assert scorer.calls == [["a", "bb"]]


def test_without_a_store_everything_is_computed_and_nothing_kept(scorer, cache_folder):
    lengths(["a"], None)
    assert lengths(["a"], None).values == [{"length": 1}]
    assert scorer.calls == [["a"], ["a"]]
    assert not list(cache_folder.iterdir())


def test_every_item_and_every_value_is_serialised_once(scorer, store, monkeypatch):
    lengths(["a"], store)
    texts = []

    def counting(value, serialise=measurement.canonical_json):
        texts.append(value)
        return serialise(value)

    monkeypatch.setattr(measurement, "canonical_json", counting)
    monkeypatch.setattr("engine.storage.store.context.canonical_json", counting)
    lengths(["a", "bb", "ccc", "bb"], store)
    assert [text for text in texts if isinstance(text, str)] == ["a", "bb", "ccc", "bb"]
    assert [text for text in texts if "length" in text] == [{"length": 2}, {"length": 3}]
    assert len(texts) == 4 + 2 + 1  # items, values, and the context


def test_every_stored_value_is_parsed_once(scorer, store, monkeypatch):
    lengths(["a", "bb"], store)
    parsed = []

    def counting(text, parse=json.loads, **options):
        parsed.append(text)
        return parse(text, **options)

    monkeypatch.setattr(json, "loads", counting)
    lengths(["a", "bb"], store)
    assert sorted(parsed) == ['{"length":1}', '{"length":2}']


def test_no_items_give_no_values(scorer, store):
    assert lengths([], store).values == []
    assert scorer.calls == []


@pytest.mark.parametrize(
    ("change", "version"),
    [
        ({"spec": replace(SPEC, revision="decaf")}, 1),
        ({"spec": replace(SPEC, dtype="bfloat16")}, 1),
        ({"spec": replace(SPEC, masked_heads=(HeadRef(0, 0),))}, 1),
        ({"params": {"factor": 2}}, 1),
        ({}, 2),
    ],
    ids=["revision", "dtype", "heads", "parameter", "version"],
)
def test_another_model_parameter_or_version_is_computed_afresh(
    scorer, store, monkeypatch, change, version
):
    lengths(["a"], store)
    monkeypatch.setitem(MEASURES, "length", replace(MEASURES["length"], version=version))
    assert lengths(["a"], store, **change).manifest["version"] == version
    assert scorer.calls == [["a"], ["a"]]


def test_work_that_was_stopped_half_way_is_kept_and_never_done_twice(scorer, store):
    items = ["a", "bb", "ccc", "broken", "eeeee"]
    with pytest.raises(KeyboardInterrupt):
        lengths(items, store)
    scorer.calls.clear()
    lengths([item for item in items if item != "broken"], store)
    assert scorer.calls == [["ccc", "eeeee"]]


@pytest.mark.parametrize(
    ("known", "items", "expected"),
    [
        # Before and after the model is loaded.
        (["a", "bb"], ["a", "ccc", "dddd", "eeeee", "a"], [(2, 5), (2, 5), (4, 5), (5, 5)]),
        ([], ["a", "bb", "a"], [(3, 3)]),
        ([], ["a", "bb"], [(2, 2)]),
    ],
    ids=["half-known", "equal", "new"],
)
def test_progress_counts_every_item_to_the_end(scorer, store, known, items, expected):
    lengths(known, store)
    seen = []
    lengths(items, store, on_progress=lambda *step: seen.append(step))
    assert seen == expected


@pytest.fixture
def clock(monkeypatch):
    """Time that passes only where a test says so."""
    now = [0.0]
    monkeypatch.setattr(measurement, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


@pytest.mark.parametrize(
    ("seconds_an_item", "sizes"),
    [(0.001, [8, 20, 20, 12]), (0.5, [8, 8, 8, 8, 8, 8, 8, 4]), (3.0, [8] + [4] * 13)],
)
def test_chunks_are_as_large_as_a_few_seconds_allow(
    scorer, store, clock, monkeypatch, seconds_an_item, sizes
):
    def slow(lm, items, params):
        clock[0] += len(items) * seconds_an_item
        return scorer(lm, items, params)

    monkeypatch.setattr(registry, "COUNTING", slow)
    monkeypatch.setitem(MEASURES, "length", replace(MEASURES["length"], chunk=20))
    found = lengths([f"{number:03}" for number in range(60)], store)
    assert [len(call) for call in scorer.calls] == sizes
    assert found.values == [{"length": 3}] * 60
    assert store.info().results == 60


def test_a_store_that_cannot_be_written_costs_one_warning_and_no_value(scorer, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    with closing(Store(tmp_path / "cache" / "results.sqlite")) as store:
        found = lengths(["a", "bb", "ccc", "dddd", "eeeee"], store)
    assert [value["length"] for value in found.values] == [1, 2, 3, 4, 5]
    assert len(found.warnings) == 1
    assert "could not be kept" in found.warnings[0]


def test_a_store_that_fails_half_way_keeps_what_it_has(scorer, store, monkeypatch):
    room = iter([True, False])
    put = store.put_texts

    def put_while_there_is_room(context, results):
        if not next(room):
            raise StorageError("The disk is full.")
        put(context, results)

    monkeypatch.setattr(store, "put_texts", put_while_there_is_room)
    found = lengths(["a", "bb", "ccc", "dddd", "eeeee"], store)
    assert [value["length"] for value in found.values] == [1, 2, 3, 4, 5]
    assert found.warnings == ["The disk is full."]
    assert store.info().results == 2


def test_the_wrong_model_is_refused(scorer, store):
    masked = replace(SPEC, masked_heads=(HeadRef(0, 0),))
    with pytest.raises(ValueError, match=r"asked for .* was given"):
        measure("length", masked, ["a"], {}, model, store)
    assert scorer.calls == []
    assert store.info().results == 0


def test_a_measure_that_does_not_exist_is_a_callers_bug(store):
    with pytest.raises(ValueError, match="no measure 'lenght'; there are completion"):
        measure("lenght", SPEC, [], {}, model, store)


def test_a_measure_that_loses_an_item_is_found_out(scorer, store, monkeypatch):
    monkeypatch.setattr(registry, "COUNTING", lambda lm, items, params: [{"length": 1}])
    with pytest.raises(ValueError, match="shorter"):
        lengths(["a", "bb"], store)
    assert store.info().results == 0


def test_the_manifest_says_all_that_is_needed_to_repeat_the_numbers(scorer, store):
    manifest = lengths(["a", "bb"], store, params={"factor": 3}).manifest
    said = {"spec": SPEC.identity(), "measure": "length", "version": 1, "params": {"factor": 3}}
    assert manifest.items() >= (said | {"items": 2, "from_store": 0, "device": "cpu"}).items()
    assert manifest["seconds"] >= 0
    assert manifest["data"].startswith("sha256:")
    assert {"python", "torch", "transformers", "tokenizers"} <= set(manifest["libraries"])
    assert manifest["biascope"].partition("+")[0] == VERSION


def test_the_data_digest_changes_with_any_item_and_with_their_order():
    digests = {
        data_digest(items) for items in (["a", "b"], ["b", "a"], ["a"], ["a", "c"], ["ab"], [])
    }
    assert len(digests) == 6


# What each measure needs for one item.
EXAMPLES = {
    "completion": ({"text": "The [MASK] was tired."}, {"top_k": 3, "targets": ["he", "zebra"]}),
    "group_completion": (
        {"text": "The {group} was [MASK].", "groups": ["nurse", "engineer"]},
        {"top_k": 3, "targets": ["tired"]},
    ),
    "pppl": ({"text": "The nurse was tired."}, {}),
    "health": (
        {
            "cloze": [{"sentence": "The nurse was [MASK].", "answers": ["tired"]}],
            "neutral": ["The nurse was tired.", "The door is old."],
        },
        {},
    ),
}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_fresh_value_and_a_stored_one_are_the_same(name, masked_lm, store):
    item, params = EXAMPLES[name]
    lm = masked_lm("bert")
    fresh, stored = (
        measure(name, lm.spec, [item], params, lambda: lm, store).values for _ in range(2)
    )
    assert store.info().results == 1
    assert stored == fresh
    assert repr(stored) == repr(fresh)


def test_what_a_measure_refuses_is_not_kept(masked_lm, store):
    lm = masked_lm("bert")
    with pytest.raises(InputTextError, match="The sentence has no blank"):
        measure("completion", lm.spec, [{"text": "Nothing."}], {"top_k": 1}, lambda: lm, store)
    assert store.info().results == 0


def test_the_libraries_that_numbers_depend_on_are_named():
    from importlib import metadata

    assert library_versions()["torch"] == metadata.version("torch")


def test_a_text_with_half_a_character_is_named_beside_the_others(masked_lm, tmp_path):
    lm = masked_lm("bert")
    items = [{"text": "The nurse was tired."}, {"text": "half \ud800"}]
    with closing(Store(tmp_path / "results.sqlite")) as store:
        first = measure("pppl", lm.spec, items, {}, lambda: lm, store)
        again = measure("pppl", lm.spec, items, {}, lambda: lm, store)
    assert "UTF-8" in first.values[1]["problem"]
    assert again.values == first.values
    assert first.warnings == again.warnings == []
    assert (again.manifest["from_store"], again.manifest["items"]) == (1, 2)
