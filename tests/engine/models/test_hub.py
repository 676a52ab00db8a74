"""The way to the hub, walked in a process of its own: its address is read once, at import."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.errors import UnknownModelError
from engine.spec import ModelSpec
from tests.hub_stand_in import HubStandIn, Repository, serving

ROOT = Path(__file__).parents[3]

# Answers each line of its input: a name to resolve, or arguments for the command line.
DRIVER = """
import contextlib, io, json, os, sys
from engine.cli import main
from engine.errors import BiascopeError
from engine.models.sources import resolve

def found(name):
    try:
        source = resolve(name)
    except BiascopeError as error:
        return {"refused": type(error).__name__, "said": str(error)}
    files = sorted(path.name for path in source.folder.iterdir())
    return {"checkpoint": source.checkpoint, "revision": source.revision, "files": files}

def run(arguments):
    out, err = io.StringIO(), io.StringIO()
    sys.argv = ["engine", *arguments]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as left:
            return {"code": left.code, "out": out.getvalue(), "err": err.getvalue()}

for line in sys.stdin:
    asked = json.loads(line)
    os.environ["HF_HUB_OFFLINE"] = asked["offline"]
    answer = found(asked["name"]) if "name" in asked else run(asked["arguments"])
    print(json.dumps(answer), flush=True)
"""


class Machine:
    """A machine of its own: an empty home, and a hub at the given address."""

    def __init__(self, home: Path, hub: HubStandIn) -> None:
        environment = os.environ | {
            "HF_HOME": str(home),
            "HF_ENDPOINT": hub.address,
            "BIASCOPE_CACHE": str(home / "results"),
            "PYTHONPATH": str(ROOT),
        }
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, "-c", DRIVER],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(timeout=60) == 0

    def resolve(self, *names: str, offline: str = "") -> list[dict[str, object]]:
        return [self._ask(name=name, offline=offline) for name in names]

    def engine(self, *arguments: str) -> dict[str, object]:
        done = self._ask(arguments=arguments, offline="")
        assert done["code"] == 0, done["err"]
        return json.loads(done["out"])

    def _ask(self, **asked: object) -> dict[str, object]:
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


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


@pytest.fixture
def machine(tmp_path) -> Callable[[HubStandIn], Machine]:
    return lambda hub: Machine(tmp_path / "home", hub)


def fetched(hub: HubStandIn) -> list[str]:
    """Names of the files that were fetched."""
    files = [line for line in hub.asked if line.startswith("GET") and "/resolve/" in line]
    return sorted(line.rpartition("/")[2] for line in files)


def test_a_model_is_fetched_once_and_answers_without_the_hub_from_then_on(sound, machine):
    asked = ("fill", "The [MASK] was tired.", "--json", "--no-cache", "--model", "owner/tiny")
    with ExitStack() as open_until_the_end:
        with serving({"owner/tiny": Repository(sound, ("main", "v1"))}) as hub:
            commit = hub.repositories["owner/tiny"].commit
            here = open_until_the_end.enter_context(machine(hub))
            online = here.engine(*asked)
            first = fetched(hub)
            by_name = here.resolve("owner/tiny", "owner/tiny@v1", f"owner/tiny@{commit}")
            assert fetched(hub) == first
        offline = here.engine(*asked)
        later = here.resolve("owner/tiny", "owner/tiny@v1", f"owner/tiny@{commit}", "owner/other")
        (switched_off, never_fetched) = here.resolve("owner/tiny", "owner/other", offline="1")
    files = ["config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]
    copy = {"checkpoint": "owner/tiny", "revision": commit, "files": files}
    assert first == files
    assert by_name == later[:3] == [copy] * 3
    assert switched_off == copy
    assert online["manifest"]["spec"]["checkpoint"] == "owner/tiny"
    assert online["manifest"]["spec"]["revision"] == commit
    assert offline["predictions"] == online["predictions"]
    assert "owner/other is not on this machine and cannot be fetched" in later[3]["said"]
    assert "(no connection)" in later[3]["said"]
    assert "(HF_HUB_OFFLINE is set)" in never_fetched["said"]


def test_what_the_hub_cannot_give_is_said_in_one_clear_sentence(sound, parts, bad_folders, machine):
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
    with serving(repositories) as hub, machine(hub) as here:
        found = here.resolve(*names)
        assert not any("pytorch_model.bin" in line for line in hub.asked)
    for result, said in zip(found, names.values(), strict=True):
        assert said in result["said"]
        assert "\n" not in result["said"]


def test_a_pickle_is_fetched_on_request_alone_and_converted_once(bad_folders, machine):
    asked = ("models", "convert", "owner/pickle", "--json")
    with ExitStack() as open_until_the_end:
        with serving({"owner/pickle": Repository(bad_folders.pickle_only)}) as hub:
            here = open_until_the_end.enter_context(machine(hub))
            (refused,) = here.resolve("owner/pickle")
            assert "models convert owner/pickle" in refused["said"]
            assert "pytorch_model.bin" not in fetched(hub)
            first = here.engine(*asked)
            assert fetched(hub).count("pytorch_model.bin") == 1
            again = here.engine(*asked)
            assert fetched(hub).count("pytorch_model.bin") == 1
        offline = here.engine(*asked)
        (found,) = here.resolve(first["folder"])
    assert first == again == offline
    assert first["from"] == "pytorch_model.bin"
    assert found["checkpoint"] == first["folder"]
    assert "model.safetensors" in found["files"]


def test_the_offered_conversion_keeps_the_revision_without_the_hub(bad_folders, machine):
    repository = Repository(bad_folders.pickle_only, ("main", "v1"))
    with ExitStack() as open_until_the_end:
        with serving({"owner/pickle": repository}) as hub:
            here = open_until_the_end.enter_context(machine(hub))
            here.engine("models", "convert", "owner/pickle@v1", "--json")
            (online,) = here.resolve("owner/pickle@v1")
        (lost,) = here.resolve("owner/pickle@v1")
        (switched_off,) = here.resolve("owner/pickle@v1", offline="1")
    assert "`python -m engine models convert owner/pickle@v1`" in online["said"]
    assert lost == switched_off == online


def test_a_hub_that_fails_says_so(sound, machine):
    with serving({"owner/tiny": Repository(sound)}) as hub, machine(hub) as here:
        hub.fails = True
        (failing,) = here.resolve("owner/tiny")
        hub.fails = False
        (found,) = here.resolve("owner/tiny")
        hub.fails = True
        (copy,) = here.resolve("owner/tiny")
    assert "cannot be fetched from the hub (it answered 500)" in failing["said"]
    assert copy == found


def test_a_full_disk_is_told_from_a_lost_connection(monkeypatch):
    from engine.models import hub, sources

    def full(repository, wanted, offline):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(hub, "_snapshot", full)
    monkeypatch.setattr("huggingface_hub.HfApi.model_info", lambda *_, **__: Info())
    with pytest.raises(UnknownModelError, match=r"from the hub \(No space left on device\)"):
        sources.resolve("owner/tiny")


@pytest.mark.parametrize("commit", ["{folder}", "../../../outside", "..", "../snapshots/.."])
def test_a_copy_that_leads_out_of_the_cache_is_not_read(sound, tmp_path, monkeypatch, commit):
    from engine.models import sources

    shutil.copytree(sound, tmp_path / "outside")
    copy = tmp_path / "hub" / "models--owner--tiny"
    for name in ("refs", "snapshots"):
        (copy / name).mkdir(parents=True)
    (copy / "refs" / "main").write_text(commit.format(folder=tmp_path / "outside"))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    with pytest.raises(UnknownModelError, match="leads to a folder elsewhere"):
        sources.resolve("owner/tiny", ask_hub=False)


def test_a_copy_that_is_not_there_is_said_without_blaming_the_hub(tmp_path, monkeypatch):
    from engine.models import sources

    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(UnknownModelError) as caught:
        sources.resolve("owner/tiny", ask_hub=False)
    said = "is not on this machine; only a copy here was looked for. Download it first"
    assert said in str(caught.value)


class Info:
    """What the hub tells of a sound model."""

    siblings = tuple(SimpleNamespace(rfilename=name) for name in ("config.json", "x.safetensors"))


def test_a_model_that_changed_on_the_hub_is_another_model(sound, machine):
    with serving({"owner/tiny": Repository(sound)}) as hub, machine(hub) as here:
        (before,) = here.resolve("owner/tiny")
        (sound / "tokenizer_config.json").write_text('{"changed": true}')
        (after,) = here.resolve("owner/tiny")
        commit = hub.repositories["owner/tiny"].commit
    assert after["revision"] == commit != before["revision"]


def test_a_command_written_for_a_revision_measures_it_when_the_hub_has_a_newer_one(sound, machine):
    asked = ("fill", "The [MASK] was tired.", "--json", "--no-cache")
    with ExitStack() as open_until_the_end:
        with serving({"owner/tiny": Repository(sound, ("main", "v1"))}) as hub:
            here = open_until_the_end.enter_context(machine(hub))
            (older,) = here.resolve("owner/tiny@v1")
            spec = ModelSpec("owner/tiny", older["revision"])
            (sound / "tokenizer_config.json").write_text('{"changed": true}')
            (newer,) = here.resolve("owner/tiny")
            online = here.engine(*asked, *spec.arguments())
        offline = here.engine(*asked, *spec.arguments())
    assert newer["revision"] != older["revision"]
    for told in (online, offline):
        assert told["manifest"]["spec"]["checkpoint"] == "owner/tiny"
        assert told["manifest"]["spec"]["revision"] == older["revision"]
