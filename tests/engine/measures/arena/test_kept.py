"""Reports that are kept: unchanged, private, bounded, and read again whatever else is there."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from engine.core.errors import InputTextError, StorageError
from engine.measures.arena import kept
from engine.measures.arena.kept import MEASURED, forget, keep, kept_reports
from engine.measures.arena.report import report_of
from engine.measures.arena.schema import digest_of
from tests.engine.measures.arena.judged_by_hand import simple


def report(label: str = "a model"):
    return dict(report_of(simple([1]), {"name": label}, {}, {}))


def test_a_report_comes_back_unchanged_with_where_it_came_from():
    mine, theirs = report("mine"), report("theirs")
    keep(mine)
    keep(theirs, "/home/someone/theirs.json")
    found = kept_reports()
    assert [entry.report for entry in found] == [mine, theirs]
    assert [entry.origin for entry in found] == [MEASURED, "theirs.json"]
    assert [entry.imported for entry in found] == [False, True]
    assert all(digest_of(entry.report) == entry.report["digest"] for entry in found)


def test_the_same_report_is_kept_once():
    keep(report())
    keep(report(), "copy.json")
    (entry,) = kept_reports()
    assert not entry.imported


def test_a_report_is_forgotten_by_its_digest():
    keep(report("mine"))
    keep(report("theirs"))
    assert forget(report("mine")["digest"])
    assert not forget(report("mine")["digest"])
    assert [entry.report["label"] for entry in kept_reports()] == ["theirs"]


def test_that_a_report_cannot_be_deleted_is_said(monkeypatch):
    keep(report("mine"))

    def refused(_path: Path, missing_ok: bool) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(StorageError, match="cannot be deleted"):
        forget(report("mine")["digest"])
    assert len(kept_reports()) == 1


def test_no_path_comes_from_the_content_and_files_are_their_owners_alone(cache_folder):
    keep(report("../../../etc/passwd"), "../../x.json")
    (path,) = (cache_folder / "arena").iterdir()
    assert path.name.startswith("etc-passwd-")
    assert kept_reports()[0].origin == "x.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"format": "biascope.kept-report/1"}',
        '{"format": "biascope.kept-report/1", "origin": "x", "added": 1, "report": {}}',
        json.dumps(
            {"format": "biascope.kept-report/1", "origin": "x", "added": 1}
            | {"report": report() | {"label": "changed"}}
        ),
        "[" * 100_000,
    ],
)
def test_a_damaged_file_is_left_out_with_a_sentence(cache_folder, content):
    keep(report())
    bad = cache_folder / "arena" / "bad.json"
    bad.write_text(content)
    said: list[str] = []
    assert len(kept_reports(said.append)) == 1
    assert len(said) == 1
    assert said[0].startswith("The kept report bad.json cannot be read")
    assert bad.read_text() == content


def test_a_link_to_another_file_is_passed_over(cache_folder, tmp_path):
    keep(report())
    (path,) = (cache_folder / "arena").iterdir()
    outside = tmp_path / "outside.json"
    path.rename(outside)
    path.symlink_to(outside)
    assert kept_reports() == []


def test_what_is_no_report_is_not_kept(cache_folder):
    with pytest.raises(InputTextError):
        keep({"schema": "biascope.arena/1"}, "x.json")
    assert not (cache_folder / "arena").exists()


def test_their_number_is_bounded(monkeypatch):
    monkeypatch.setattr(kept, "MOST_REPORTS", 2)
    keep(report("first"))
    keep(report("second"))
    keep(report("second"))
    with pytest.raises(InputTextError, match="2 reports are kept"):
        keep(report("third"))


def test_no_disk_is_said_and_leaves_nothing_half_written(cache_folder, monkeypatch):
    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left on device"):
        keep(report())
    assert list((cache_folder / "arena").iterdir()) == []
