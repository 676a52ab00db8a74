"""Scratch folders: those whose process was killed go, and nobody else's."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import filelock
import pytest

from engine.storage.locks import file_lock, remove_left, scratch_folder

ROOT = Path(__file__).parents[3]
PREFIX = "made-"
HOLDER = """
import sys
from pathlib import Path
from engine.storage.locks import scratch_folder
with scratch_folder(Path(sys.argv[1]), "made-") as folder:
    (folder / "config.json").write_text("{}")
    print(folder, flush=True)
    if sys.stdin.read():
        sys.exit()
"""


@pytest.fixture
def holder(tmp_path):
    """A process with a folder of its own, and that folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process, Path(process.stdout.readline().strip())
    process.kill()
    process.communicate()


def left(place, name=f"{PREFIX}left"):
    folder = place / name
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"0")
    return folder


@pytest.mark.process
def test_a_folder_goes_when_its_process_is_killed_and_not_before(holder, tmp_path):
    process, folder = holder
    remove_left(tmp_path, PREFIX)
    assert (folder / "config.json").exists()
    process.kill()
    process.wait()
    assert folder.exists()
    remove_left(tmp_path, PREFIX)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_a_folder_goes_when_its_process_exits_within_the_block(holder, tmp_path):
    process, _ = holder
    process.communicate("exit")
    assert list(tmp_path.iterdir()) == []


def test_what_is_used_here_stays_until_the_end_of_the_block(tmp_path):
    with scratch_folder(tmp_path, PREFIX) as folder:
        remove_left(tmp_path, PREFIX)
        assert folder.is_dir()
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert list(tmp_path.iterdir()) == []


def test_what_is_another_users_or_has_another_name_stays(tmp_path, monkeypatch):
    others = left(tmp_path, "something-else")
    of_another_user = left(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: of_another_user.stat().st_uid + 1)
    remove_left(tmp_path, PREFIX)
    assert {others, of_another_user} == set(tmp_path.iterdir())


def test_a_link_is_not_followed(tmp_path):
    target = left(tmp_path, "of-someone")
    (tmp_path / f"{PREFIX}link").symlink_to(target)
    remove_left(tmp_path, PREFIX)
    assert (target / "model.safetensors").exists()


def test_a_lock_without_its_folder_goes(tmp_path):
    (tmp_path / f"{PREFIX}x.lock").touch()
    remove_left(tmp_path, PREFIX)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_about_to_be_made_keeps_its_lock(tmp_path):
    with file_lock(tmp_path / f"{PREFIX}x.lock"):
        remove_left(tmp_path, PREFIX)
        assert [path.name for path in tmp_path.iterdir()] == [f"{PREFIX}x.lock"]


@pytest.mark.parametrize("number", [errno.ENOTSUP, errno.ENOSYS])
def test_a_file_system_without_locks_costs_only_the_tidying(tmp_path, monkeypatch, number):
    def unsupported(*_):
        raise OSError(number, "Operation not supported")

    monkeypatch.setattr(filelock._unix, "lock_fd_nonblocking", unsupported)
    folder = left(tmp_path)
    with scratch_folder(tmp_path, PREFIX) as own:
        remove_left(tmp_path, PREFIX)
        assert {own, folder} <= set(tmp_path.iterdir())
    assert not own.exists()


def test_a_lock_is_held_by_one_at_a_time(tmp_path):
    first, second = file_lock(tmp_path / "lock"), file_lock(tmp_path / "lock")
    with first, pytest.raises(filelock.Timeout):
        second.acquire()
    with file_lock(tmp_path / "lock"):
        assert stat.S_IMODE((tmp_path / "lock").stat().st_mode) == 0o600
