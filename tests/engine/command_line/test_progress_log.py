"""Lines of progress, by a clock that stands still until a test moves it."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from engine.command_line import progress_log
from engine.command_line.progress_log import EVERY, ProgressLog

PATIENCE = 60.0  # seconds that another thread may take for a step of a moment


class Clock:
    """The time of a log, and the event that its thread waits for."""

    def __init__(self) -> None:
        self.now, self.ends = 0.0, 0.0
        self.given = False
        self.waits = False  # whether the thread of the log has nothing to do
        self.change = threading.Condition()

    def monotonic(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        with self.change:
            self.ends, self.waits = self.now + seconds, True
            self.change.notify_all()
            self.change.wait_for(lambda: self.given or self.now >= self.ends)
            self.waits = False
            return self.given

    def set(self) -> None:
        with self.change:
            self.given, self.waits = True, False
            self.change.notify_all()

    def clear(self) -> None:
        self.given = False

    def move(self, seconds: float) -> None:
        """Let time pass, and the thread of the log do what is due by then."""
        with self.change:
            assert self.change.wait_for(lambda: self.waits, PATIENCE)
            self.now += seconds
            if self.now >= self.ends:
                self.waits = False
                self.change.notify_all()
                assert self.change.wait_for(lambda: self.waits, PATIENCE)


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(progress_log, "time", made)
    threads = SimpleNamespace(Event=lambda: made, Thread=threading.Thread)
    monkeypatch.setattr(progress_log, "threading", threads)
    return made


@pytest.fixture
def lines(monkeypatch):
    """Lines as they are written."""
    written = []
    monkeypatch.setattr(progress_log.typer, "echo", lambda text, err: written.append(text))
    return written


def test_a_line_comes_at_least_every_ten_seconds():
    assert EVERY < 10


def test_one_long_piece_of_work_is_said_again_and_nothing_after_the_end(clock, lines):
    with ProgressLog("loading", every=8) as log:
        clock.move(7.5)
        assert lines == []  # not before the first wait is over
        clock.move(0.5)
        assert lines == ["loading"]
        clock.move(8)
        assert lines == ["loading", "loading (unchanged for 16 s)"]
        log.note("step 1")
        clock.move(8)
        assert lines[2:] == ["step 1"]
    assert not log._thread.is_alive()
    assert len(lines) == 3


def test_a_line_that_is_written_at_once_begins_the_wait_anew(clock, lines):
    with ProgressLog("loading", every=3) as log:
        for step in range(6):
            clock.move(2)
            log.say(f"step {step}")
        assert lines == [f"step {step}" for step in range(6)]
        clock.move(3)
    assert lines[6:] == ["step 5 (unchanged for 3 s)"]


def test_no_line_is_written_after_a_failure(clock, lines):
    log = ProgressLog("loading", every=8)

    def failed():
        with log:
            clock.move(7)
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        failed()
    assert not log._thread.is_alive()
    assert lines == []


def test_a_reader_that_is_gone_costs_no_work(clock, monkeypatch):
    texts = []

    def echo(text, err):
        texts.append(text)
        if len(texts) > 1:
            raise BrokenPipeError

    monkeypatch.setattr(progress_log.typer, "echo", echo)
    with ProgressLog("loading", every=8):
        for _ in range(3):
            clock.move(8)
    assert len(texts) == 3
