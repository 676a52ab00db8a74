"""Models of a run are trained, stopped and resumed, and hold what their dose plants."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.core.errors import InputTextError, StorageError
from engine.lab.dose.place import DosePlace, damaged, places
from engine.lab.dose.settings import DosedModel
from engine.lab.dose.training import train_dosed
from engine.lab.folder import home
from engine.models.sources import content_digest
from tests.engine.lab.conftest import PLANTED


def trained(request, place, models=None, steps=10**6):
    """Steps of all models of a run that is asked to stop after so many."""
    found = []
    for model in models or request.models:
        for step in train_dosed(model, request, place, "cpu", lambda: len(found) >= steps):
            found.append((model.variant, step.step))
        if len(found) >= steps:
            break
    return found


@pytest.mark.training
def test_a_stopped_run_goes_on_to_the_same_bytes(dose_request, dose_place):
    request = dose_request(steps=3)
    straight, stopped = dose_place(request, "straight"), dose_place(request, "stopped")
    trained(request, straight)
    for before, stop in pairwise((0, 1, 4, 6, 8)):  # of 3 steps of each of four models
        assert len(trained(request, stopped, steps=stop - before)) == stop - before
    trained(request, stopped)
    for model in request.models:
        digests = [content_digest(run.model(model.variant)) for run in (straight, stopped)]
        assert digests[0] == digests[1]
        assert not (stopped.training(model.variant) / "checkpoint").exists()
    assert trained(request, stopped) == []  # what is there is not trained again


@pytest.mark.training
def test_a_model_holds_what_its_dose_plants_in_its_shuffle(dose_request, dose_place):
    request = dose_request(doses=(0.0, 0.5), steps=1, sentences=360)
    found = dose_place(request)
    trained(request, found, [DosedModel(0.5, 1), DosedModel(0.0, 1)])
    manifests = [
        json.loads((found.model(f"dose-{dose}-seed-1") / "planted.json").read_text())
        for dose in ("0", "0.5")
    ]
    none, half = (
        {row["occupation"]: row["male"] / row["sentences"] for row in one["corpus"]}
        for one in manifests
    )
    assert set(none.values()) == {0.5}
    table = request.tables()[1]
    assert table != PLANTED
    for name, share in half.items():
        assert share == pytest.approx(0.5 + 0.5 * (table[name] - 0.5), abs=0.5 / 40)
    assert (manifests[1]["dose"], manifests[1]["seed"]) == (0.5, 1)


def test_a_disk_without_room_for_all_models_is_said_before_training(
    dose_request, dose_place, monkeypatch
):
    request = dose_request()
    found = dose_place(request)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(StorageError, match=r"for checkpoints and 4 models, and 0 MB are free"):
        trained(request, found)


def test_a_folder_holds_one_run(dose_request, dose_place):
    request = dose_request()
    found = dose_place(request)
    found.claim(request)
    with pytest.raises(InputTextError, match=r"holds another run .*the doses differs"):
        found.claim(replace(request, doses=(0.0, 0.5)))
    found.model("dose-0-seed-0").mkdir()
    found.claim(replace(request, doses=(0.0, 0.5)), resume=False)
    assert not found.finished("dose-0-seed-0")
    assert found.request().doses == (0.0, 0.5)


def test_a_folder_of_an_injection_is_left_alone(dose_request, tmp_path):
    (tmp_path / "injection.json").write_text("{}")
    with pytest.raises(InputTextError, match="holds no run of dose and response"):
        DosePlace(tmp_path, "tiny").claim(dose_request())


def test_a_recorded_request_is_read_as_it_was_made(dose_request, dose_place):
    request = dose_request(doses=(0.0, 0.25, 1.0), seeds=3, steps=7)
    assert dose_place(request).request() == request


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("dose.json", "no JSON", "dose.json cannot be read"),
        ("dose.json", "{}", "dose.json names no models"),
        ("dose.json", '{"name": "x", "doses": [], "seeds": 2}', "dose.json is damaged"),
        ("response.json", "{", "response.json cannot be read"),
        ("response.json", "{}", "response.json is damaged"),
    ],
)
def test_a_damaged_run_is_named_with_what_to_do(
    dose_request, tmp_path, monkeypatch, file, content, said
):
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path))
    for name in ("sound", "broken"):
        DosePlace(home() / name, name).claim(dose_request())
    (home() / "broken" / file).write_text(content, encoding="utf-8")
    (sentence,) = damaged()
    assert sentence.startswith("The dose run in the folder broken is not listed: ")
    assert said in sentence
    assert sentence.endswith("; delete its folder.")
    assert "sound" in {place.name for place in places()}
