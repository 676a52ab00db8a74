"""Variables that name a folder: a user who does not exist is named, and costs no result."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import DataSetError, StorageError
from engine.files.fetch.places import download_folder, find, folders
from engine.files.fetch.registry import data_sets
from engine.flow.measurement import measure
from engine.lab import places
from engine.storage.store import Context, cache_folder, default_store
from tests.unloaded import not_loaded

NOBODY = "~nobody-x/y"
SAID = rf"^{{}} is set to {NOBODY}, but this machine knows no home folder for ~nobody-x;"
SET = next(iter(data_sets().values()))


@pytest.fixture
def _no_cache(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("BIASCOPE_CACHE", NOBODY)
    monkeypatch.chdir(tmp_path)


def test_the_home_folder_of_somebody_is_found(monkeypatch):
    monkeypatch.setenv("BIASCOPE_CACHE", "~/somewhere")
    assert cache_folder() == Path.home() / "somewhere"


@pytest.mark.usefixtures("_no_cache")
def test_a_cache_in_the_home_of_nobody_is_said():
    for asked in (cache_folder, lambda: download_folder(SET), places.home):
        with pytest.raises(StorageError, match=SAID.format("BIASCOPE_CACHE")):
            asked()
    store = default_store()
    for asked in (store.info, store.verify, store.prune):
        with pytest.raises(StorageError, match=r"not kept: BIASCOPE_CACHE is set to ~nobody-x/y"):
            asked()


@pytest.mark.usefixtures("_no_cache")
def test_a_cache_in_the_home_of_nobody_costs_one_warning_and_no_result(masked_lm, tmp_path):
    lm, store = masked_lm("bert"), default_store()
    items = [{"text": "The nurse was tired."}, {"text": "The door is old."}]
    found = measure("pppl", lm.spec, items, {}, lambda: lm, store)
    assert [len(value["tokens"]) for value in found.values] == [5, 5]
    assert len(found.warnings) == 1
    assert "BIASCOPE_CACHE is set to ~nobody-x/y" in found.warnings[0]
    assert store.get(Context.of({}, "m", 1, {}), ["a"]) == {}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("_no_cache")
def test_what_lies_elsewhere_is_found_without_a_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    assert folders(SET) == [tmp_path / SET.folder]
    assert find(SET.name) is None
    assert list(places.places()) == []


def test_results_that_come_with_biascope_are_found_without_a_cache(monkeypatch):
    from engine.measures.health.check import health_items
    from engine.models.sources import identify

    monkeypatch.setenv("BIASCOPE_CACHE", NOBODY)

    spec = identify("bundled")
    found = measure("health", spec, [health_items()], {}, not_loaded, default_store())
    assert found.manifest["from_store"] == 1


def test_data_in_the_home_of_nobody_is_said(monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", NOBODY)
    with pytest.raises(DataSetError, match=SAID.format("BIASCOPE_DATA")):
        find(SET.name)
