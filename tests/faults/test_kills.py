"""Kills at a small size, and planted faults that the campaign must see."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from types import ModuleType, SimpleNamespace

import pytest

from engine.core.errors import StorageError
from engine.storage import jobs
from tests.faults import kill_jobs, kill_runs, kill_servers, repeating, runs, stored
from tests.faults.kills import Split, kills
from tests.faults.sessions import NotDrawnError, visit
from tests.faults.stored import RESULTS, Outcome
from tests.faults.tally import Tally
from tests.faults.workload import workloads


@pytest.fixture(autouse=True)
def _main_module(monkeypatch):
    """New processes run the main module again, and tests of pages leave a page's script there."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.fixture
def works(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    return workloads(folder, 0)


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100, 101])
def test_kills_are_split_and_none_is_lost(count):
    split = Split.of(count)
    assert split.commands + split.jobs + split.servers == count
    assert Split.of(100) == Split(60, 25, 15)
    assert Split.of(count, "jobs") == Split(0, count, 0)


def test_a_second_start_in_a_folder_waits_for_its_own_process(works, tmp_path, monkeypatch):
    (tmp_path / "output.json").write_text("of an earlier start")
    there = []

    def opened(run, other_end):
        there.append(run.output.exists())
        plain(run, other_end)

    plain = runs._opened
    monkeypatch.setattr(runs, "_opened", opened)
    context = SimpleNamespace(set_forkserver_preload=lambda _: None, Process=lambda **_: Ended())
    monkeypatch.setattr(runs.multiprocessing, "get_context", lambda _: context)
    runs.start(works[0], tmp_path).end()
    assert there == [False]


class Ended:
    """A process that has ended."""

    def start(self):
        pass

    def join(self):
        pass

    def is_alive(self):
        return False


class AtOnce:
    """Random choices by which a kill comes at once."""

    def randint(self, low, high):
        return 1

    def randrange(self, end):
        return 0

    def random(self):
        return 0.0


@pytest.mark.process
def test_a_store_that_drops_rows_is_bad(works, tmp_path, monkeypatch):
    """As if the last results were not yet written when they were reported."""
    whole, _ = runs.undisturbed(works[0], tmp_path / "whole")
    store_problem, start = stored.store_problem, runs.start

    def dropping(cache, rows):
        problem = store_problem(cache, rows)
        with closing(sqlite3.connect(cache / RESULTS)) as connection, connection:
            connection.execute("DELETE FROM result")
        return problem

    def reporting(work, folder):
        started = start(work, folder)
        while started.watch(0.02) and not stored.rows_of(folder / "cache"):
            pass
        started.shown += b"pairs: 8 of 300\r"
        return started

    monkeypatch.setattr(stored, "store_problem", dropping)
    monkeypatch.setattr(repeating, "draw_of", lambda *_: AtOnce())
    monkeypatch.setattr(kill_runs, "start", reporting)
    folder, tally = tmp_path / "kills", Tally(0)
    folder.mkdir()
    kill_runs.kill_runs(1, tally, folder, [(works[0], whole, 1.0)])
    assert "items were reported as finished, 0 are stored" in tally.bad[0].problem


@pytest.mark.process
def test_two_commands_and_a_job_are_killed_and_resumed(tmp_path):
    tally = Tally(79)  # of whose kills that of the job comes while it measures
    kills(Split(2, 1, 0), tally, tmp_path)
    assert tally.bad == []
    assert tally.counts == {"command": {"nothing lost": 2}, "job": {"nothing lost": 1}}


@pytest.mark.process
def test_a_server_is_killed_and_started_again(tmp_path, monkeypatch):
    monkeypatch.setattr(kill_servers, "_ASKED", kill_servers._ASKED[1:2])
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    tally = Tally(0)
    kill_servers.kill_servers(1, tally, tmp_path)
    assert tally.bad == []
    assert tally.counts == {"server": {"nothing lost": 1}}


def test_a_job_that_cannot_be_handled_is_bad(works, tmp_path, monkeypatch):
    expected = [(works[0], Outcome({}, {}, b""), 1.0)]

    def broken(*_):
        raise StorageError("No.")

    monkeypatch.setattr(jobs, "submit", broken)
    tally = Tally(0)
    kill_jobs.kill_jobs(1, tally, tmp_path, expected)
    assert tally.bad[0].problem.endswith("a job could not be handled: No.")


def test_only_kills_that_happened_are_counted(tmp_path):
    attempts = iter([(1, "lost"), (0, ""), (0, "not started"), (2, "")])
    most = []

    def attempt(draw, place, left):
        assert place.is_dir()
        most.append(left)
        return next(attempts)

    tally = Tally(0)
    repeating.count_kills("server", 4, tally, tmp_path, attempt)
    assert tally.counts == {"server": {"bad": 2, "nothing lost": 2}}
    assert [bad.problem for bad in tally.bad] == ["1 kills: lost", "0 kills: not started"]
    assert most == [4, 3, 3, 2]
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_is_not_there_is_said():
    with pytest.raises(NotDrawnError):
        visit("http://localhost:1", "", "", 5)
