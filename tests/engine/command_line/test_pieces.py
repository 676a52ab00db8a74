"""Work in pieces: its time is said before it begins, and kept for the next."""

from __future__ import annotations

import pytest

from engine.command_line import pieces as room
from engine.command_line.pieces import Pieces
from engine.flow import pace
from engine.storage.store import Store

KIND = {"checkpoint": "some/bert", "dtype": "float32", "device": "cpu"}


class Clock:
    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    found = Clock()
    monkeypatch.setattr(pace, "time", found)
    return found


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "results.sqlite")


def begun(store, sizes, kind=KIND, name="runs") -> Pieces:
    return Pieces(name, kind, ["a list of words"], sizes, store)


def work(clock, store, sizes, seconds, kind=KIND):
    """Pieces of which each takes so many seconds; those that are known take none."""
    with begun(store, sizes, kind) as found:
        for size in sizes:
            clock.now += seconds if size else 0.1
            found.next(computed=bool(size))


def test_few_pieces_say_before_they_begin_that_nobody_knows(store, capsys):
    begun(store, [1.0] * 4)
    assert capsys.readouterr().err == (
        "runs: 4 in all, to be measured; how long that takes on this machine is unknown yet.\n"
    )


@pytest.mark.parametrize("known", [0, 2])
def test_the_next_work_of_the_kind_is_forecast_from_what_was_computed(store, capsys, clock, known):
    work(clock, store, [0.0] * known + [1.0] * 5, 20.0)
    capsys.readouterr()
    begun(store, [0.0] * 3 + [1.0] * 6)
    assert capsys.readouterr().err == (
        "runs: 6 of 9 are left, expected to take about 2 minutes on this machine, as earlier work "
        "did.\n"
    )


@pytest.mark.parametrize("other", [{"checkpoint": "other/bert"}, {"dtype": "bfloat16"}])
def test_another_kind_of_work_says_nothing_about_this_one(store, capsys, clock, other):
    work(clock, store, [1.0] * 5, 20.0, KIND | other)
    capsys.readouterr()
    begun(store, [1.0] * 5)
    assert "unknown yet" in capsys.readouterr().err


def test_where_all_is_known_or_one_piece_is_left_nothing_is_said(store, capsys):
    for sizes in ([0.0] * 9, [0.0] * 8 + [1.0], [1.0]):
        begun(store, sizes)
    assert capsys.readouterr().err == ""


def test_a_model_is_named_where_it_is_one_of_several(store, capsys):
    Pieces("runs", KIND, [], [1.0] * 4, store, model="some/bert, 1-1 masked")
    assert capsys.readouterr().err.startswith("runs, some/bert, 1-1 masked: 4 in all")


def test_a_job_notes_the_pace_of_earlier_pieces(store, monkeypatch, clock):
    work(clock, store, [1.0] * 5, 20.0)
    noted = []
    monkeypatch.setattr(room, "progress", lambda *_: lambda done, total: None)
    monkeypatch.setattr(room, "expecting", lambda show: noted.append)
    begun(store, [1.0] * 6)
    assert (noted[0].left, noted[0].seconds) == (6, 120.0)
