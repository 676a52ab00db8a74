"""Folders and files that only their owner can read, also where an earlier version was open."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.core.errors import StorageError
from engine.files.fetch.download import writable
from engine.storage import jobs
from engine.storage.jobs import spawn, table
from engine.storage.jobs.queue import Input
from engine.storage.store import Context, Store, default_store

CONTEXT = Context.of({}, "m", 1, {})


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): mode(path) for path in sorted(folder.rglob("*"))}


@pytest.fixture(autouse=True)
def _open_by_default() -> Iterator[None]:
    """The usual umask, which lets everyone read what it is not told to hide."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_a_store_and_its_folders_are_the_owners_alone(tmp_path):
    with closing(Store(tmp_path / "new" / "deep" / "results.sqlite")) as store:
        store.put(CONTEXT, [("a", 1)])
        found = modes(tmp_path)
    assert found["new"] == found["new/deep"] == 0o700
    files = {name: value for name, value in found.items() if "sqlite" in name}
    assert set(files.values()) == {0o600}
    assert "new/deep/results.sqlite-wal" in files


def test_a_store_of_an_earlier_version_is_narrowed_when_it_is_opened(tmp_path):
    path = tmp_path / "results.sqlite"
    with closing(Store(path)) as store:
        store.put(CONTEXT, [("a", 1)])
        for part in tmp_path.iterdir():
            part.chmod(0o644)
        tmp_path.chmod(0o755)
        with closing(Store(path)) as again:
            assert again.get(CONTEXT, ["a"]) == {0: 1}
            assert set(modes(tmp_path).values()) == {0o600}
    assert mode(tmp_path) == 0o755  # a folder that was there is left as its owner made it


def mode_of_cache_after_use(path: Path, monkeypatch: pytest.MonkeyPatch, named: str = "") -> int:
    """Rights of `cache` in the project's folder, here `path`, once results were put there."""
    monkeypatch.setattr("engine.storage.store.context.PROJECT", path)
    monkeypatch.setenv("BIASCOPE_CACHE", named)
    with closing(default_store()) as store:
        store.put(CONTEXT, [("a", 1)])
        assert store.path.parent == path / "cache"
    return mode(path / "cache")


def test_the_projects_own_cache_folder_is_narrowed(tmp_path, monkeypatch):
    (tmp_path / "cache").mkdir(mode=0o755)
    (tmp_path / "cache" / "README.md").write_text("It came with the project.")
    assert mode_of_cache_after_use(tmp_path, monkeypatch) == 0o700


@pytest.mark.parametrize("behind", ["link", "variable"])
def test_a_folder_that_was_there_keeps_its_rights(tmp_path, monkeypatch, behind):
    (tmp_path / "chosen").mkdir(mode=0o755)
    own = tmp_path / "cache"
    if behind == "link":
        own.symlink_to("chosen")
    else:
        own.mkdir(mode=0o755)
    named = str(own) if behind == "variable" else ""
    assert mode_of_cache_after_use(tmp_path, monkeypatch, named) == 0o755


def test_the_list_of_jobs_and_what_they_are_given_are_the_owners_alone(cache_folder, monkeypatch):
    monkeypatch.setattr(spawn, "runner", lambda: None)
    (cache_folder / "runs").mkdir(mode=0o755)
    number = jobs.submit("private", ["pppl", Input("text.txt", b"A sentence.")])
    found = modes(cache_folder)
    assert found["jobs.sqlite"] == 0o600
    assert found["runs"] == found[f"runs/{number}"] == 0o700
    assert found[f"runs/{number}/text.txt"] == 0o600
    (cache_folder / "jobs.sqlite").chmod(0o644)
    assert len(table.rows()) == 1
    assert mode(cache_folder / "jobs.sqlite") == 0o600


@pytest.mark.main_path
@pytest.mark.process
def test_what_a_job_writes_is_the_owners_alone(cache_folder, monkeypatch):
    from engine.storage.jobs import runner
    from engine.storage.jobs.processes import mark_of
    from engine.storage.jobs.queue import claim

    monkeypatch.setattr(spawn, "runner", lambda: None)
    jobs.submit("private", ["cache", "info", "--json"])
    me = mark_of(os.getpid())
    job = claim(me)
    assert runner._worked(job, me)[0] == "done"
    assert json.loads((job.folder / "output").read_text())["results"] == 0
    assert (mode(job.folder / "output"), mode(job.folder / "log")) == (0o600, 0o600)


@pytest.mark.main_path
@pytest.mark.process
def test_the_log_of_the_runner_is_the_owners_alone(cache_folder, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/true")
    spawn.runner()
    assert mode(cache_folder / "runs") == 0o700
    assert mode(cache_folder / "runs" / "runner.log") == 0o600


def test_a_download_folder_is_the_owners_alone(cache_folder):
    with writable(cache_folder / "datasets" / "words"):
        pass
    assert modes(cache_folder) == {"datasets": 0o700, "datasets/words": 0o700}


def test_a_file_system_without_rights_is_no_fault(tmp_path, monkeypatch):
    def refused(*_args: object, **_more: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", refused)
    with closing(Store(tmp_path / "results.sqlite")) as store:
        store.put(CONTEXT, [("a", 1)])
        assert store.get(CONTEXT, ["a"]) == {0: 1}


# --- what is no file --------------------------------------------------------------------


@pytest.fixture(params=["pipe", "device", "folder"])
def stranger(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Something that stands where a file should be."""
    path = tmp_path / "stranger"
    if request.param == "pipe":
        os.mkfifo(path)
    elif request.param == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    return path


def test_a_store_that_is_no_file_costs_no_result(stranger):
    with closing(Store(stranger)) as store:
        assert store.get(CONTEXT, ["a"]) == {}
        assert store.known(CONTEXT, ["a"]) == set()
        with pytest.raises(StorageError, match="is not a file"):
            store.put(CONTEXT, [("a", 1)])
        for asked in (store.info, store.verify, store.prune):
            with pytest.raises(StorageError, match="is not a file"):
                asked()


def test_a_list_of_jobs_that_is_no_file_is_refused(cache_folder, stranger):
    stranger.rename(cache_folder / "jobs.sqlite")
    with pytest.raises(StorageError, match="is not a file"):
        jobs.submit("never", ["cache", "info"])
    with pytest.raises(StorageError, match="is not a file"):
        jobs.jobs()


def test_a_cache_folder_that_is_a_pipe_costs_no_result(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "pipe"))
    with closing(default_store()) as store:
        assert store.get(CONTEXT, ["a"]) == {}
        with pytest.raises(StorageError, match=r"pipe is not a folder.*set BIASCOPE_CACHE"):
            store.put(CONTEXT, [("a", 1)])
    assert jobs.jobs() == []
    with pytest.raises(StorageError, match="pipe is not a folder"):
        jobs.submit("never", ["cache", "info"])
    with (
        pytest.raises(StorageError, match="pipe is not a folder"),
        writable(tmp_path / "pipe" / "datasets"),
    ):
        pass
