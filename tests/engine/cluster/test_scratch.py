"""Folders of models that were sent: whose process was killed go, and nobody else's."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cluster.shipping import remove_left, scratch_folder

ROOT = Path(__file__).parents[3]
HOLDER = """
import sys
from engine.cluster.shipping import scratch_folder
with scratch_folder() as folder:
    (folder / "config.json").write_text("{}")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Where the folders are made."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def left(place, name="biascope-model-left"):
    folder = place / name
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"0")
    return folder


@pytest.mark.process
def test_a_folder_goes_when_its_process_is_killed_and_not_before(place):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(place)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        folder = Path(holder.stdout.readline().strip())
        remove_left()
        assert (folder / "config.json").exists()
    finally:
        holder.kill()
        holder.communicate()
    assert folder.exists()
    remove_left()
    assert list(place.iterdir()) == []


def test_what_is_used_here_stays_until_the_end_of_the_block(place):
    with scratch_folder() as folder:
        remove_left()
        assert folder.is_dir()
    assert list(place.iterdir()) == []


def test_what_is_another_users_or_has_another_name_stays(place, monkeypatch):
    others = left(place, "something-else")
    of_another_user = left(place)
    monkeypatch.setattr(os, "geteuid", lambda: of_another_user.stat().st_uid + 1)
    remove_left()
    assert {others, of_another_user} == set(place.iterdir())


def test_a_link_is_not_followed(place):
    target = left(place, "of-someone")
    (place / "biascope-model-link").symlink_to(target)
    remove_left()
    assert (target / "model.safetensors").exists()


def test_a_file_system_without_locks_costs_only_the_tidying(place, monkeypatch):
    def unsupported(*_):
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", unsupported)
    folder = left(place)
    with scratch_folder() as own:
        remove_left()
        assert {own, folder} == set(place.iterdir())


def test_a_folder_that_another_process_just_removes_is_made_again(place, monkeypatch):
    taken = []

    def first_refused(*_):
        if not taken:
            taken.append(next(place.iterdir()))
            raise BlockingIOError

    monkeypatch.setattr(fcntl, "flock", first_refused)
    with scratch_folder() as own:
        assert list(place.iterdir()) == [own]
        assert own not in taken
