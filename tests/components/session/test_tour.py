"""Whether the tour was seen: noted on this machine, and never a reason to fail."""

from __future__ import annotations

import stat

import pytest
import streamlit as st

from components import session
from components.session.state import TOUR_SEEN


@pytest.fixture(autouse=True)
def visitor(monkeypatch) -> dict[str, object]:
    """The state of one browser session."""
    state: dict[str, object] = {}
    monkeypatch.setattr(st, "session_state", state)
    return state


def test_it_is_seen_once_it_was_skipped_also_by_the_next_visitor(visitor, cache_folder):
    assert not session.tour_seen()
    session.keep_tour_seen()
    assert session.tour_seen()
    visitor.clear()
    assert session.tour_seen()
    (kept,) = cache_folder.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600  # its owner's alone


def test_a_folder_that_cannot_be_written_keeps_it_in_the_session(visitor, tmp_path, monkeypatch):
    occupied = tmp_path / "file"
    occupied.write_text("no folder")
    monkeypatch.setenv("BIASCOPE_CACHE", str(occupied))
    assert not session.tour_seen()
    session.keep_tour_seen()
    assert session.tour_seen()
    visitor.clear()
    assert not session.tour_seen()


def test_a_cache_of_nobody_breaks_nothing(monkeypatch):
    monkeypatch.setenv("BIASCOPE_CACHE", "~no-such-user/cache")
    assert not session.tour_seen()
    session.keep_tour_seen()
    assert session.tour_seen()


def test_on_a_shared_server_each_session_begins_and_nothing_is_written(
    visitor, cache_folder, share
):
    share()
    session.keep_tour_seen()
    assert visitor == {TOUR_SEEN: True}
    assert not [*cache_folder.iterdir()]
    visitor.clear()
    assert not session.tour_seen()


def test_on_a_shared_server_the_note_of_its_owner_counts_for_nobody(visitor, share):
    session.keep_tour_seen()
    visitor.clear()
    share()
    assert not session.tour_seen()
