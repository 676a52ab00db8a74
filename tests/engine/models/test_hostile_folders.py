"""Folders whose files lead elsewhere, or are no files: refused in one sentence, nothing is read."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.core.errors import BiascopeError, UnknownModelError, UnusableModelError
from engine.models.facts import facts_of
from engine.models.loading import load
from engine.models.sources import content_digest, resolve
from tests.engine.models.refusals import refusal

INDEX = "model.safetensors.index.json"


@pytest.fixture
def plain_folder(tiny_model_folder, tmp_path) -> Path:
    """A tiny model whose tokenizer is read from tokenizer.json as it is."""
    return shutil.copytree(tiny_model_folder("modernbert"), tmp_path / "plain")


def rewrite(path: Path, **changes: object) -> None:
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps(found | changes), encoding="utf-8")


def in_parts(folder: Path, *names: str) -> dict[str, str]:
    """Split the weights of a folder into files of these names; returns the weight map."""
    weights = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    weight_map = {}
    for number, name in enumerate(names):
        part = dict(list(weights.items())[number :: len(names)])
        weight_map |= dict.fromkeys(part, name)
        if name.endswith(".bin"):
            torch.save(part, folder / name)
        else:
            save_file(part, folder / name, metadata={"format": "pt"})
    write_index(folder, {"metadata": {}, "weight_map": weight_map})
    return weight_map


def write_index(folder: Path, content: object) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / INDEX).write_text(text, encoding="utf-8")


# --- the index of weights ---------------------------------------------------------------


def test_weights_in_parts_are_loaded(folder):
    whole = load(str(folder), "cpu").network.state_dict()
    in_parts(folder, "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors")
    parts = load(str(folder), "cpu")
    assert parts.missing == ()
    assert all(torch.equal(parts.network.state_dict()[name], whole[name]) for name in whole)


def test_an_index_that_names_a_pickle_is_refused(folder):
    in_parts(folder, "w.bin", "model-2.safetensors")
    assert "names 'w.bin'" in refusal(folder)


@pytest.mark.parametrize("name", ["../outside.safetensors", "{absolute}", "sub/in.safetensors"])
def test_an_index_that_leads_out_of_the_folder_is_refused(folder, name):
    outside = folder.parent / "outside.safetensors"
    name = name.format(absolute=outside)
    (folder / "sub").mkdir()
    in_parts(folder, name, "model-2.safetensors")
    assert INDEX in refusal(folder)


@pytest.mark.parametrize("name", ["a\0.safetensors", "..", ".safetensors/..", "", 3, None, ["x"]])
def test_an_index_that_names_no_file_is_refused(folder, name):
    weight_map = in_parts(folder, "model-1.safetensors")
    write_index(folder, {"metadata": {}, "weight_map": {**weight_map, "one.more": name}})
    assert INDEX in refusal(folder)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", "{}", '{"weight_map": []}', "[" * 100_000, '{"weight_map":{}}'],
)
def test_an_index_that_is_no_index_is_refused(folder, content):
    in_parts(folder, "model-1.safetensors")
    write_index(folder, content)
    assert INDEX in refusal(folder)


def test_an_index_beside_whole_weights_is_not_read(folder):
    write_index(folder, {"weight_map": {"a": "../outside.safetensors"}})
    assert load(str(folder), "cpu").missing == ()


def test_a_snapshot_of_links_is_loaded(folder, tmp_path):
    blobs = tmp_path / "blobs"
    blobs.mkdir()
    for path in list(folder.iterdir()):
        path.rename(blobs / path.name)
        path.symlink_to(Path("..") / "blobs" / path.name)
    assert load(str(folder), "cpu").missing == ()


def test_weights_behind_a_link_are_in_the_digest(folder, tmp_path):
    outside = tmp_path / "outside.safetensors"
    (folder / "model.safetensors").rename(outside)
    (folder / "model.safetensors").symlink_to(outside)
    before = content_digest(folder)
    times = outside.stat().st_mtime_ns
    content = bytearray(outside.read_bytes())
    content[-1] ^= 1
    other = tmp_path / "other.safetensors"
    other.write_bytes(content)
    os.utime(other, ns=(times, times))
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors").symlink_to(other)
    assert content_digest(folder) != before


def test_a_link_that_leads_nowhere_is_refused(folder):
    (folder / "model.safetensors").unlink()
    (folder / "model.safetensors").symlink_to("gone")
    assert "model.safetensors" in refusal(folder)


def test_only_other_names_for_weights_are_said(folder):
    (folder / "model.safetensors").rename(folder / "other.safetensors")
    assert "no model.safetensors" in refusal(folder)


# --- what config and tokenizer may name --------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("transformers_weights", "sub/other.safetensors"),
        ("transformers_weights", "adapter_model.bin"),
        ("transformers_weights", "other.safetensors"),
        ("quantization_config", {"quant_method": "bitsandbytes", "load_in_8bit": True}),
        ("fusion_config", {"patch_embeddings": True}),
    ],
)
def test_a_config_that_asks_for_other_weights_is_refused(folder, key, value):
    (folder / "sub").mkdir()
    weights = load_file(folder / "model.safetensors")
    torch.save(weights, folder / "adapter_model.bin")
    for name in ("sub/other.safetensors", "other.safetensors"):
        shutil.copy(folder / "model.safetensors", folder / name)
    rewrite(folder / "config.json", **{key: value})
    said = refusal(folder)
    assert key in said
    assert "config.json" in said


@pytest.mark.parametrize("key", ["transformers_weights", "quantization_config"])
def test_a_key_that_says_nothing_is_no_reason(folder, key):
    rewrite(folder / "config.json", **{key: None})
    assert load(str(folder), "cpu").missing == ()


def test_an_adapter_is_refused(folder):
    rewrite(folder / "adapter_config.json", peft_type="LORA", base_model_name_or_path="owner/base")
    said = refusal(folder)
    assert "adapter" in said
    assert "merge" in said


def test_weights_of_a_distributed_run_are_refused(folder):
    shard = "shard-00001-model-00001-of-00001.safetensors"
    shutil.copy(folder / "model.safetensors", folder / shard)
    assert shard in refusal(folder)


@pytest.fixture
def other_words(plain_folder, tmp_path) -> Path:
    """A tokenizer outside the folder, which must never be read: it reverses two ids."""
    content = json.loads((plain_folder / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = content["model"]["vocab"]
    first, second = list(vocabulary)[10:12]
    vocabulary[first], vocabulary[second] = vocabulary[second], vocabulary[first]
    path = tmp_path / "tokenizer.4.0.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@pytest.mark.parametrize("key", ["tokenizer_file", "vocab_file", "merges_file", "vocab", "merges"])
def test_a_path_in_the_tokenizers_config_is_not_followed(plain_folder, other_words, key, loaded):
    rewrite(plain_folder / "tokenizer_config.json", **{key: str(other_words)})
    found = load(str(plain_folder), "cpu").tokenizer
    assert found.get_vocab() == loaded("modernbert").tokenizer.get_vocab()
    assert str(other_words) not in repr(vars(found))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("tokenizer_config.json", {"fast_tokenizer_files": ["../tokenizer.4.0.json"]}),
        ("tokenizer_config.json", {"fast_tokenizer_files": "../tokenizer.4.0.json"}),
        ("tokenizer_config.json", {"fast_tokenizer_files": 5}),
        ("tokenizer_config.json", {"fast_tokenizer_files": True}),
        ("tokenizer_config.json", {"fast_tokenizer_files": {"a": "b"}}),
        ("tokenizer_config.json", {"init_inputs": ["../tokenizer.4.0.json"]}),
        ("special_tokens_map.json", {"tokenizer_file": "{outside}"}),
        ("special_tokens_map.json", {"vocab_file": "{outside}"}),
    ],
)
def test_a_tokenizer_that_names_other_files_is_refused(plain_folder, other_words, name, changes):
    written = {
        key: value.format(outside=other_words) if isinstance(value, str) else value
        for key, value in changes.items()
    }
    rewrite(plain_folder / name, **written)
    if name == "special_tokens_map.json":  # read only where the config does not list tokens
        config = plain_folder / "tokenizer_config.json"
        content = json.loads(config.read_text(encoding="utf-8"))
        content.pop("added_tokens_decoder", None)
        config.write_text(json.dumps(content), encoding="utf-8")
    assert name in refusal(plain_folder)


def test_a_tokenizer_that_is_kept_elsewhere_in_parts_is_refused(folder):
    shutil.copytree(folder, folder / "question_encoder_tokenizer")
    shutil.copytree(folder / "question_encoder_tokenizer", folder / "generator_tokenizer")
    rewrite(folder / "tokenizer_config.json", tokenizer_class="RagTokenizer")
    assert "no fast tokenizer" in refusal(folder)


def test_names_of_where_a_model_came_from_are_only_names(plain_folder, other_words):
    rewrite(plain_folder / "config.json", _name_or_path="../elsewhere", name_or_path="/elsewhere")
    rewrite(
        plain_folder / "tokenizer_config.json",
        name_or_path="/elsewhere",
        special_tokens_map_file=str(other_words),
    )
    assert load(str(plain_folder), "cpu").missing == ()


def test_a_template_of_a_chat_is_never_run(folder, tmp_path):
    (folder / "chat_template.jinja").write_text("{% include '/etc/passwd' %}")
    rewrite(folder / "tokenizer_config.json", chat_template="{% include '/etc/passwd' %}")
    assert load(str(folder), "cpu").missing == ()


# --- what is no file ---------------------------------------------------------------------


def fifo(path: Path) -> None:
    os.mkfifo(path)


def unix_socket(path: Path) -> None:
    before = Path.cwd()
    os.chdir(path.parent)  # a socket's path may not be long
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(path.name)
    finally:
        os.chdir(before)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (fifo, "config.json"),
        (fifo, "model.safetensors"),
        (fifo, "tokenizer.json"),
        (fifo, "tokenizer_config.json"),
        (fifo, "vocab.txt"),
        (fifo, "spiece.model"),
        (fifo, "chat_template.jinja"),
        (fifo, "generation_config.json"),
        (fifo, "additional_chat_templates/a.jinja"),
        (unix_socket, "model.safetensors"),
        (device, "model.safetensors"),
    ],
)
def test_what_is_no_regular_file_is_never_opened(folder, make: Callable[[Path], None], name):
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    make(path)
    said = refusal(folder)
    assert path.name in said
    assert "not a regular file" in said


def test_facts_of_a_config_that_is_no_file_are_refused(folder):
    source = resolve(str(folder))
    (folder / "config.json").unlink()
    fifo(folder / "config.json")
    with pytest.raises(UnusableModelError, match=r"config\.json"):
        facts_of(source)


@pytest.mark.parametrize("make", [fifo, unix_socket, device])
def test_what_is_no_folder_is_no_model(tmp_path, make):
    make(tmp_path / "model")
    with pytest.raises(UnknownModelError, match="No folder"):
        resolve(str(tmp_path / "model"))


def test_a_name_that_is_no_text_is_said():
    for name in ("model\udcff", "\ud800", "/tmp/\udcff"):
        with pytest.raises(UnknownModelError, match="is not valid UTF-8") as caught:
            resolve(name)
        str(caught.value).encode()


def test_a_folder_with_a_file_whose_name_is_no_text_is_said(folder):
    (Path(os.fsdecode(os.fsencode(folder) + b"/\xff.json"))).write_text("{}")
    with pytest.raises(BiascopeError, match="name") as caught:
        resolve(str(folder))
    str(caught.value).encode()
