"""What does not fit is refused before it is hashed and read, whoever asks for its weights."""

from __future__ import annotations

import errno
import json
import shutil
import struct
from pathlib import Path

import pytest
import torch

from engine.core.errors import UnusableModelError
from engine.models import loading, reading, room, sources
from engine.models.convert import making
from engine.models.loading import load, load_classifier
from engine.models.room import NoRoomError, whole_memory
from engine.models.sources import identify, resolve
from tests import known_answers
from tests.engine.classifiers import build_classifier

ROWS, WIDE = 2**24, 2**14


def huge(sound: Path, folder: Path, **changes: int) -> Path:
    """A folder whose weights are a terabyte by their header; hardly any of it is on the disk.

    Args:
        changes: what its config.json says otherwise.
    """
    shutil.copytree(sound, folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"vocab_size": ROWS, "hidden_size": WIDE, "intermediate_size": WIDE, **changes}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    shapes = {
        "bert.embeddings.word_embeddings.weight": [ROWS, WIDE],
        "bert.encoder.layer.1.output.dense.weight": [WIDE, WIDE],
    }
    header, start = {}, 0
    for name, (rows, columns) in shapes.items():
        end = start + 4 * rows * columns
        header[name] = {"dtype": "F32", "shape": [rows, columns], "data_offsets": [start, end]}
        start = end
    text = json.dumps(header).encode()
    with (folder / "model.safetensors").open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.truncate(8 + len(text) + start)
    return folder


@pytest.fixture
def unread(monkeypatch):
    """Nothing is hashed, and no weight is read."""

    def fail(*_args, **_options):
        raise AssertionError("it was hashed or read")

    monkeypatch.setattr(sources, "content_digest", fail)
    monkeypatch.setattr(loading, "read_network", fail)


@pytest.mark.parametrize("road", [load, load_classifier, identify])
@pytest.mark.usefixtures("unread")
def test_what_this_machine_can_never_hold_is_not_even_hashed(road, tiny_model_folder, tmp_path):
    folder = huge(tiny_model_folder("bert"), tmp_path / "huge")
    with pytest.raises(NoRoomError, match=r"needs about \d+\.\d GB of memory and this machine has"):
        road(str(folder))


@pytest.mark.parametrize(
    "command", [("fill", "The [MASK]."), ("pairs", "bundled"), ("seat",), ("models", "check")]
)
@pytest.mark.usefixtures("unread")
def test_commands_refuse_it_by_its_size(command, engine, tiny_model_folder, tmp_path):
    folder = huge(tiny_model_folder("bert"), tmp_path / "huge")
    refused = engine(*command, "--model", str(folder)).refusal
    assert "in all; choose a smaller model" in refused
    assert "damaged" not in refused


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"vocab_size": ROWS - 5}, "vocab_size .* asks for 16,777,211, but its embeddings have"),
        ({"hidden_size": WIDE // 2}, "hidden_size .* asks for 8,192, but its embeddings are"),
        ({"num_hidden_layers": 24}, "num_hidden_layers .* asks for 24, but its weights are"),
        ({"max_position_embeddings": ROWS * 2 - 1}, "must be a whole number"),
    ],
)
@pytest.mark.usefixtures("unread")
def test_a_config_that_contradicts_the_header_is_refused_before_hashing(
    changes, said, tiny_model_folder, tmp_path
):
    folder = huge(tiny_model_folder("bert"), tmp_path / "huge", **changes)
    with pytest.raises(UnusableModelError, match=said):
        resolve(str(folder))


@pytest.mark.parametrize("read", [load, load_classifier])
def test_what_does_not_fit_now_is_not_read(read, tiny_model_folder, monkeypatch):
    monkeypatch.setattr(room, "available_memory", lambda: 1000)
    monkeypatch.setattr(loading, "read_network", lambda *_: pytest.fail("it was read"))
    with pytest.raises(NoRoomError, match="of the memory of this machine and 0 MB is available"):
        read(str(tiny_model_folder("bert")))


def test_what_is_stored_is_found_where_the_model_does_not_fit_now(engine, model, monkeypatch):
    command = ("fill", "The nurse was [MASK].", "--model", model, "--json")
    first = engine(*command).json
    monkeypatch.setattr(room, "available_memory", lambda: 1000)
    assert engine(*command).json["predictions"] == first["predictions"]


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to"),
        RuntimeError("Error while deserializing: Cannot allocate memory (os error 12)"),
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
        RuntimeError("std::bad_alloc"),
    ],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("part", ["AutoModelForMaskedLM", "AutoTokenizer", "AutoConfig"])
def test_a_failed_allocation_is_never_a_damaged_file(error, part, tiny_model_folder, monkeypatch):
    def fail(*_args, **_options):
        raise error

    reading._check_once.cache_clear()
    monkeypatch.setattr(f"transformers.{part}.from_pretrained", fail)
    with pytest.raises(NoRoomError, match="The memory that was free did not suffice") as refused:
        load(str(tiny_model_folder("bert")))
    assert "damaged" not in str(refused.value)


def test_other_failures_keep_their_own_words(bad_folders):
    with pytest.raises(UnusableModelError, match="damaged"):
        load(str(bad_folders.damaged))


def test_a_conversion_that_does_not_fit_is_refused_before_anything_is_hashed(
    bad_folders, monkeypatch
):
    folder = str(bad_folders.pickle_only)
    monkeypatch.setattr(making, "run", lambda *_: pytest.fail("it was read"))
    with monkeypatch.context() as now:
        now.setattr(room, "available_memory", lambda: 1000)
        with pytest.raises(NoRoomError, match="of the memory of this machine"):
            making.convert(folder)
    monkeypatch.setattr(room, "whole_memory", lambda: 1000)
    monkeypatch.setattr(making, "_digests", lambda *_: pytest.fail("it was hashed"))
    with pytest.raises(NoRoomError, match="in all; choose a smaller model"):
        making.convert(folder)


def test_classifiers_of_nlu_are_checked_as_well(engine, tmp_path, monkeypatch):
    folder = build_classifier("bert", tmp_path / "classifier")
    texts = tmp_path / "texts.csv"
    texts.write_text("text,label\nA good book.,0\nA bad book.,1\n", encoding="utf-8")
    monkeypatch.setattr(room, "available_memory", lambda: 1000)
    monkeypatch.setattr(known_answers, "_networks", {})  # no other test has loaded it
    refused = engine("nlu", str(texts), "--model", str(folder)).refusal
    assert "of the memory of this machine" in refused


def test_the_memory_of_all_is_that_of_the_tightest_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "_limit_of_the_process", lambda: None)
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/meminfo").write_text("MemTotal: 900 kB\nMemAvailable: 1 kB\n")
    assert whole_memory(tmp_path) == 900 * 1024
    group = tmp_path / "sys/fs/cgroup"
    group.mkdir(parents=True)
    (group / "memory.max").write_text("max\n")
    assert whole_memory(tmp_path) == 900 * 1024
    (group / "memory.max").write_text("5000\n")
    assert whole_memory(tmp_path) == 5000
    monkeypatch.setattr(room, "_limit_of_the_process", lambda: 77)
    assert whole_memory(tmp_path) == 77
