from __future__ import annotations

import errno
from pathlib import Path

import pytest

from engine.core.errors import InputTextError, StorageError
from engine.files.whole_folder import new_folder, write_folder

FILES = {"a.txt": "one\r\ntwo", "b.txt": "õ"}


def test_all_files_are_written_as_they_are(tmp_path):
    folder = write_folder(tmp_path / "made", FILES)
    assert folder == tmp_path / "made"
    assert {path.name: path.read_bytes().decode() for path in folder.iterdir()} == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "made").mkdir()
    write_folder(tmp_path / "made", FILES)
    assert len(list((tmp_path / "made").iterdir())) == 2


def test_a_folder_that_holds_something_is_kept_as_it_is(tmp_path):
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputTextError, match="holds files already"):
        write_folder(tmp_path / "made", FILES)
    assert [path.name for path in tmp_path.rglob("*")] == ["made", "mine.txt"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("file.txt", "not a folder"), ("none/made", "There is no folder"), ("/", "names no folder")],
)
def test_names_that_no_folder_can_have_are_refused(tmp_path, name, reason):
    (tmp_path / "file.txt").write_text("", encoding="utf-8")
    with pytest.raises(InputTextError, match=reason):
        new_folder(tmp_path / name)


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(InputTextError, match="not a folder"):
        write_folder(tmp_path / "link", FILES)


def test_on_a_full_disk_nothing_is_left(tmp_path, monkeypatch):
    real = Path.open

    def full(path, *given, **options):
        if path.name == "b.txt":
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(path, *given, **options)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(StorageError, match="No space left"):
        write_folder(tmp_path / "made", FILES)
    assert list(tmp_path.iterdir()) == []
