"""Safetensors made from other formats: the same numbers, once, and nothing that runs code."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from engine.errors import BiascopeError, StorageError, UnusableModelError
from engine.models.convert import pickled as pytorch
from engine.models.convert import process, tensorflow
from engine.models.convert.made import RECORD
from engine.models.convert.making import convert
from engine.models.convert.names import pytorch_name
from engine.models.convert.refusal import ConversionError
from engine.models.loading import load, load_classifier
from tests.engine.models.convert.keras_files import CLASSES, keras_folder

ROOT = Path(__file__).parents[4]


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


def test_weights_of_pytorch_become_the_same_safetensors(pickled, sound, cache_folder):
    folder = pickled(sound)
    with pytest.raises(UnusableModelError, match="models convert"):
        load(str(folder), "cpu")
    made = convert(str(folder))
    assert made.folder.parent == cache_folder / "converted"
    assert made.record["tensors"] == len(sound)
    assert (made.record["from"], made.record["format"]) == ("pytorch_model.bin", "pytorch")
    written = load_file(made.folder / "model.safetensors")
    assert written.keys() == sound.keys()
    assert all(torch.equal(written[name], sound[name]) for name in sound)
    assert load(str(made.folder), "cpu").missing == ()
    assert sorted(path.name for path in (cache_folder / "converted").iterdir()) == [
        made.folder.name
    ]


def test_the_record_names_the_file_by_its_content(pickled, sound):
    import hashlib

    folder = pickled(sound)
    record = json.loads((convert(str(folder)).folder / RECORD).read_text(encoding="utf-8"))
    assert record["model"] == str(folder.resolve())
    content = (folder / "pytorch_model.bin").read_bytes()
    assert record["files"] == [
        {"name": "pytorch_model.bin", "sha256": hashlib.sha256(content).hexdigest()}
    ]


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


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"not a pickle"])
def test_a_damaged_file_is_refused(pickled, content):
    folder = pickled({})
    (folder / "pytorch_model.bin").write_bytes(content)
    assert "pytorch_model.bin" in refusal(folder)


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


def test_memory_is_limited(pickled, sound, monkeypatch):
    folder = pickled({"a": torch.zeros(16 * 2**20)})
    monkeypatch.setattr(process, "MEMORY", 2**20)
    monkeypatch.setattr(process, "TIMES", 1)
    assert "cannot be converted" in refusal(folder)


def test_time_is_limited(pickled, sound, monkeypatch):
    monkeypatch.setattr(process, "SECONDS", 0.0)
    monkeypatch.setattr(process, "PER_SECOND", 2**50)
    assert "took more than 0 seconds" in refusal(pickled(sound))


@pytest.mark.parametrize(
    "act",
    [
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import socket; socket.getaddrinfo('localhost', 9)",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "import os; os.fork()",
    ],
)
def test_the_process_has_no_network_and_starts_no_other(act):
    code = f"from engine.models.convert.child import shut_in\nshut_in(2**32, 2**20, 60)\n{act}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert "PermissionError: a conversion may not use" in done.stderr


def test_a_full_disk_is_said(pickled, sound, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder = pickled(sound)
    monkeypatch.setattr("engine.models.convert.making.shutil.copyfile", full)
    with pytest.raises(StorageError, match="No space left on device"):
        convert(str(folder))


# --- TensorFlow --------------------------------------------------------------------------


@pytest.mark.parametrize("family", CLASSES)
def test_weights_of_tensorflow_make_the_same_network(family, loaded, tiny_model_folder, tmp_path):
    source = loaded(family)
    folder = keras_folder(tiny_model_folder(family), tmp_path / family, source.network)
    made = convert(str(folder))
    assert (made.record["missing"], made.record["unused"]) == ([], [])
    model = load(str(made.folder), "cpu")
    assert model.missing == ()
    whole = source.network.state_dict()
    found = model.network.state_dict()
    assert found.keys() == whole.keys()
    assert all(torch.equal(found[name], whole[name]) for name in whole)


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


def test_what_has_no_place_and_what_is_missing_is_named(loaded, tiny_model_folder, tmp_path):
    import h5py

    extra = {
        "nsp___cls/seq_relationship/kernel": np.zeros((32, 2), np.float32),
        "bert/pooler/dense/kernel": np.zeros((32, 32), np.float32),
        "bert/counter": np.zeros(3, np.int64),
    }
    folder = keras_folder(
        tiny_model_folder("bert"), tmp_path / "keras", loaded("bert").network, extra
    )
    head = f"mlm___cls/{CLASSES['bert']}/mlm___cls/predictions/bias:0"
    with h5py.File(folder / "tf_model.h5", "a") as file:
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


def test_a_body_that_is_not_complete_is_refused(keras, tmp_path):
    import h5py

    with h5py.File(keras / "tf_model.h5", "a") as file:
        del file[LAYER]
    assert "bert.encoder.layer.0.intermediate.dense.weight" in reader_refusal(
        keras, tmp_path / "into"
    )


def test_a_weight_of_another_shape_is_refused(keras, tmp_path):
    import h5py

    with h5py.File(keras / "tf_model.h5", "a") as file:
        del file[LAYER]
        file[LAYER] = np.zeros((3, 5), np.float32)
    assert "[5, 3]" in reader_refusal(keras, tmp_path / "into")


def test_weights_behind_a_link_to_another_file_are_not_read(keras, tmp_path):
    import h5py

    shutil.copy(keras / "tf_model.h5", tmp_path / "other.h5")
    with h5py.File(keras / "tf_model.h5", "a") as file:
        del file[LAYER]
        file[LAYER] = h5py.ExternalLink(str(tmp_path / "other.h5"), LAYER)
    assert "lacks 1 weights of the body" in reader_refusal(keras, tmp_path / "into")


def test_weights_kept_as_the_bytes_of_another_file_are_not_read(keras, tmp_path):
    import h5py

    (tmp_path / "raw").write_bytes(bytes(32 * 64 * 4))
    with h5py.File(keras / "tf_model.h5", "a") as file:
        del file[LAYER]
        file.create_dataset(
            LAYER, (32, 64), np.float32, external=[(str(tmp_path / "raw"), 0, 32 * 64 * 4)]
        )
    assert "is kept in another file" in reader_refusal(keras, tmp_path / "into")


def test_weights_that_claim_more_than_the_file_are_refused(keras, tmp_path):
    import h5py

    with h5py.File(keras / "tf_model.h5", "a") as file:
        name = f"x/{CLASSES['bert']}/x/y/kernel:0"
        file.create_dataset(name, (2**20, 2**14), np.float32, chunks=(1024, 1024))
    assert "claim more memory than the file holds" in reader_refusal(keras, tmp_path / "into")


@pytest.mark.parametrize("content", [b"", b"\x89HDF\r\n\x1a\n"])
def test_a_damaged_file_of_tensorflow_is_refused(keras, content):
    (keras / "tf_model.h5").write_bytes(content)
    assert "tf_model.h5" in refusal(keras)


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
    folders = (cache_folder / "new", made.folder.parent)
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in folders] == [0o700, 0o700]


@pytest.fixture
def _usual_rights():
    before = os.umask(0o022)
    yield
    os.umask(before)
