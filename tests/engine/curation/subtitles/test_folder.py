"""Which files are taken from files and folders that a user names."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.curation.subtitles import folder
from engine.curation.subtitles.folder import subtitle_files


@pytest.fixture
def films(tmp_path):
    for name in ("b.srt", "a.VTT", "notes.txt", ".hidden.srt", "inner/c.ass", ".git/d.srt"):
        path = tmp_path / "films" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text")
    return tmp_path / "films"


def test_folders_are_searched_in_the_order_of_names(films):
    found = [path.relative_to(films).as_posix() for path in subtitle_files([films])]
    assert found == ["a.VTT", "b.srt", "inner/c.ass"]


def test_files_are_taken_as_given_and_once(films):
    given = [films / "notes.txt", str(films / "b.srt"), films]
    found = [path.name for path in subtitle_files(given)]
    assert found == ["notes.txt", "b.srt", "a.VTT", "c.ass"]


def test_a_file_that_is_not_there_is_left_to_the_reading(tmp_path):
    assert subtitle_files([tmp_path / "none.srt"]) == [tmp_path / "none.srt"]


def test_links_out_of_the_folder_are_not_followed(films, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.srt").write_text("text")
    (films / "link.srt").symlink_to(outside / "secret.srt")
    (films / "folder").symlink_to(outside)
    (films / "same.srt").symlink_to(films / "b.srt")
    assert [path.name for path in subtitle_files([films])] == [
        "a.VTT",
        "b.srt",
        "same.srt",
        "c.ass",
    ]


def test_more_files_than_the_limit_are_refused(films, monkeypatch):
    monkeypatch.setattr(folder, "MOST_FILES", 2)
    with pytest.raises(InputTextError, match="More than 2 subtitle files"):
        subtitle_files([films])


def test_folders_without_subtitles_are_refused(tmp_path):
    with pytest.raises(InputTextError, match=r"No subtitle files \(\.srt, \.vtt, \.ass, \.ssa\)"):
        subtitle_files([tmp_path])
