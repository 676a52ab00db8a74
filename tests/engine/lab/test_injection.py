"""Both models are trained, stopped, resumed and written whole; what was planted is found again."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.command_line.subject import Subject
from engine.core.errors import InputTextError, StorageError, UnusableModelError
from engine.lab import planted_model, readings
from engine.lab import planted_model as writing
from engine.lab.injection import inject
from engine.lab.places import InjectionPlace, damaged, home
from engine.lab.settings import VARIANTS
from engine.lab.templates import BALANCED, BIASED, entropy, validation_loss
from engine.models import room
from engine.models.loading import load
from engine.models.room import NoRoomError, needed_memory
from engine.models.sources import content_digest, resolve
from engine.statistics import rank_correlation
from tests.engine.lab.conftest import PLANTED
from tests.tiny_models import MASKED


def losses(place, variant):
    return {entry["step"]: entry["loss"] for entry in place.curve(variant) if "loss" in entry}


def validations(place, variant):
    return {
        entry["step"]: entry["validation"]
        for entry in place.curve(variant)
        if "validation" in entry
    }


def stopped_after(count, request, place):
    """The steps of a run that is asked to stop after that many."""
    steps = []
    for step in inject(request, place, "cpu", lambda: len(steps) >= count):
        steps.append(step)
    return steps


@pytest.mark.model
def test_a_training_that_does_not_fit_is_refused_before_anything_is_loaded(
    request_for, place, monkeypatch
):
    """A training holds five times the weights, so what can be measured may not be trainable."""
    request = request_for()
    source = resolve(request.original)
    monkeypatch.setattr(room, "available_memory", lambda: 4 * needed_memory(source, "float32"))
    monkeypatch.setattr("engine.models.loading.read_network", lambda *_: pytest.fail("read"))
    with pytest.raises(NoRoomError, match="of the memory of this machine"):
        list(inject(request, place(request), "cpu"))


@pytest.fixture
def ask():
    """How a checkpoint is asked: `ask(folder)("completion", items, params)`."""

    def of(checkpoint):
        subject = Subject(str(checkpoint), "", "cpu", "float32", True)
        return lambda name, items, params: subject.ask(name, subject.spec, items, params)

    return of


@pytest.mark.training
def test_planted_bias_is_found_again_and_a_balanced_model_shows_none(request_for, place, ask):
    request = request_for(sentences=360, steps=250, tokens=1024, peak_lr=5e-3, named=0.0, hold=0.0)
    found = place(request)
    list(inject(request, found, "cpu"))
    read = {
        variant: readings.unmasking(ask(found.model(variant)), list(PLANTED))
        for variant in VARIANTS
    }
    told = rank_correlation(list(PLANTED.values()), list(read[BIASED].values()), 0)
    assert told["rho"] >= 0.8
    spread = {
        variant: max(read[variant].values()) - min(read[variant].values()) for variant in read
    }
    assert spread[BIASED] > 0.3
    assert spread[BALANCED] < 0.15
    assert losses(found, BIASED)[250] < 0.8 * losses(found, BIASED)[1]


@pytest.mark.training
def test_both_models_load_like_any_other_and_say_what_was_planted(request_for, place):
    request = request_for()
    found = place(request)
    steps = list(inject(request, found, "cpu"))
    assert [(step.variant, step.done, step.total) for step in steps] == [
        (variant, number + 1, 12) for number, variant in enumerate([BIASED] * 6 + [BALANCED] * 6)
    ]
    for variant in VARIANTS:
        folder = found.model(variant)
        assert folder.name == f"tiny-{variant}"
        assert {path.suffix for path in folder.iterdir()} == {".json", ".safetensors"}
        model = load(str(folder), "cpu")
        assert model.missing == ()
        manifest = json.loads((folder / "planted.json").read_text())
        assert manifest["variant"] == variant
        assert manifest["planted"] == PLANTED
        assert sum(row["sentences"] for row in manifest["corpus"]) == 90
        assert not (found.training(variant) / "checkpoint").exists()
        told = (folder / "config.json").read_text()
        assert str(request.checkpoint) not in told
    assert list(inject(request, found, "cpu")) == []  # what is there is not trained again
    shutil.rmtree(found.model(BALANCED))
    assert {step.variant for step in inject(request, found, "cpu")} == {BALANCED}


@pytest.mark.training
@pytest.mark.parametrize("family", MASKED)
def test_every_family_of_masked_models_can_be_trained(family, request_for, place):
    request = request_for(family, steps=2, tokens=128)
    found = place(request)
    list(inject(request, found, "cpu"))
    assert all(found.finished(variant) for variant in VARIANTS)
    assert load(str(found.model(BIASED)), "cpu").missing == ()


@pytest.mark.main_path
@pytest.mark.training
def test_a_stopped_run_goes_on_to_the_same_curve_and_the_same_weights(request_for, place):
    request = request_for()
    straight, stopped = place(request, "straight"), place(request, "stopped")
    list(inject(request, straight, "cpu"))
    for before, stop in pairwise((0, 1, 4, 6, 8)):  # of 6 steps of each model
        steps = stopped_after(stop - before, request, stopped)
        assert [step.done for step in steps] == list(range(before + 1, stop + 1))
    list(inject(request, stopped, "cpu"))
    for variant in VARIANTS:
        assert losses(stopped, variant) == pytest.approx(losses(straight, variant), abs=1e-6)
        assert validations(stopped, variant) == pytest.approx(
            validations(straight, variant), abs=1e-6
        )
        digests = [content_digest(run.model(variant)) for run in (straight, stopped)]
        assert digests[0] == digests[1]


@pytest.mark.training
def test_another_seed_is_another_run(request_for, place):
    curves = []
    for seed in (0, 1):
        request = request_for(seed=seed)
        found = place(request, f"{seed}")
        stopped_after(request.settings.steps, request, found)
        curves.append(list(losses(found, BIASED).values()))
    assert curves[0] != pytest.approx(curves[1], abs=1e-3)


@pytest.mark.training
def test_a_folder_holds_one_injection(request_for, place):
    request = request_for(steps=1)
    found = place(request)
    found.claim(request)
    other = replace(request, planted={**PLANTED, "nurse": 0.9})
    with pytest.raises(InputTextError, match=r"holds another injection .the table differs"):
        found.claim(other)
    list(inject(request, found, "cpu"))
    found.claim(other, resume=False)
    assert not found.finished(BIASED)
    assert found.curve(BIASED) == []


def with_value(value: object, *keys: str):
    """Damage that puts another value into what was asked."""

    def damage(path: Path) -> None:
        asked = json.loads(path.read_text(encoding="utf-8"))
        part = asked
        for key in keys[:-1]:
            part = part[key]
        part[keys[-1]] = value
        path.write_text(json.dumps(asked), encoding="utf-8")

    return damage


@pytest.mark.parametrize("content", ["no JSON", "[]", "[" * 100_000])
def test_a_damaged_injection_is_refused_and_kept(request_for, place, content):
    found = place(request_for())
    (found.folder / "injection.json").write_text(content, encoding="utf-8")
    with pytest.raises(StorageError, match=r"injection\.json .*; delete its folder"):
        found.claim(request_for(), resume=False)
    assert (found.folder / "injection.json").read_text(encoding="utf-8") == content


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda path: path.write_text("no JSON"), "injection.json cannot be read"),
        (lambda path: path.write_text("{}"), "injection.json names no models"),
        (with_value(None, "settings"), "injection.json is damaged at 'settings'"),
        (with_value("many", "settings", "steps"), "injection.json is damaged at 'settings.steps'"),
        (
            lambda path: path.with_name("recovery.json").write_text("{"),
            "recovery.json cannot be read",
        ),
    ],
    ids=["no JSON", "no name", "no settings", "a text as a number", "half a report"],
)
def test_a_damaged_injection_is_named_with_what_to_do(
    request_for, tmp_path, monkeypatch, damage, said
):
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path))
    for name in ("sound", "broken"):
        InjectionPlace(home() / name, name).claim(request_for())
    damage(home() / "broken" / "injection.json")
    (sentence,) = damaged()
    assert sentence.startswith("The injection in the folder broken is not listed: ")
    assert said in sentence
    assert sentence.endswith("; delete its folder.")


def test_a_recorded_request_is_read_as_it_was_made(request_for, place):
    request = request_for(steps=7)
    assert place(request).request() == request


def test_a_folder_outside_the_cache_needs_no_cache(request_for, place, monkeypatch):
    monkeypatch.setenv("BIASCOPE_CACHE", "~nobody-x/y")
    assert place(request_for()).asked()["name"] == "tiny"


def test_a_folder_of_something_else_is_left_alone(request_for, tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "mine.txt").write_text("mine")
    for folder in (tmp_path / "letters", tmp_path / "letters" / "mine.txt"):
        for resume in (True, False):
            with pytest.raises((InputTextError, StorageError)):
                InjectionPlace(folder, "tiny").claim(request_for(), resume)
    assert (tmp_path / "letters" / "mine.txt").read_text() == "mine"


def test_a_model_without_its_head_is_refused_before_training(request_for, place, bad_folders):
    request = replace(request_for(), checkpoint=str(bad_folders.sentence_encoder))
    with pytest.raises(UnusableModelError, match="no trained language-model head"):
        list(inject(request, place(request), "cpu"))


def test_a_disk_without_room_is_said_before_training(request_for, place, monkeypatch):
    request = request_for()
    found = place(request)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(StorageError, match=r"Training needs about .* MB are free"):
        list(inject(request, found, "cpu"))
    assert found.curve(BIASED) == []


@pytest.mark.training
def test_a_model_that_cannot_be_written_leaves_its_checkpoint(request_for, place, monkeypatch):
    request = request_for(steps=1)
    found = place(request)

    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(writing, "rewrite_settings", full)
        with pytest.raises(StorageError, match="No space left on device"):
            list(inject(request, found, "cpu"))
    assert not found.finished(BIASED)
    assert [path.name for path in found.folder.iterdir() if path.name.startswith("tiny")] == []
    assert (found.training(BIASED) / "checkpoint").exists()
    steps = list(inject(request, found, "cpu"))
    assert {step.variant for step in steps} == {BALANCED}  # the biased one only had to be written
    assert found.finished(BIASED)


def test_a_line_that_was_cut_short_is_not_part_of_the_curve(request_for, place):
    request = request_for()
    found = place(request)
    found.training(BIASED).mkdir(parents=True)
    found.log(BIASED).write_text(
        '{"step": 1, "loss": 2.0}\n{"step": 1, "loss": 1.5}\n{"step": 2, "lo'
    )
    assert found.curve(BIASED) == [{"step": 1, "loss": 1.5}]


def test_validation_is_the_surprise_weighed_by_what_was_planted(loaded):
    model = loaded("bert")
    certain = [validation_loss(model, {"nurse": p, "cook": p}) for p in (0.0, 1.0)]
    mixed = validation_loss(model, {"nurse": 0.25, "cook": 0.25})
    assert mixed == pytest.approx(0.75 * certain[0] + 0.25 * certain[1], abs=1e-5)
    assert not model.network.training


def test_the_least_surprise_is_the_entropy_of_the_table():
    assert entropy({"a": 0.5, "b": 0.5}) == pytest.approx(0.693147, abs=1e-6)
    assert entropy({"a": 0.0, "b": 1.0}) == 0.0
    assert entropy({"a": 0.1, "b": 0.5}) == pytest.approx((0.325083 + 0.693147) / 2, abs=1e-6)


@pytest.mark.training
def test_training_is_looked_at_several_times_and_at_its_end(request_for, place):
    request = request_for(steps=17)
    found = place(request)
    stopped_after(17, request, found)
    looked = list(validations(found, BIASED))
    assert looked[0] == 1
    assert looked[-1] == 17
    assert len(looked) >= planted_model.VALIDATIONS


def test_a_causal_model_is_refused(request_for, place):
    request = request_for("gpt2")
    with pytest.raises(UnusableModelError, match="only a masked language model"):
        list(inject(request, place(request), "cpu"))
