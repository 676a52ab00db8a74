"""Whether the tour was seen: noted on this machine, and never a reason to fail."""

from __future__ import annotations

import stat

import pytest

from components.frame import session
from components.frame.session.state import TOUR_SEEN


def test_it_is_seen_once_it_was_skipped_also_by_the_next_visitor(memory, cache_folder):
    assert not session.tour.tour_seen()
    session.tour.keep_tour_seen()
    assert session.tour.tour_seen()
    memory.clear()
    assert session.tour.tour_seen()
    (kept,) = cache_folder.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600  # its owner's alone


@pytest.mark.parametrize("place", ["{file}", "~no-such-user/cache"], ids=["a file", "of nobody"])
def test_a_folder_that_cannot_be_written_keeps_it_in_the_session(
    memory, place, tmp_path, monkeypatch
):
    occupied = tmp_path / "file"
    occupied.write_text("no folder")
    monkeypatch.setenv("BIASCOPE_CACHE", place.format(file=occupied))
    assert not session.tour.tour_seen()
    session.tour.keep_tour_seen()
    assert session.tour.tour_seen()
    memory.clear()
    assert not session.tour.tour_seen()


def test_on_a_shared_server_each_session_begins_anew_and_nothing_is_written(
    memory, cache_folder, share
):
    session.tour.keep_tour_seen()  # of its owner
    (kept,) = cache_folder.iterdir()
    memory.clear()
    share()
    assert not session.tour.tour_seen()
    kept.unlink()
    session.tour.keep_tour_seen()
    assert memory == {TOUR_SEEN: True}
    assert not [*cache_folder.iterdir()]
    memory.clear()
    assert not session.tour.tour_seen()
