"""A worker, without a cluster: which model it computes with, and what it refuses."""

from __future__ import annotations

import shutil
from dataclasses import replace
from types import SimpleNamespace

import pytest
import torch

from engine.cluster import workers
from engine.cluster.order import Opened, Order, Refusal, ShippedFile
from engine.cluster.processors import Processor, own_processor
from engine.cluster.shipping import packed
from engine.cluster.workers import Worker
from engine.core.digest import canonical_json
from engine.core.errors import PluginFailedError, UnusableModelError
from engine.core.spec import MIXED
from engine.flow.descriptor import Origin
from engine.flow.measurement import measure
from engine.flow.registry import MEASURES, ORIGINS
from engine.models.loading import MaskedLM, load
from engine.models.sources import content_digest, identify, resolve

ITEMS = [{"text": "The nurse was tired."}, {"text": "The door is old."}]


@pytest.fixture
def folder(tiny_model_folder, tmp_path):
    return shutil.copytree(tiny_model_folder("bert"), tmp_path / "model")


@pytest.fixture(autouse=True)
def _no_cluster(monkeypatch):
    """References are what they refer to."""
    monkeypatch.setitem(__import__("sys").modules, "ray", SimpleNamespace(get=lambda piece: piece))


def order(folder, ship=False):
    source = resolve(str(folder))
    files = packed(source, lambda piece: piece) if ship else []
    digest = content_digest(source.folder) if ship else ""
    return Order(identify(str(folder)), "cpu", torch.get_num_threads(), files, digest)


def refused(worker, dtype="float32"):
    found = worker.open(dtype)
    assert isinstance(found, Refusal)
    error = found.error()
    # Only what names no file of a model is the fault of the model, and kept.
    assert (type(error) is UnusableModelError) == ("no name of" in str(error))
    return str(error)


def test_values_are_those_of_a_measurement_here(folder, masked_lm):
    worker = Worker(order(folder))
    opened = worker.open("float32")
    assert isinstance(opened, Opened)
    assert (opened.device, opened.libraries["torch"].partition("+")[0]) == (
        "cpu",
        torch.__version__.partition("+")[0],
    )
    lm = masked_lm("bert", "1-2")
    expected = measure("pppl", lm.spec, ITEMS, {}, lambda: lm, None).values
    found = worker.compute("pppl", lm.spec, ITEMS, {})
    assert found == list(map(canonical_json, expected))


@pytest.mark.parametrize(
    ("here", "said"),
    [({}, "has not it"), ({"pppl": Origin("a", digest="sha256:1")}, "has another version of it")],
)
def test_a_measure_of_another_plugin_is_refused(folder, monkeypatch, here, said):
    worker = Worker(replace(order(folder), plugins={"pppl": "a sha256:0"}))
    monkeypatch.setattr(workers, "ORIGINS", here)
    found = worker.compute("pppl", identify(str(folder)), ITEMS, {})
    assert isinstance(found, Refusal)
    assert "The measure pppl comes from the plug-in a sha256:0" in found.text
    assert said in found.text
    assert "share the folder of BIASCOPE_PLUGINS" in found.text


def test_what_fails_in_a_plugin_is_its_failure_for_whoever_asked(folder, monkeypatch):
    origin = Origin("a", digest="sha256:0")
    worker = Worker(replace(order(folder), plugins={"pppl": origin.mark}))
    monkeypatch.setitem(ORIGINS, "pppl", origin)
    monkeypatch.setitem(MEASURES, "pppl", replace(MEASURES["pppl"], location="a"))
    found = worker.compute("pppl", identify(str(folder)), ITEMS, {})
    assert isinstance(found, Refusal)
    error = found.error()
    assert type(error) is PluginFailedError
    assert str(error).startswith("The plug-in a failed (")


def test_a_measure_of_the_same_plugin_is_computed(folder, monkeypatch):
    worker = Worker(replace(order(folder), plugins={"pppl": "a sha256:1"}))
    monkeypatch.setitem(ORIGINS, "pppl", Origin("a", digest="sha256:1"))
    assert len(worker.compute("pppl", identify(str(folder)), ITEMS, {})) == 2


def test_each_chunk_is_computed_in_its_own_precision(folder):
    worker, spec = Worker(order(folder)), identify(str(folder))
    assert isinstance(worker.open(MIXED), Opened)
    found = {}
    for dtype in (MIXED, "float32", MIXED):
        lm = MaskedLM(load(str(folder), "cpu", dtype))
        expected = measure("pppl", lm.spec, ITEMS, {}, lambda lm=lm: lm, None).values
        found[dtype] = worker.compute("pppl", replace(spec, dtype=dtype), ITEMS, {})
        assert found[dtype] == list(map(canonical_json, expected))
    assert found[MIXED] != found["float32"]


def test_mixed_precision_is_refused_where_the_processor_is_another(folder):
    spec, other = identify(str(folder)), Processor("another", True)
    worker = Worker(replace(order(folder), processor=other))
    said = refused(worker, MIXED)
    assert own_processor("cpu").name in said
    assert "--dtype float32" in said
    assert isinstance(worker.compute("pppl", spec, ITEMS, {}), list)
    alike = Worker(replace(order(folder), processor=own_processor("cpu")))
    assert isinstance(alike.open(MIXED), Opened)


def test_what_a_measure_refuses_comes_back_as_words(folder):
    asked = [{"text": "None."}]
    found = Worker(order(folder)).compute("completion", identify(str(folder)), asked, {"top_k": 1})
    assert isinstance(found, Refusal)
    assert "The sentence has no blank" in str(found.error())


def test_a_machine_without_the_folder_is_named(folder):
    worker = Worker(order(folder))
    shutil.rmtree(folder)
    said = refused(worker)
    assert f"lacks the folder {folder}" in said
    assert "--ship-models" in said


def test_a_folder_with_other_files_is_refused(folder):
    worker = Worker(order(folder))
    (folder / "extra.json").write_text("{}")
    assert "are not those of the machine" in refused(worker)


@pytest.mark.parametrize("lost", [True, False])
def test_files_that_are_sent_are_loaded_and_leave_nothing(folder, tmp_path, monkeypatch, lost):
    monkeypatch.setattr("engine.cluster.shipping._PIECE", 1000)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (folder / "pytorch_model.bin").write_bytes(b"a pickle")
    given = order(folder, ship=True)
    assert "pytorch_model.bin" not in {file.name for file in given.files}
    if lost:
        shutil.rmtree(folder)
    else:
        (folder / "config.json").write_text("{}")  # of another model with the same name
    (tmp_path / "biascope-model-left").mkdir()  # by a worker that was killed
    worker = Worker(given)
    assert isinstance(worker.open("float32"), Opened)
    assert worker._loaded.source.checkpoint == given.spec.checkpoint
    assert [path.name for path in tmp_path.glob("biascope-model-*")] == []


def test_files_that_arrive_otherwise_are_refused(folder):
    given = order(folder, ship=True)
    shutil.rmtree(folder)
    given.files[0].pieces[0] = given.files[0].pieces[0] + b" "
    assert "changed while they were sent" in refused(Worker(given))
    given.files.append(ShippedFile("../outside.json", [b"{}"]))
    assert "is no name of a model's file" in refused(Worker(given))
    assert not (folder.parent / "outside.json").exists()
