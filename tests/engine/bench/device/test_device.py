"""`bench device`, with tiny models, on the CPU and on a second device that may compute wrongly."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.bench.device import agreement, command, pressure, speed
from engine.bench.device.agreement import (
    Question,
    agreement_parts,
    compared_values,
    plain,
    questions,
    training_part,
)
from engine.bench.device.parts import Finding, Part, tried
from engine.bench.device.pressure import limited, pressure_parts
from engine.bench.device.speed import (
    SizeSpeed,
    affordable,
    speed_parts,
    suggested_tokens,
    summed_up,
)
from engine.bench.random_models import Shape
from engine.core.errors import InputTextError
from engine.flow.packing import packed
from engine.measures.perplexity.masked import pseudo_log_likelihoods
from engine.models.loading import MaskedLM, load
from tests.engine.second_device import SECOND, pretend

TINY = Shape("bert", 305, hidden=32, layers=2, heads=4, max_length=64)
CPU = torch.device("cpu")
WORK = Part("a part", "float32", lambda: Finding("found", {"n": 1}))


# --- parts --------------------------------------------------------------------------------


def test_a_part_that_fails_is_a_row_and_ends_nothing():
    def fails(error: Exception):
        def work() -> Finding:
            raise error

        return Part("fails", "float32", work)

    parts = [
        fails(InputTextError("It is too long.")),
        fails(ValueError("odd\nshape")),
        fails(RuntimeError("CUDA error: unspecified launch failure")),
        WORK,
    ]
    found = list(tried(parts, torch.device("cuda"), time.monotonic() + 60))
    assert [entry.problem for entry in found[:2]] == ["It is too long.", "ValueError: odd"]
    assert found[2].problem.startswith("cuda failed while it computed (CUDA error: unspecified")
    assert (found[3].text, found[3].figures, found[3].problem) == ("found", {"n": 1}, "")


def test_no_part_begins_once_the_minutes_are_over():
    (found,) = tried([WORK], CPU, time.monotonic() - 1)
    assert (found.text, found.problem) == ("", "left out: the minutes were over")


# --- agreement ----------------------------------------------------------------------------


def test_the_largest_difference_of_two_values_is_that_of_their_numbers():
    here = [{"a": 1.0, "b": [2.0, "x", None], "n": 3}]
    there = [{"a": 1.5, "b": [2.25, "y", None], "n": 3}]
    found = compared_values(here, there)
    assert found.figures == {"largest_difference": 0.5, "numbers": 2, "other_differences": 1}
    assert found.text == "at most 5.0e-01 apart in 2 numbers; 1 other difference"


@pytest.mark.parametrize(
    ("here", "there"), [([[1.0]], [[1.0, 2.0]]), ([{"a": 1.0}], [{"b": 1.0}]), ([None], [1.0])]
)
def test_another_form_is_another_entry(here, there):
    assert compared_values([0.5, *here], [0.5, *there]).figures["other_differences"] == 1


def test_values_without_a_number_are_no_agreement():
    with pytest.raises(ValueError, match="no number to compare"):
        compared_values([{"problem": "x"}], [{"problem": "x"}])


def test_packed_vectors_are_compared_as_numbers():
    target, word = (packed(np.array(vector)) for vector in ([1.0, -2.0], [0.5, 0.25]))
    value = {"target": target, "word": word}
    assert plain(value) == {"target": [1.0, -2.0], "word": [0.5, 0.25]}
    assert plain({"word": "he", "score": 1.0}) == {"word": "he", "score": 1.0}


@pytest.fixture
def few(monkeypatch):
    """Two questions: the others take their time also with a tiny model."""
    asked = [
        Question("pppl", pseudo_log_likelihoods, [{"text": "She is tired."}], {}),
        Question("masked", pseudo_log_likelihoods, [{"text": "She is tired."}], {}, "1-1"),
    ]
    monkeypatch.setattr(agreement, "questions", lambda: iter(asked))


def test_the_questions_are_those_of_every_kind():
    asked = list(questions())
    assert all(question.items for question in asked)
    names = " ".join(question.name for question in asked)
    assert all(
        part in names
        for part in ("fill", "cps", "seat", "gradients of heads", "masked heads", "pppl", "cabm")
    )


@pytest.mark.model
@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("by", [0.0, 2.0])
def test_a_device_that_computes_otherwise_shows_in_each_measure(tiny_model_folder, monkeypatch, by):
    pretend(monkeypatch)
    real = agreement.load

    def loaded(checkpoint: str, device: str, dtype: str = "float32"):
        model = real(checkpoint, device, dtype)
        if device != "cpu":
            assert model.device == SECOND
            with torch.no_grad():
                model.network.get_output_embeddings().bias[7] += by
        return model

    monkeypatch.setattr(agreement, "load", loaded)
    parts = list(agreement_parts(str(tiny_model_folder("bert")), "second", "float32"))[:2]
    found = list(tried(parts, CPU, time.monotonic() + 60))
    assert [entry.problem for entry in found] == ["", ""]
    for entry in found:
        assert (entry.figures["largest_difference"] > 1e-4) is bool(by)


@pytest.mark.model
def test_a_classifier_of_random_weights_is_compared(monkeypatch):
    monkeypatch.setattr(agreement, "_CLASSIFIER", replace(agreement._CLASSIFIER, hidden=32))
    *_, part = agreement_parts("bundled", "cpu", "float32")
    (found,) = tried([part], CPU, time.monotonic() + 60)
    assert (found.problem, found.figures["largest_difference"]) == ("", 0.0)
    assert found.figures["numbers"] == 5


@pytest.mark.training
def test_the_first_steps_of_a_training_are_compared(tiny_model_folder, monkeypatch):
    monkeypatch.setattr(agreement, "_STEPS", 2)
    part = training_part(str(tiny_model_folder("bert")), "cpu")
    (found,) = tried([part], CPU, time.monotonic() + 60)
    assert (found.problem, found.figures["numbers"]) == ("", 2)
    assert found.figures["largest_difference"] == 0.0


# --- pressure -----------------------------------------------------------------------------


@pytest.fixture
def pressed(tiny_model_folder, monkeypatch):
    """What each part under pressure found with a tiny model on the CPU."""
    monkeypatch.setattr(pressure, "_WIDE", 2000)
    monkeypatch.setattr(pressure, "_PAIRS", 70)
    folder = str(tiny_model_folder("bert"))

    def find(name: str):
        part = next(
            part for part in pressure_parts(folder, "cpu", ["float32"]) if name in part.name
        )
        (found,) = tried([part], CPU, time.monotonic() + 60)
        return found

    return find


@pytest.mark.model
def test_threads_with_masks_of_their_own_give_what_each_gives_alone(pressed):
    found = pressed("threads")
    assert found.problem == ""
    assert found.figures["threads"] == 8
    assert found.figures["largest_difference"] < 1e-5


@pytest.mark.model
def test_threads_that_share_a_mask_by_mistake_are_seen(pressed, monkeypatch):
    scores = iter(range(10_000))
    monkeypatch.setattr(pressure, "_scores", lambda lm: [float(next(scores))])
    assert pressed("threads").figures["largest_difference"] > 1


@pytest.mark.model
def test_a_batch_is_halved_until_it_fits_and_scores_stay(pressed):
    found = pressed("halved")
    assert found.problem == ""
    assert found.figures["rows"] > pressure._FEW >= found.figures["rows_that_fitted"]
    assert found.figures["largest_difference"] < 1e-4


@pytest.mark.model
def test_a_batch_that_fits_shows_no_halving(pressed, monkeypatch):
    monkeypatch.setattr(pressure, "_FEW", 10_000)
    assert "fitted into the allowance of memory" in pressed("halved").problem


@pytest.mark.model
def test_the_older_of_two_models_is_given_up(pressed):
    assert pressed("two models").text == "the older model was given up"


def test_memory_is_limited_to_what_is_held_and_an_allowance(monkeypatch):
    asked = []
    monkeypatch.setattr(pressure, "release_memory", lambda: None)
    monkeypatch.setattr(
        "torch.cuda.set_per_process_memory_fraction",
        lambda share, device: asked.append((share, str(device))),
    )
    monkeypatch.setattr("torch.cuda.memory_reserved", lambda device: 100)
    monkeypatch.setattr("torch.cuda.mem_get_info", lambda device: (900, 1000))
    with limited(torch.device("cuda:0"), 50):
        assert asked == [(0.15, "cuda:0")]
    assert asked == [(0.15, "cuda:0"), (1.0, "cuda:0")]


def test_an_apple_gpu_is_limited_without_a_number(monkeypatch):
    asked = []
    monkeypatch.setattr(pressure, "release_memory", lambda: None)
    monkeypatch.setattr("torch.mps.set_per_process_memory_fraction", asked.append)
    monkeypatch.setattr("torch.mps.driver_allocated_memory", lambda: 100)
    monkeypatch.setattr("torch.mps.recommended_max_memory", lambda: 1000)
    with limited(torch.device("mps"), 50):
        pass
    assert asked == [0.15, 1.0]


# --- speed --------------------------------------------------------------------------------


@pytest.fixture
def tiny_shapes(monkeypatch):
    monkeypatch.setattr(speed, "SHAPES", {"tiny": TINY, "tiny GPT": replace(TINY, family="gpt2")})
    monkeypatch.setattr(speed, "_SIZES", {"cpu": (64, 256)})
    monkeypatch.setattr(speed, "_MOST", 10)


@pytest.mark.model
@pytest.mark.usefixtures("tiny_shapes")
def test_every_shape_is_timed_with_its_ceiling_and_its_floor():
    until = time.monotonic() + 60
    found = list(tried(speed_parts("cpu", ["float32"], until), CPU, until))
    assert [(entry.part, entry.problem) for entry in found] == [
        ("speed, tiny", ""),
        ("speed, tiny GPT", ""),
    ]
    for entry in found:
        sizes = entry.figures["sizes"]
        assert [size["tokens"] for size in sizes] == [64, 256]
        assert entry.figures["levels_off_at"] in (64, 256)
        assert all(size["rows_per_second"] > 0 and size["memory_gb"] is None for size in sizes)


def sized(*speeds: float) -> list[SizeSpeed]:
    return [SizeSpeed(1024 * 2**n, value, 0.9, 40.0, 1.5 + n) for n, value in enumerate(speeds)]


def test_the_smallest_size_that_is_nearly_the_fastest_is_named():
    found = summed_up(sized(500, 960, 1000, 990))
    assert found.figures["levels_off_at"] == 2048
    assert found.text == (
        "960 rows/s with 2,048 tokens (90% of the encoder, 40.0 times one row a forward, 2.50 GB)"
    )


def test_the_budget_that_is_suggested_is_the_largest_that_a_model_needs_in_float32():
    def entry(dtype: str, **figures: int):
        return {"dtype": dtype, "figures": figures}

    entries = [
        entry("float32", levels_off_at=2048),
        entry("float32", levels_off_at=8192),
        entry("bfloat16", levels_off_at=65536),
        entry("float32", numbers=3),
    ]
    assert suggested_tokens(entries) == 8192
    assert suggested_tokens(entries[2:]) is None


@pytest.mark.model
def test_sentences_follow_from_the_time_there_is(tmp_path, monkeypatch):
    from engine.bench.random_models import build

    lm = MaskedLM(load(str(build(TINY, tmp_path / "tiny")), "cpu"))
    monkeypatch.setattr(speed, "size_speeds", lambda lm, rows, sizes: sized(1000))
    few = len(speed.LENGTHS[::2])
    assert len(affordable(lm, (64, 256), time.monotonic() - 5)) == few
    # 10 sentences of 140 rows; 12 passes at 1,000 rows a second.
    assert sum(speed.LENGTHS[::2]) == 140
    found = len(affordable(lm, (64, 256), time.monotonic() + 140 * 12 * 5 / 1000))
    assert 45 <= found <= 50
    assert len(affordable(lm, (64, 256), time.monotonic() + 10_000)) == speed._MOST


# --- command ------------------------------------------------------------------------------


@pytest.fixture
def quick_parts(monkeypatch):
    """The command with one part of each kind."""
    monkeypatch.setattr(command, "agreement_parts", lambda *_: iter([WORK]))
    monkeypatch.setattr(command, "training_part", lambda *_: WORK)
    monkeypatch.setattr(command, "pressure_parts", lambda *_: iter([WORK]))
    timed = Finding("timed", {"levels_off_at": 4096})
    monkeypatch.setattr(
        command, "speed_parts", lambda *_: iter([Part("speed", "float32", lambda: timed)])
    )


@pytest.mark.usefixtures("quick_parts")
def test_the_command_reports_every_part(engine):
    done = engine("bench", "device", "--device", "cpu", "--json")
    report = done.json
    assert report["bench"] == "device"
    assert report["machine"]["device"] == "cpu"
    assert [part["part"] for part in report["parts"]] == ["a part"] * 4 + ["speed"]
    assert report["suggested_tokens"] == 4096
    assert done.err.count("a part, float32: found") == 4


@pytest.mark.usefixtures("quick_parts")
def test_the_table_ends_with_the_suggested_budget(engine):
    lines = engine("bench", "device", "--device", "cpu").out.splitlines()
    assert "4,096" in " ".join(lines[-2:])


@pytest.mark.process
def test_it_runs_where_only_torch_transformers_and_the_command_line_are(tiny_model_folder):
    """Every part is tried, so that whatever it imports is."""
    root = Path(__file__).parents[4]
    done = subprocess.run(
        [
            *(sys.executable, str(Path(__file__).parent / "bare.py"), "bench", "device"),
            *("--device", "cpu", "--model", str(tiny_model_folder("bert")), "--json"),
        ],
        cwd=root,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    parts = json.loads(done.stdout)["parts"]
    assert [part for part in parts if part["problem"]] == []
    assert {"fill", "cps", "seat", "gradients of heads", "cabm", "classifier", "speed, tiny"} < {
        part["part"] for part in parts
    }
