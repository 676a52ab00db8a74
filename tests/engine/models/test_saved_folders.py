"""Folders as people save models: read where that is safe, else refused with the next step."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from engine.core.errors import UnknownModelError, UnusableModelError
from engine.models.convert import making
from engine.models.loading import load
from engine.models.sources import resolve
from engine.models.wrapped_names import own_names
from tests.engine.models.convert.in_this_process import convert_here
from tests.tiny_models import FAMILIES, SEQ2SEQ, VARIANTS

WEIGHTS = "model.safetensors"


@pytest.fixture
def bert(tiny_model_folder, tmp_path) -> Path:
    return shutil.copytree(tiny_model_folder("bert"), tmp_path / "bert")


def refused(folder: Path | str) -> str:
    with pytest.raises((UnusableModelError, UnknownModelError)) as caught:
        load(str(folder), "cpu")
    said = str(caught.value)
    assert "\n" not in said
    assert "damaged" not in said
    return said


def adapter(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    settings = {"peft_type": "LORA", "base_model_name_or_path": "owner/original"}
    (folder / "adapter_config.json").write_text(json.dumps(settings), encoding="utf-8")
    save_file({"a": torch.zeros(1)}, folder / "adapter_model.safetensors")
    return folder


@pytest.mark.model
def test_an_adapter_alone_names_the_model_that_it_changes(tmp_path, bert):
    said = refused(adapter(tmp_path / "alone"))
    assert "an adapter alone" in said
    assert "owner/original" in said
    assert "merge_and_unload" in said
    with_config = adapter(tmp_path / "with-config")
    shutil.copy(bert / "config.json", with_config)
    assert "an adapter alone" in refused(with_config)


@pytest.mark.model
def test_a_merged_model_with_the_adapters_files_left_says_what_to_delete(bert):
    said = refused(adapter(bert))
    assert "adapter_config.json, adapter_model.safetensors" in said
    assert "if it is merged into these weights, delete the adapter's files" in said


@pytest.mark.model
def test_folders_that_hold_a_model_are_named_and_the_newest_is_offered(bert, tmp_path):
    trainer = tmp_path / "run"
    for step in (500, 1000, 90):
        shutil.copytree(bert, trainer / f"checkpoint-{step}")
    (trainer / "trainer_state.json").write_text("{}", encoding="utf-8")
    said = refused(trainer)
    assert "its folders checkpoint-90, checkpoint-500, checkpoint-1000 do" in said
    assert said.endswith(f"give {trainer.resolve() / 'checkpoint-1000'}.")
    assert load(said.partition("; give ")[2].rstrip("."), "cpu").missing == ()


@pytest.mark.parametrize("top", ["", "models--owner--tiny"])
@pytest.mark.model
def test_a_folder_of_the_hubs_cache_names_its_commit(top, bert, tmp_path):
    snapshot = tmp_path / "cache" / "models--owner--tiny" / "snapshots" / ("ab" * 20)
    shutil.copytree(bert, snapshot)
    said = refused(tmp_path / "cache" / top)
    assert said.endswith(f"give {snapshot.resolve()}.")


@pytest.mark.parametrize("inside", ["blobs", "refs", f"snapshots/{'ab' * 20}"])
def test_a_folder_of_the_hubs_cache_without_a_model_is_to_be_fetched_again(inside, tmp_path):
    (tmp_path / "models--owner--tiny" / inside).mkdir(parents=True)
    said = refused(tmp_path / "models--owner--tiny")
    assert "is the place of owner/tiny in the hub's cache" in said
    assert "fetch owner/tiny again" in said


@pytest.mark.model
def test_weights_in_a_folder_of_their_own_are_named(bert):
    (bert / "weights").mkdir()
    (bert / WEIGHTS).rename(bert / "weights" / WEIGHTS)
    assert "has its weights in the folder weights, and not beside its config.json" in refused(bert)
    shutil.copy(bert / "config.json", bert / "weights")
    assert f"its folder weights does; give {bert.resolve() / 'weights'}." in refused(bert)


@pytest.mark.parametrize("name", ["model.zip", "bert.tar.gz", "Export.ZIP"])
@pytest.mark.model
def test_an_archive_is_to_be_unpacked(name, tmp_path, bert):
    folder = tmp_path / "packed"
    folder.mkdir()
    (folder / name).write_bytes(b"PK")
    assert f"the archive {name}; unpack it" in refused(folder)
    assert "it is a file; unpack it" in refused(folder / name)
    assert "it is a file; give the folder" in refused(bert / WEIGHTS)
    shutil.copy(bert / "config.json", folder)
    assert f"only the archive {name}, which has to be unpacked" in refused(folder)


@pytest.mark.parametrize(
    ("name", "said"),
    [("m.gguf", "llama.cpp"), ("model.onnx", "ONNX"), ("flax_model.msgpack", "Flax")],
)
@pytest.mark.model
def test_weights_for_other_programs_are_named(name, said, bert):
    (bert / WEIGHTS).unlink()
    (bert / name).write_bytes(b"x" * 100)
    assert f"only {name}" in refused(bert)
    assert said in refused(bert)


@pytest.mark.model
def test_weights_without_a_config_say_what_is_missing(bert):
    (bert / "config.json").unlink()
    said = refused(bert)
    assert "holds weights (model.safetensors), but there is no config.json in it" in said


@pytest.mark.parametrize("name", [WEIGHTS, "tokenizer.json", "config.json"])
@pytest.mark.model
def test_a_pointer_in_place_of_a_file_is_to_be_pulled(name, bert):
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:aaaa\nsize 440449768\n"
    (bert / name).write_text(pointer, encoding="utf-8")
    assert f"{name} in {bert.resolve()} is a pointer of Git LFS" in refused(bert)


# --- config -----------------------------------------------------------------------------


def without_type(folder: Path, architectures: list[str]) -> Path:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    del config["model_type"]
    config["architectures"] = architectures
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


@pytest.mark.parametrize("family", [*FAMILIES, *SEQ2SEQ])
@pytest.mark.model
def test_a_config_without_model_type_is_told_which_to_write(family, tiny_model_folder, tmp_path):
    folder = shutil.copytree(tiny_model_folder(family), tmp_path / family)
    named = json.loads((folder / "config.json").read_text(encoding="utf-8"))["architectures"]
    said = refused(without_type(folder, named))
    assert f'write "model_type": "{family}" into it' in said
    assert named[0] in said


@pytest.mark.model
def test_a_config_that_names_nothing_is_told_what_there_is(bert):
    assert "known: bert, roberta" in refused(without_type(bert, ["Own"]))


# --- names of weights -------------------------------------------------------------------

WRAPPERS = ("module.", "_orig_mod.", "base_model.model.", "module._orig_mod.", "model.", "net.")


def renamed(folder: Path, name_of) -> Path:
    weights = load_file(folder / WEIGHTS)
    save_file(
        {name_of(name): value for name, value in weights.items()},
        folder / WEIGHTS,
        metadata={"format": "pt"},
    )
    return folder


@pytest.mark.parametrize("prefix", WRAPPERS)
@pytest.mark.parametrize("family", ["bert", "gpt2", "llama", "modernbert", "albert"])
@pytest.mark.model
def test_a_prefix_is_named_and_its_cure(prefix, family, tiny_model_folder, tmp_path):
    folder = shutil.copytree(tiny_model_folder(family), tmp_path / "wrapped")
    said = refused(renamed(folder, lambda name: prefix + name))
    assert f"have a prefix, {prefix}, as" in said
    assert f"models convert {folder.resolve()}" in said


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda name: f"module._orig_mod.{name}",
        lambda name: name.replace("bert.", "bert._orig_mod.", 1),
        lambda name: name.replace(".attention.", "._checkpoint_wrapped_module.attention."),
    ],
    ids=["nested", "inside", "layers"],
)
@pytest.mark.model
def test_conversion_takes_it_off_and_the_weights_are_those_that_were_saved(
    wrapped, bert, tmp_path, tiny_model_folder, monkeypatch
):
    renamed(bert, wrapped)
    assert "have a prefix" in refused(bert)
    convert_here(monkeypatch)
    made = load(str(making.convert(str(bert)).folder), "cpu")
    original = load(str(tiny_model_folder("bert")), "cpu")
    assert made.missing == ()
    for name, weight in original.network.state_dict().items():
        assert torch.equal(weight, made.network.state_dict()[name])


@pytest.mark.model
def test_a_pickle_with_a_prefix_is_converted_without_it(bert, monkeypatch):
    weights = {f"module.{name}": value for name, value in load_file(bert / WEIGHTS).items()}
    (bert / WEIGHTS).unlink()
    torch.save(weights, bert / "pytorch_model.bin")
    convert_here(monkeypatch)
    assert load(str(making.convert(str(bert)).folder), "cpu").missing == ()


@pytest.mark.model
def test_weights_saved_under_two_wrappers_are_not_chosen_between(bert, monkeypatch):
    weights = load_file(bert / WEIGHTS)
    both = {
        f"{wrapper}.{name}": value.clone()
        for wrapper in ("module", "ema")
        for name, value in weights.items()
    }
    save_file(both, bert / WEIGHTS)
    convert_here(monkeypatch)
    with pytest.raises(UnusableModelError, match="some weights twice, under names of two wrappers"):
        making.convert(str(bert))


@pytest.mark.model
def test_what_needs_no_conversion_is_not_converted(bert):
    with pytest.raises(UnusableModelError, match="has safetensors already"):
        making.convert(str(bert))


@pytest.mark.model
def test_an_adapter_among_the_weights_is_not_merged(bert):
    weights = load_file(bert / WEIGHTS)
    weights["bert.encoder.layer.0.attention.self.query.lora_A.default.weight"] = torch.zeros(2, 2)
    save_file(weights, bert / WEIGHTS, metadata={"format": "pt"})
    assert "hold an adapter that is not merged" in refused(bert)


@pytest.mark.parametrize("family", [*FAMILIES, *SEQ2SEQ, *VARIANTS])
def test_names_of_sound_weights_are_left_as_they_are(family, loaded, tiny_model_folder):
    network = loaded(family).network
    wanted, base = set(network.state_dict()), network.base_model_prefix
    names = list(load_file(tiny_model_folder(family) / WEIGHTS))
    assert own_names(names, wanted, base) == {}
    assert own_names([name.removeprefix(f"{base}.") for name in names], wanted, base) == {}
    more = [*names, "teacher.bert.pooler.weight", "classifier.weight"]
    assert own_names(more, wanted, base) == {}


# --- the hub's cache --------------------------------------------------------------------


@pytest.fixture
def without_refs(bert, tmp_path, monkeypatch):
    """A copy of owner/tiny without its refs: `without_refs("ab" * 20, …)`."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))

    def made(*commits: str) -> None:
        for commit in commits:
            copy = tmp_path / "hub" / "models--owner--tiny"
            shutil.copytree(bert, copy / "snapshots" / commit)

    return made


@pytest.mark.model
def test_a_cache_without_refs_gives_its_only_commit(without_refs):
    without_refs("ab" * 20)
    for name in ("owner/tiny", "owner/tiny@main"):
        assert resolve(name, ask_hub=False).revision == "ab" * 20


@pytest.mark.model
def test_a_cache_without_refs_and_with_several_commits_names_them(without_refs):
    without_refs("ab" * 20, "cd" * 20)
    with pytest.raises(UnknownModelError, match=r"which of its 2 commits .* owner/tiny@abab"):
        resolve("owner/tiny", ask_hub=False)
    assert resolve(f"owner/tiny@{'cd' * 20}", ask_hub=False).revision == "cd" * 20
