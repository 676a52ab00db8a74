"""The way to the hub, walked to one on this machine."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.core.errors import BiascopeError, UnknownModelError
from engine.core.spec import ModelSpec
from engine.models.facts import facts_of
from engine.models.sources import resolve
from tests.engine.models.convert.in_this_process import convert_here
from tests.hub_stand_in import HubStandIn, Repository, serving
from tests.tiny_models.encoders import MEAN, add_modules, build_encoder

CONSTANTS = "huggingface_hub.constants"
FILL = ("fill", "The [MASK] was tired.", "--json", "--no-cache")


@pytest.fixture
def hub(tmp_path, monkeypatch) -> Callable[..., AbstractContextManager[HubStandIn]]:
    """A hub with these repositories while a block runs, and a machine that knows none of them."""
    monkeypatch.setattr(f"{CONSTANTS}.HF_HUB_CACHE", str(tmp_path / "hub"))

    @contextmanager
    def reached(**repositories: Repository) -> Iterator[HubStandIn]:
        named = {f"owner/{name}": repository for name, repository in repositories.items()}
        with serving(named) as standing_in:
            address = standing_in.address
            monkeypatch.setattr(f"{CONSTANTS}.ENDPOINT", address)
            files = f"{address}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
            monkeypatch.setattr(f"{CONSTANTS}.HUGGINGFACE_CO_URL_TEMPLATE", files)
            yield standing_in

    return reached


def found(name: str) -> tuple[str, str, list[str]]:
    """Checkpoint, revision and files of a model."""
    source = resolve(name)
    return source.checkpoint, source.revision, sorted(path.name for path in source.folder.iterdir())


def refusal(name: str) -> str:
    with pytest.raises(BiascopeError) as caught:
        resolve(name)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def engine(*arguments: str) -> dict[str, object]:
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.exception
    return json.loads(done.stdout)


@pytest.fixture
def sound(tiny_model_folder, tmp_path) -> Path:
    """A model as hubs hold it: with a card, other formats, and folders of other things."""
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "sound")
    (folder / "README.md").write_text("a card")
    (folder / "pytorch_model.bin").write_bytes(b"never fetched")
    (folder / "modeling_own.py").write_text("raise SystemExit('remote code was run')")
    (folder / "onnx").mkdir()
    (folder / "onnx" / "config.json").write_text("{}")
    (folder / "onnx" / "model.safetensors").write_bytes(b"never fetched")
    return folder


@pytest.fixture
def parts(tiny_model_folder, tmp_path) -> Path:
    """A model whose only safetensors lie where nothing loads them."""
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "parts")
    (folder / "old").mkdir()
    (folder / "model.safetensors").rename(folder / "old" / "model.safetensors")
    return folder


def fetched(hub: HubStandIn) -> list[str]:
    """Names of the files that were fetched."""
    files = [line for line in hub.asked if line.startswith("GET") and "/resolve/" in line]
    return sorted(line.rpartition("/")[2] for line in files)


def test_the_pooling_of_a_sentence_encoder_is_fetched_and_nothing_else_of_a_folder(hub, tmp_path):
    folder = add_modules(build_encoder("mpnet", tmp_path / "mpnet"), MEAN, "Dense")
    (folder / "2_Dense" / "model.safetensors").write_bytes(b"never fetched")
    with hub(encoder=Repository(folder)):
        source = resolve("owner/encoder")
    assert facts_of(source).pooling == "mean-all"
    assert [path.name for path in source.folder.iterdir() if path.is_dir()] == ["1_Pooling"]
    assert resolve("owner/encoder", ask_hub=False) == source


def test_a_model_is_fetched_once_and_answers_without_the_hub_from_then_on(sound, hub, monkeypatch):
    asked = (*FILL, "--model", "owner/tiny")
    with hub(tiny=Repository(sound, ("main", "v1"))) as online:
        commit = online.repositories["owner/tiny"].commit
        names = ("owner/tiny", "owner/tiny@v1", f"owner/tiny@{commit}")
        told = engine(*asked)
        first = fetched(online)
        by_name = [found(name) for name in names]
        assert fetched(online) == first
    files = ["config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]
    assert first == files
    assert by_name == [found(name) for name in names] == [("owner/tiny", commit, files)] * 3
    assert told["manifest"]["spec"]["checkpoint"] == "owner/tiny"
    assert told["manifest"]["spec"]["revision"] == commit
    assert engine(*asked)["predictions"] == told["predictions"]
    said = refusal("owner/other")
    assert "owner/other is not on this machine and cannot be fetched" in said
    assert "(no connection)" in said
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert found("owner/tiny") == by_name[0]
    assert "(HF_HUB_OFFLINE is set)" in refusal("owner/other")


def test_what_the_hub_cannot_give_is_said_in_one_clear_sentence(sound, parts, bad_folders, hub):
    repositories = {
        "tiny": Repository(sound),
        "pickle": Repository(bad_folders.pickle_only),
        "weightless": Repository(bad_folders.without_weights),
        "parts": Repository(parts),
        "data": Repository(bad_folders.empty),
        "gated": Repository(sound, gated=True),
    }
    names = {
        "owner/unknown": "The hub has no model 'owner/unknown'",
        "unknown": "The hub has no model 'unknown'",
        "owner/tiny@nope": "owner/tiny has no revision 'nope'",
        "owner/pickle": "only pytorch_model.bin, a pickle file that can run code",
        "owner/weightless": "has no weights; Biascope reads safetensors only",
        "owner/parts": "has no weights; Biascope reads safetensors only",
        "owner/data": "holds no model: there is no config.json",
        "owner/gated": "owner/gated is gated: accept its terms",
        "owner/a--b": "The hub has no model 'owner/a--b'",
        "x" * 200: "The hub has no model",
    }
    with hub(**repositories) as online:
        for name, said in names.items():
            assert said in refusal(name)
        assert not any("pytorch_model.bin" in line for line in online.asked)


def test_a_pickle_is_fetched_on_request_alone_and_converted_once(bad_folders, hub, monkeypatch):
    convert_here(monkeypatch)
    asked = ("models", "convert", "owner/pickle", "--json")
    with hub(pickle=Repository(bad_folders.pickle_only)) as online:
        assert "models convert owner/pickle" in refusal("owner/pickle")
        assert "pytorch_model.bin" not in fetched(online)
        first = engine(*asked)
        assert engine(*asked) == first
        assert fetched(online).count("pytorch_model.bin") == 1
    assert engine(*asked) == first
    assert first["from"] == "pytorch_model.bin"
    checkpoint, _, files = found(first["folder"])
    assert checkpoint == first["folder"]
    assert "model.safetensors" in files


def test_the_offered_conversion_keeps_the_revision_without_the_hub(bad_folders, hub, monkeypatch):
    convert_here(monkeypatch)
    name = "owner/pickle@v1"
    with hub(pickle=Repository(bad_folders.pickle_only, ("main", "v1"))):
        engine("models", "convert", name, "--json")
        said = refusal(name)
    assert f"`python -m engine models convert {name}`" in said
    assert refusal(name) == said
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert refusal(name) == said


def test_a_hub_that_fails_says_so(sound, hub):
    with hub(tiny=Repository(sound)) as online:
        online.fails = True
        said = refusal("owner/tiny")
        online.fails = False
        copy = found("owner/tiny")
        online.fails = True
        assert found("owner/tiny") == copy
    assert "cannot be fetched from the hub (it answered 500)" in said


def test_a_full_disk_is_told_from_a_lost_connection(monkeypatch):
    from engine.models import hub

    def full(repository, wanted, offline):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(hub, "_snapshot", full)
    monkeypatch.setattr("huggingface_hub.HfApi.model_info", lambda *_, **__: Info())
    with pytest.raises(UnknownModelError, match=r"from the hub \(No space left on device\)"):
        resolve("owner/tiny")


@pytest.mark.parametrize("commit", ["{folder}", "../../../outside", "..", "../snapshots/.."])
def test_a_copy_that_leads_out_of_the_cache_is_not_read(sound, tmp_path, monkeypatch, commit):
    shutil.copytree(sound, tmp_path / "outside")
    copy = tmp_path / "hub" / "models--owner--tiny"
    for name in ("refs", "snapshots"):
        (copy / name).mkdir(parents=True)
    (copy / "refs" / "main").write_text(commit.format(folder=tmp_path / "outside"))
    monkeypatch.setattr(f"{CONSTANTS}.HF_HUB_CACHE", str(tmp_path / "hub"))
    with pytest.raises(UnknownModelError, match="leads to a folder elsewhere"):
        resolve("owner/tiny", ask_hub=False)


def test_a_copy_that_is_not_there_is_said_without_blaming_the_hub(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{CONSTANTS}.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(UnknownModelError) as caught:
        resolve("owner/tiny", ask_hub=False)
    said = "is not on this machine; only a copy here was looked for. Download it first"
    assert said in str(caught.value)


class Info:
    """What the hub tells of a sound model."""

    siblings = tuple(SimpleNamespace(rfilename=name) for name in ("config.json", "x.safetensors"))


def test_a_model_that_changed_on_the_hub_is_another_model(sound, hub):
    with hub(tiny=Repository(sound)) as online:
        _, before, _ = found("owner/tiny")
        (sound / "tokenizer_config.json").write_text('{"changed": true}')
        _, after, _ = found("owner/tiny")
        commit = online.repositories["owner/tiny"].commit
    assert after == commit != before


def test_a_command_written_for_a_revision_measures_it_when_the_hub_has_a_newer_one(sound, hub):
    with hub(tiny=Repository(sound, ("main", "v1"))):
        _, older, _ = found("owner/tiny@v1")
        asked = (*FILL, *ModelSpec("owner/tiny", older).arguments())
        (sound / "tokenizer_config.json").write_text('{"changed": true}')
        assert found("owner/tiny")[1] != older
        online = engine(*asked)
    for told in (online, engine(*asked)):
        assert told["manifest"]["spec"]["checkpoint"] == "owner/tiny"
        assert told["manifest"]["spec"]["revision"] == older
