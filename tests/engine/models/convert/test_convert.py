"""Safetensors made from other formats: the same numbers, once, and nothing that runs code."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from engine.core.errors import BiascopeError, StorageError, UnusableModelError
from engine.models.convert import ConversionError, making, tensorflow
from engine.models.convert import making as process
from engine.models.convert import pickled as pytorch
from engine.models.convert.made import RECORD
from engine.models.convert.making import convert
from engine.models.convert.tensorflow import pytorch_name
from engine.models.convert.writing import told_of
from engine.models.facts import facts_of
from engine.models.loading import load, load_classifier
from engine.models.sources import resolve
from engine.storage.locks import scratch_folder
from tests.engine.models.convert.in_this_process import Given, convert_here
from tests.engine.models.convert.keras_files import CLASSES, keras_folder
from tests.tiny_models.encoders import MEAN, add_modules, build_encoder

ROOT = Path(__file__).parents[4]


@pytest.fixture(autouse=True)
def given(request, monkeypatch) -> Given | None:
    """Weights are read in this process, except where its own is what is tested."""
    return None if request.node.get_closest_marker("process") else convert_here(monkeypatch)


@pytest.fixture
def sound(tiny_model_folder) -> dict[str, torch.Tensor]:
    return load_file(tiny_model_folder("bert") / "model.safetensors")


@pytest.fixture
def pickled(tiny_model_folder, tmp_path) -> Callable[..., Path]:
    """A folder whose weights are pytorch_model.bin with this content."""

    def make(content: object, name: str = "pytorch_model.bin") -> Path:
        folder = tmp_path / "pickled"
        if not folder.exists():
            shutil.copytree(
                tiny_model_folder("bert"), folder, ignore=shutil.ignore_patterns("*.safetensors")
            )
        torch.save(content, folder / name)
        return folder

    return make


def refusal(folder: Path) -> str:
    with pytest.raises(BiascopeError) as caught:
        convert(str(folder))
    said = str(caught.value)
    assert "\n" not in said
    return said


def reader_refusal(folder: Path, into: Path) -> str:
    """What the readers say of a file, without the process around them."""
    (path,) = (path for path in folder.iterdir() if path.suffix in (".bin", ".h5"))
    reader = tensorflow if path.suffix == ".h5" else pytorch
    shutil.copytree(folder, into, ignore=shutil.ignore_patterns(path.name))
    with pytest.raises(ConversionError) as caught:
        reader.convert([path], into)
    assert "\n" not in str(caught.value)
    assert not list(into.glob("*.safetensors"))
    return str(caught.value)


# --- PyTorch -----------------------------------------------------------------------------


@pytest.mark.main_path
@pytest.mark.process
def test_weights_of_pytorch_become_the_same_safetensors(pickled, sound, cache_folder):
    folder = pickled(sound)
    with pytest.raises(UnusableModelError, match="models convert"):
        load(str(folder), "cpu")
    made = convert(str(folder))
    assert made.folder.parent == cache_folder / "converted"
    assert made.record == json.loads((made.folder / RECORD).read_text(encoding="utf-8"))
    assert made.record["tensors"] == len(sound)
    assert (made.record["from"], made.record["format"]) == ("pytorch_model.bin", "pytorch")
    assert made.record["model"] == str(folder.resolve())
    digest = hashlib.sha256((folder / "pytorch_model.bin").read_bytes()).hexdigest()
    assert made.record["files"] == [{"name": "pytorch_model.bin", "sha256": digest}]
    written = load_file(made.folder / "model.safetensors")
    assert written.keys() == sound.keys()
    assert all(torch.equal(written[name], sound[name]) for name in sound)
    assert load(str(made.folder), "cpu").missing == ()
    assert sorted(path.name for path in (cache_folder / "converted").iterdir()) == [
        made.folder.name
    ]


def test_the_pooling_of_a_sentence_encoder_goes_with_its_weights(tmp_path):
    folder = add_modules(build_encoder("mpnet", tmp_path / "mpnet"), MEAN)
    weights = load_file(folder / "model.safetensors")
    torch.save(weights, folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    made = convert(str(folder)).folder
    source = resolve(str(made))
    assert (facts_of(source).kind, facts_of(source).pooling) == ("encoder", "mean-all")
    assert load_file(made / "model.safetensors").keys() == weights.keys()


def test_what_was_made_is_found_again(pickled, sound, monkeypatch):
    folder = pickled(sound)
    first = convert(str(folder))
    monkeypatch.setattr("engine.models.convert.making.run", lambda *_: pytest.fail("made again"))
    assert convert(str(folder)) == first
    (folder / "vocab.txt").write_text("another")
    with pytest.raises(pytest.fail.Exception, match="made again"):
        convert(str(folder))


def test_weights_in_parts_stay_in_parts(pickled, sound):
    names = ("pytorch_model-00001-of-00002.bin", "pytorch_model-00002-of-00002.bin")
    items = list(sound.items())
    parts = [dict(items[::2]), dict(items[1::2])]
    for part, name in zip(parts, names, strict=True):
        folder = pickled(part, name)
    weight_map = {key: name for part, name in zip(parts, names, strict=True) for key in part}
    index = folder / "pytorch_model.bin.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": weight_map}), encoding="utf-8")
    made = convert(str(folder))
    assert made.record["tensors"] == len(sound)
    assert not (made.folder / "model.safetensors").exists()
    network = load(str(made.folder), "cpu").network.state_dict()
    assert all(torch.equal(network[name], sound[name]) for name in sound)


@pytest.mark.parametrize(
    "name", ["../outside.bin", "/tmp/outside.bin", "sub/in.bin", "x.pt", "gone.bin", 3, "a\0.bin"]
)
def test_an_index_that_leads_elsewhere_is_refused(pickled, sound, name):
    folder = pickled(sound, "../outside.bin")
    index = folder / "pytorch_model.bin.index.json"
    index.write_text(json.dumps({"weight_map": {"a": name}}), encoding="utf-8")
    assert repr(str(name))[1:4] in refusal(folder)


@pytest.mark.parametrize("wrapper", ["state_dict", "model", "module"])
def test_wrapped_weights_are_unwrapped(pickled, sound, wrapper, tmp_path):
    path = pickled({wrapper: sound, "epoch": 3}) / "pytorch_model.bin"
    assert pytorch.convert([path], tmp_path)["tensors"] == len(sound)


def test_weights_that_share_memory_are_written_each(pickled, sound, tmp_path):
    tied = sound | {
        "cls.predictions.decoder.weight": sound["bert.embeddings.word_embeddings.weight"]
    }
    path = pickled(tied) / "pytorch_model.bin"
    assert pytorch.convert([path], tmp_path)["tensors"] == len(tied)


class Calls:
    """What a hostile pickle holds: reading it would write a file."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self):
        return (os.system, (f"touch {self.trace}",))


def test_code_in_a_pickle_is_never_run(pickled, sound, tmp_path):
    trace = tmp_path / "was-run"
    said = refusal(pickled(sound | {"extra": Calls(trace)}))
    assert "holds more than weights, which is never run" in said
    assert not trace.exists()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"a": torch.ones(2), "b": 3}, "'b' in pytorch_model.bin is no weight"),
        ({1: torch.ones(2)}, "'1' in pytorch_model.bin is no weight"),
        ({"a": torch.ones(2).to_sparse()}, "is no weight"),
        ({"a": torch.ones(2, device="meta")}, "is no weight"),
        ([torch.ones(2)], "does not hold weights by their names"),
        (torch.ones(2), "does not hold weights by their names"),
        ({}, "does not hold weights by their names"),
        ({"a": torch.zeros(1).expand(10**12)}, "claim more memory than the file holds"),
    ],
    ids=["number", "no-name", "sparse", "meta", "list", "tensor", "nothing", "expanded"],
)
def test_what_is_no_weights_is_refused(pickled, content, said, tmp_path):
    assert said in reader_refusal(pickled(content), tmp_path / "into")


def test_a_refusal_leaves_nothing_behind(pickled, cache_folder):
    assert "cannot be converted ('b' in pytorch_model.bin" in refusal(pickled({"b": 3}))
    assert list((cache_folder / "converted").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *(("pytorch_model.bin", content) for content in (b"", b"PK\x03\x04", b"not a pickle")),
        *(("tf_model.h5", content) for content in (b"", b"\x89HDF\r\n\x1a\n")),
    ],
)
def test_a_damaged_file_is_refused(pickled, name, content):
    folder = pickled({})
    (folder / "pytorch_model.bin").rename(folder / name).write_bytes(content)
    assert name in refusal(folder)


def test_a_file_that_is_none_is_refused(pickled):
    folder = pickled({})
    (folder / "pytorch_model.bin").unlink()
    os.mkfifo(folder / "pytorch_model.bin")
    assert "is no file" in refusal(folder)


def test_a_model_that_has_safetensors_is_named_as_it_is(tiny_model_folder):
    assert "has safetensors already" in refusal(tiny_model_folder("bert"))


def test_a_folder_with_nothing_to_convert_is_said(bad_folders):
    assert "holds nothing that can be converted" in refusal(bad_folders.empty)


# --- limits ------------------------------------------------------------------------------


@pytest.mark.process
def test_memory_is_limited(pickled, sound, monkeypatch):
    folder = pickled({"a": torch.zeros(16 * 2**20)})
    monkeypatch.setattr(process, "MEMORY", 2**20)
    monkeypatch.setattr(process, "TIMES", 1)
    assert "cannot be converted" in refusal(folder)


@pytest.mark.process
def test_time_is_limited(pickled, sound, monkeypatch):
    monkeypatch.setattr(process, "SECONDS", 0.0)
    monkeypatch.setattr(process, "PER_SECOND", 2**50)
    assert "took more than 0 seconds" in refusal(pickled(sound))


# Does what it is told in the process of a conversion, and prints what becomes of each.
LIMITED = """
import pathlib, sys
from engine.models.convert.child import limit_process
limit_process(2**32, 2**20, int(sys.argv[1]), pathlib.Path(sys.argv[2]))
for act in sys.argv[3:]:
    try:
        exec(act)
        print("done")
    except PermissionError as error:
        print(error)
"""


def limited(folder: Path, *acts: str, seconds: int = 60) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LIMITED, str(seconds), str(folder), *acts]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)


@pytest.mark.main_path
@pytest.mark.process
def test_the_process_has_no_network_and_starts_no_other(tmp_path):
    acts = (
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import socket; socket.getaddrinfo('localhost', 9)",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "import os; os.fork()",
    )
    said = limited(tmp_path, *acts).stdout.splitlines()
    assert len(said) == len(acts)
    assert all(line.startswith("a conversion may not use ") for line in said)


@pytest.mark.main_path
@pytest.mark.process
def test_the_process_writes_into_its_folder_alone(tmp_path):
    folder, outside, existing = (tmp_path / name for name in ("folder", "outside", "existing"))
    folder.mkdir()
    existing.touch()
    refused = [(outside, "w"), (outside, "a"), (outside, "x"), (existing, "r+b")]
    refused.append((folder / ".." / "other", "w"))
    allowed = [(folder / "x", "w"), (Path(__file__), "rb")]
    acts = (f"open({str(path)!r}, {mode!r})" for path, mode in refused + allowed)
    said = limited(folder, *acts).stdout.splitlines()
    assert all(line.startswith("a conversion may not write ") for line in said[: len(refused)])
    assert said[len(refused) :] == ["done"] * len(allowed)


@pytest.mark.process
def test_too_much_computing_is_told_from_damage(tmp_path):
    assert limited(tmp_path, "while True: pass", seconds=1).returncode == -signal.SIGXCPU


def test_the_process_is_given_no_secret_and_its_limits(pickled, sound, given, monkeypatch):
    folder = pickled(sound)
    size = (folder / "pytorch_model.bin").stat().st_size
    monkeypatch.setenv("SOME_API_KEY", "secret")
    made = convert(str(folder)).folder
    assert "PATH" in given.environment
    assert "secret" not in given.environment.values()
    assert given.parent == os.getpid()
    assert given.limits[:3] == (2 * 2**30 + 4 * size, 4 * size + 2**20, 300)
    assert given.limits[3].parent == made.parent


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"[]",
        b"3",
        b"[" * 100_000,
        b"{}",
        b'{"tensors": 1, "missing": [], "unused": []}',
        json.dumps(told_of(1, ["a"], []) | {"more": 1}).encode(),
        json.dumps(told_of(1, ["a"], []) | {"unused": ["b" * 101]}).encode(),
        json.dumps(told_of(1, ["a"], []) | {"unused": ["b"] * 21}).encode(),
        json.dumps(told_of(1, ["a"], []) | {"tensors": "1"}).encode(),
        b" " * 2**20,
    ],
    ids=lambda answer: answer[:20].decode(),
)
def test_an_answer_that_is_none_is_refused(pickled, sound, monkeypatch, answer):
    def run(*args, stdout, **options):
        stdout.write(answer)
        return subprocess.CompletedProcess(args, 0)

    monkeypatch.setattr(process.subprocess, "run", run)
    assert "the process that read it failed" in refusal(pickled(sound))


@pytest.mark.parametrize(
    ("code", "said"),
    [(-24, "seconds of computing"), (-9, "for want of memory"), (-11, "may be damaged")],
)
def test_why_the_process_ended_is_said(pickled, sound, monkeypatch, code, said):
    ended = subprocess.CompletedProcess([], code)
    monkeypatch.setattr(process.subprocess, "run", lambda *_, **__: ended)
    assert said in refusal(pickled(sound))


def test_a_full_disk_is_said(pickled, sound, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = pickled(sound)
    monkeypatch.setattr("engine.models.convert.making.Path.write_bytes", full)
    with pytest.raises(StorageError, match=r"No space left on device.*see that there is room"):
        convert(str(folder))


def test_a_file_that_cannot_be_read_is_not_taken_for_a_full_disk(pickled, sound, monkeypatch):
    def failing(*_: object) -> None:
        raise OSError(5, "Input/output error")

    folder = pickled(sound)
    monkeypatch.setattr("engine.models.convert.making.open_regular", failing)
    with pytest.raises(UnusableModelError, match=r"cannot be read \(Input/output error\)"):
        convert(str(folder))


@pytest.mark.parametrize("record", [None, "", "[]", "x" * 20_000_000])
def test_a_folder_without_its_record_is_made_again(pickled, sound, record):
    folder = pickled(sound)
    first = convert(str(folder))
    (first.folder / RECORD).unlink()
    (first.folder / "model.safetensors").write_bytes(b"half")
    if record is not None:
        (first.folder / RECORD).write_text(record)
    assert convert(str(folder)) == first
    assert load(str(first.folder), "cpu").missing == ()


def test_a_folder_that_is_named_as_a_vocabulary_is_left_out(pickled, sound):
    folder = pickled(sound)
    (folder / "x.model").mkdir()
    assert not (convert(str(folder)).folder / "x.model").exists()


def test_what_a_killed_conversion_left_is_removed(pickled, sound, cache_folder):
    left = cache_folder / "converted" / ".making-x"
    left.mkdir(parents=True)
    (left / "model.safetensors").touch()
    convert(str(pickled(sound)))
    assert not left.exists()


def test_what_another_conversion_makes_is_left_alone(pickled, sound, cache_folder):
    place = cache_folder / "converted"
    place.mkdir()
    with scratch_folder(place, making._STAGING) as running:
        made = convert(str(pickled(sound)))
        assert running.exists()
    assert list(place.iterdir()) == [made.folder]


# --- TensorFlow --------------------------------------------------------------------------


@pytest.mark.parametrize("family", CLASSES)
def test_weights_of_tensorflow_make_the_same_network(family, loaded, tiny_model_folder, tmp_path):
    source = loaded(family)
    folder = keras_folder(tiny_model_folder(family), tmp_path / family, source.network)
    made = convert(str(folder))
    assert (made.record["missing"], made.record["unused"]) == ([], [])
    beside = {path.name for path in folder.iterdir()} - {"tf_model.h5"}
    written = {path.name for path in made.folder.iterdir()}
    assert written == beside | {"model.safetensors", RECORD}
    model = load(str(made.folder), "cpu")
    assert model.missing == ()
    whole = source.network.state_dict()
    found = model.network.state_dict()
    assert found.keys() == whole.keys()
    assert all(torch.equal(found[name], whole[name]) for name in whole)


@pytest.mark.process
def test_what_has_no_place_and_what_is_missing_is_named(loaded, tiny_model_folder, tmp_path):
    extra = {
        "nsp___cls/seq_relationship/kernel": np.zeros((32, 2), np.float32),
        "bert/pooler/dense/kernel": np.zeros((32, 32), np.float32),
        "bert/counter": np.zeros(3, np.int64),
    }
    folder = keras_folder(
        tiny_model_folder("bert"), tmp_path / "keras", loaded("bert").network, extra
    )
    head = f"mlm___cls/{CLASSES['bert']}/mlm___cls/predictions/bias:0"
    with opened(folder) as file:
        del file[head]
    record = convert(str(folder)).record
    assert record["missing"] == ["cls.predictions.bias"]
    assert set(record["unused"]) == {
        "cls.seq_relationship.weight",
        "bert.pooler.dense.weight",
        f"bert/{CLASSES['bert']}/bert/counter:0",
    }


@pytest.fixture
def keras(loaded, tiny_model_folder, tmp_path) -> Path:
    return keras_folder(tiny_model_folder("bert"), tmp_path / "keras", loaded("bert").network)


LAYER = f"bert/{CLASSES['bert']}/bert/encoder/layer_._0/intermediate/dense/kernel:0"


def opened(folder: Path):
    """The weights of a folder for TensorFlow, to be changed."""
    return h5py.File(folder / "tf_model.h5", "a")


@pytest.mark.parametrize(
    ("weight", "said"),
    [
        (lambda _other: None, "bert.encoder.layer.0.intermediate.dense.weight"),
        (lambda _other: np.zeros((3, 5), np.float32), "[5, 3]"),
        (lambda other: h5py.ExternalLink(str(other), LAYER), "lacks 1 weight of the body"),
    ],
    ids=["gone", "of-another-shape", "in-another-file"],
)
def test_a_body_that_is_not_complete_is_refused(keras, tmp_path, weight, said):
    other = shutil.copy(keras / "tf_model.h5", tmp_path / "other.h5")
    with opened(keras) as file:
        del file[LAYER]
        if (made := weight(other)) is not None:
            file[LAYER] = made
    assert said in reader_refusal(keras, tmp_path / "into")


def test_weights_kept_as_the_bytes_of_another_file_are_not_read(keras, tmp_path):
    (tmp_path / "raw").write_bytes(bytes(32 * 64 * 4))
    with opened(keras) as file:
        del file[LAYER]
        file.create_dataset(
            LAYER, (32, 64), np.float32, external=[(str(tmp_path / "raw"), 0, 32 * 64 * 4)]
        )
    assert "is kept in another file" in reader_refusal(keras, tmp_path / "into")


def test_weights_that_claim_more_than_the_file_are_refused(keras, tmp_path):
    with opened(keras) as file:
        name = f"x/{CLASSES['bert']}/x/y/kernel:0"
        file.create_dataset(name, (2**20, 2**14), np.float32, chunks=(1024, 1024))
    assert "claim more memory than the file holds" in reader_refusal(keras, tmp_path / "into")


@pytest.mark.parametrize("name", ["x" * 1001, "/".join("x" * 600)])
def test_a_name_longer_than_any_of_a_weight_is_refused(keras, tmp_path, name):
    with opened(keras) as file:
        file[name] = np.zeros(1, np.float32)
    assert "more names, or longer ones" in reader_refusal(keras, tmp_path / "into")


@pytest.mark.parametrize("kind", ["group", "data"])
def test_names_of_every_kind_are_counted(keras, tmp_path, monkeypatch, kind):
    monkeypatch.setattr(tensorflow, "_MANY", 300)
    with opened(keras) as file:
        for number in range(300):
            if kind == "group":
                file.create_group(f"x{number}")
            else:
                file[f"x{number}"] = np.zeros(1, np.int64)
    assert "more names, or longer ones" in reader_refusal(keras, tmp_path / "into")


def test_few_of_many_names_are_kept_and_without_control_characters(keras):
    with opened(keras) as file:
        for number in range(500):
            file[f"\x1b[31m{number:03d}{'x' * 500}"] = np.zeros(1, np.int64)
    record = convert(str(keras)).record
    assert record["unused_count"] == 500
    assert [len(name) for name in record["unused"]] == [103] * 20
    assert record["unused"][0].startswith("\\x1b[31m000x")


def test_a_family_that_was_not_compared_is_refused(keras, tmp_path):
    config = json.loads((keras / "config.json").read_text(encoding="utf-8"))
    (keras / "config.json").write_text(json.dumps(config | {"model_type": "convbert"}))
    assert "'convbert'" in reader_refusal(keras, tmp_path / "into")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("bert/tf_bert_model/bert/pooler/dense/kernel:0", ("bert.pooler.dense.weight", True)),
        (
            "mlm___cls/tf_bert_for_masked_lm_2/mlm___cls/predictions/transform/LayerNorm/gamma:0",
            ("cls.predictions.transform.LayerNorm.weight", False),
        ),
        (
            "albert/tf_albert_for_masked_lm/albert/encoder/albert_layer_groups_._0/"
            "albert_layers_._0/ffn/bias:0",
            ("albert.encoder.albert_layer_groups.0.albert_layers.0.ffn.bias", False),
        ),
        (
            "roberta/roberta/embeddings/position_embeddings/embeddings:0",
            ("roberta.embeddings.position_embeddings.weight", False),
        ),
        ("optimizer/iteration:0", None),
        ("kernel:0", None),
    ],
)
def test_names_worked_by_hand(path, expected):
    assert pytorch_name(path) == expected


@pytest.mark.usefixtures("_usual_rights")
def test_converted_models_lie_in_folders_of_their_owner_alone(
    pickled, sound, cache_folder, monkeypatch
):
    monkeypatch.setenv("BIASCOPE_CACHE", str(cache_folder / "new"))
    made = convert(str(pickled(sound)))
    folders = (cache_folder / "new", made.folder.parent, made.folder)
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in folders] == [0o700] * 3


@pytest.fixture
def _usual_rights():
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.model
def test_a_classifier_of_tensorflow_gives_the_expected_probabilities(shared_models):
    source = shared_models / "tiny-tf-classifier"
    expected = json.loads((source / "expected.json").read_text(encoding="utf-8"))
    made = convert(str(source))
    assert (made.record["missing"], made.record["unused"]) == ([], [])
    model = load_classifier(str(made.folder), "cpu")
    for text, probabilities in zip(expected["texts"], expected["probabilities"], strict=True):
        read = model.tokenizer(text, return_tensors="pt")
        with torch.inference_mode():
            logits = model.network(
                input_ids=read["input_ids"], attention_mask=read["attention_mask"]
            ).logits
        assert logits.softmax(-1)[0].tolist() == pytest.approx(probabilities, abs=1e-6)
    labels = model.network.config.id2label
    assert [labels[number] for number in sorted(labels)] == expected["labels"]


def test_without_h5py_what_is_missing_is_named_before_anything_is_read(keras, monkeypatch):
    monkeypatch.setattr(making, "find_spec", lambda name: None)
    with pytest.raises(BiascopeError, match="is read with h5py; install that with `pip install h5"):
        convert(str(keras))
