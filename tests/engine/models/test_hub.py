"""The way to the hub, walked in a process of its own: its address is read once, at import."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.errors import UnknownModelError
from tests.hub_stand_in import HubStandIn, Repository, serving

ROOT = Path(__file__).parents[3]

# Prints for each name where it was found, or how it was refused.
DRIVER = """
import json, sys
from engine.errors import BiascopeError
from engine.models.sources import resolve
for name in sys.argv[1:]:
    try:
        source = resolve(name)
        found = {"checkpoint": source.checkpoint, "revision": source.revision,
                 "files": sorted(path.name for path in source.folder.iterdir())}
    except BiascopeError as error:
        found = {"refused": type(error).__name__, "said": str(error)}
    print(json.dumps(found))
"""


class Machine:
    """A machine of its own: an empty home, and a hub at the given address."""

    def __init__(self, home: Path, hub: HubStandIn):
        self.environment = os.environ | {
            "HF_HOME": str(home),
            "HF_ENDPOINT": hub.address,
            "BIASCOPE_CACHE": str(home / "results"),
            "PYTHONPATH": str(ROOT),
        }

    def resolve(self, *names: str, **environment: str) -> list[dict[str, object]]:
        done = self._run("-c", DRIVER, *names, **environment)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def engine(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self._run("-m", "engine", *arguments)

    def _run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            env=self.environment | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=240,
        )


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


def test_a_model_is_fetched_once_and_answers_without_the_hub_from_then_on(sound, tmp_path):
    asked = ("fill", "The [MASK] was tired.", "--top-k", "3", "--json", "--model", "owner/tiny")
    with serving({"owner/tiny": Repository(sound, ("main", "v1"))}) as hub:
        commit = hub.repositories["owner/tiny"].commit
        machine = Machine(tmp_path / "home", hub)
        done = machine.engine(*asked)
        fetched = [
            line.rpartition("/")[2] for line in hub.asked if "GET" in line and "resolve" in line
        ]
        hub.asked.clear()
        (again, tagged, by_hash) = machine.resolve(
            "owner/tiny", "owner/tiny@v1", f"owner/tiny@{commit}"
        )
        fetched_again = [line for line in hub.asked if "GET" in line and "resolve" in line]
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert len(answer["predictions"][0]) == 3
    assert answer["manifest"]["spec"]["checkpoint"] == "owner/tiny"
    assert answer["manifest"]["spec"]["revision"] == commit
    assert sorted(fetched) == [
        "config.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    ]
    assert again == tagged == by_hash
    assert again["revision"] == commit
    assert fetched_again == []

    offline = machine.engine(*asked, "--no-cache")
    assert offline.returncode == 0, offline.stderr
    without_manifest = {key: value for key, value in answer.items() if key != "manifest"}
    answer_offline = json.loads(offline.stdout)
    assert {key: answer_offline[key] for key in without_manifest} == without_manifest
    found = machine.resolve("owner/tiny", "owner/tiny@v1", "owner/other")
    assert found[:2] == [again, again]
    assert (
        "owner/other is not on this machine and cannot be fetched from the hub" in found[2]["said"]
    )
    (told,) = machine.resolve("owner/other", HF_HUB_OFFLINE="1")
    assert "(HF_HUB_OFFLINE is set)" in told["said"]
    assert machine.resolve("owner/tiny", HF_HUB_OFFLINE="1") == [again]


def test_what_the_hub_cannot_give_is_said_in_one_clear_sentence(
    sound, parts, bad_folders, tmp_path
):
    repositories = {
        "owner/tiny": Repository(sound),
        "owner/pickle": Repository(bad_folders.pickle_only),
        "owner/weightless": Repository(bad_folders.without_weights),
        "owner/parts": Repository(parts),
        "owner/data": Repository(bad_folders.empty),
        "owner/gated": Repository(sound, gated=True),
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
    with serving(repositories) as hub:
        found = Machine(tmp_path / "home", hub).resolve(*names)
        assert not any("pytorch_model.bin" in line for line in hub.asked)
    for result, said in zip(found, names.values(), strict=True):
        assert said in result["said"]
        assert "\n" not in result["said"]


def test_a_hub_that_fails_is_told_from_one_that_is_out_of_reach(sound, tmp_path):
    with serving({"owner/tiny": Repository(sound)}) as hub:
        machine = Machine(tmp_path / "home", hub)
        hub.fails = True
        (failing,) = machine.resolve("owner/tiny")
    (gone,) = machine.resolve("owner/tiny")
    assert "cannot be fetched from the hub (it answered 500)" in failing["said"]
    assert "cannot be fetched from the hub (no connection)" in gone["said"]


def test_a_full_disk_is_told_from_a_lost_connection(monkeypatch):
    from engine.models import sources

    def full(repository, wanted, offline):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sources, "_snapshot", full)
    monkeypatch.setattr("huggingface_hub.HfApi.model_info", lambda *_, **__: Info())
    with pytest.raises(UnknownModelError, match=r"from the hub \(No space left on device\)"):
        sources.resolve("owner/tiny")


class Info:
    """What the hub tells of a sound model."""

    siblings = tuple(SimpleNamespace(rfilename=name) for name in ("config.json", "x.safetensors"))


def test_a_model_that_changed_on_the_hub_is_another_model(sound, tmp_path):
    with serving({"owner/tiny": Repository(sound)}) as hub:
        machine = Machine(tmp_path / "home", hub)
        (before,) = machine.resolve("owner/tiny")
        (sound / "tokenizer_config.json").write_text('{"changed": true}')
        (after, pinned) = machine.resolve("owner/tiny", f"owner/tiny@{before['revision']}")
        assert after["revision"] == hub.repositories["owner/tiny"].commit != before["revision"]
        assert "no revision" in pinned["said"] or pinned["revision"] == before["revision"]
