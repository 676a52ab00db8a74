"""A file that another process has open for a moment is replaced and deleted after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import replacing
from engine.core.replacing import put_in_place, remove


def in_use(code: int) -> PermissionError:
    """The error that Windows gives for a file that is open elsewhere."""
    error = PermissionError(13, "The process cannot access the file")
    error.winerror = code
    return error


@pytest.fixture
def pauses(monkeypatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr(replacing.time, "sleep", waited.append)
    return waited


def refusing(monkeypatch, name: str, errors: list[OSError]) -> None:
    """Have a method of paths raise these errors, one a call, before it does its work."""
    plain = getattr(Path, name)

    def act(*given, **named):
        if errors:
            raise errors.pop()
        return plain(*given, **named)

    monkeypatch.setattr(Path, name, act)


def test_a_file_in_use_is_replaced_once_it_is_closed(tmp_path, monkeypatch, pauses):
    fresh, place = tmp_path / "fresh", tmp_path / "place"
    fresh.write_bytes(b"new")
    place.write_bytes(b"old")
    refusing(monkeypatch, "replace", [in_use(32), in_use(5)])
    put_in_place(fresh, place)
    assert place.read_bytes() == b"new"
    assert not fresh.exists()
    assert len(pauses) == 2


def test_a_file_that_stays_in_use_is_an_error_and_keeps_its_content(tmp_path, monkeypatch, pauses):
    fresh, place = tmp_path / "fresh", tmp_path / "place"
    fresh.write_bytes(b"new")
    place.write_bytes(b"old")
    refusing(monkeypatch, "replace", [in_use(32) for _ in range(50)])
    with pytest.raises(PermissionError):
        put_in_place(fresh, place)
    assert place.read_bytes() == b"old"
    assert 1 < sum(pauses) < 3


def test_a_folder_that_may_not_be_written_is_not_waited_for(tmp_path, monkeypatch, pauses):
    refusing(monkeypatch, "replace", [PermissionError(13, "Permission denied")])
    with pytest.raises(PermissionError):
        put_in_place(tmp_path / "fresh", tmp_path / "place")
    assert pauses == []


def test_a_file_in_use_is_deleted_once_it_is_closed(tmp_path, monkeypatch, pauses):
    path = tmp_path / "file"
    path.touch()
    refusing(monkeypatch, "unlink", [in_use(32)])
    remove(path)
    assert not path.exists()
    assert len(pauses) == 1
    remove(path)  # nothing is there
