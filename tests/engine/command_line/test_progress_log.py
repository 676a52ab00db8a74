from __future__ import annotations

import time

import pytest

from engine.command_line import progress_log
from engine.command_line.progress_log import EVERY, ProgressLog


@pytest.fixture
def lines(monkeypatch):
    """Lines as they are written, each with its time."""
    written = []
    monkeypatch.setattr(
        progress_log.typer, "echo", lambda text, err: written.append((time.monotonic(), text))
    )
    return written


def test_a_line_comes_at_least_every_ten_seconds():
    assert EVERY < 10


def test_one_long_piece_of_work_is_said_again_and_nothing_after_the_end(lines):
    begun = time.monotonic()
    with ProgressLog("loading", every=0.1) as log:
        time.sleep(0.25)
        log.note("step 1")
        time.sleep(0.25)
    assert lines[0][1] == "loading"  # and not before the first wait is over
    assert lines[0][0] - begun >= 0.1
    assert any(text.startswith("loading (unchanged for") for _, text in lines)
    assert "step 1" in [text for _, text in lines]
    count = len(lines)
    time.sleep(0.25)
    assert len(lines) == count


def test_a_line_that_is_written_at_once_begins_the_wait_anew(lines):
    with ProgressLog("loading", every=0.3) as log:
        for step in range(6):
            time.sleep(0.1)
            log.say(f"step {step}")
    assert [text for _, text in lines] == [f"step {step}" for step in range(6)]


def test_no_line_is_written_after_a_failure(lines):
    def failed():
        with ProgressLog("loading", every=0.05):
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        failed()
    count = len(lines)
    time.sleep(0.15)
    assert len(lines) == count


def test_a_reader_that_is_gone_costs_no_work(monkeypatch):
    texts = []

    def echo(text, err):
        texts.append(text)
        if len(texts) > 1:
            raise BrokenPipeError

    monkeypatch.setattr(progress_log.typer, "echo", echo)
    with ProgressLog("loading", every=0.05):
        time.sleep(0.2)
    assert len(texts) > 2
