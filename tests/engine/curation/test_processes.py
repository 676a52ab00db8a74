"""Helpers of a run."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from engine.core.errors import BiascopeError
from engine.curation.keywords.lists import load_lists
from engine.curation.processes import Helpers, helpers_for, work_for
from engine.curation.run import curate
from tests.engine.curation.conftest import srt

SENTENCES = ["She told him that the old waiter was rich.", "It rained.", "Her uncle is a Pole."]


@pytest.mark.parametrize(
    ("files", "asked", "number"),
    [(100, 1, 0), (100, 3, 3), (2, 3, 2), (1, 3, 0), (0, None, 0), (7, None, 0), (100, 99, 16)],
)
def test_a_run_has_helpers_for_many_files(files, asked, number):
    assert helpers_for(files, asked) == number


def test_two_helpers_are_the_default_for_eight_files(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    assert helpers_for(8, None) == 2
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert helpers_for(8, None) == 0


@pytest.mark.main_path
@pytest.mark.process
def test_helpers_give_what_one_process_gives(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A module of the folder that the user is in must not be taken for one of Python's.
    (tmp_path / "json.py").write_text("raise SystemExit", encoding="utf-8")
    (tmp_path / "Möbel ’99.srt").write_bytes(srt(*SENTENCES))
    sources = [
        Path("Möbel ’99.srt"),
        ("Other.2001.srt", srt(*SENTENCES, "She’s a German, isn’t she?")),
        ("broken.srt", b"\0\0\0"),
        Path("missing.srt"),
    ]
    lists = load_lists("en", [("own.txt", b"category: weather\nrain/rained | snow/snowed")])
    alone = curate(sources, lists, workers=1)
    assert alone.candidates
    assert len(alone.funnel.skipped) == 2
    assert curate(sources, lists, workers=3) == alone
    sources.append(("Der.Film.srt", srt("Wo hast du die Schlüssel?", "Sie waren beim Nachbarn.")))
    skipped = curate(sources, lists, workers=3).funnel.skipped
    assert skipped[-1].reason.startswith("Der.Film.srt is in German, not in English;")
    every = curate(sources, lists, workers=3, other_languages=True)
    assert every == curate(sources, lists, workers=1, other_languages=True)
    assert len(every.films) == len(alone.films) + 1


@pytest.mark.process
def test_helpers_end_with_the_run(lists):
    helpers = Helpers(lists, 2)
    with helpers:
        pids = [process.pid for process in helpers._started]
        list(helpers.read([("A.srt", srt("He left."))]))
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.process
def test_a_helper_that_the_system_ends_is_named(lists):
    with Helpers(lists, 1) as helpers:
        os.kill(helpers._started[0].pid, signal.SIGKILL)
        helpers._started[0].wait()
        with pytest.raises(BiascopeError, match=r"signal 9.*run again with one worker"):
            list(helpers.read([("A.srt", srt("He left."))]))


@pytest.mark.process
def test_a_fault_of_a_helper_is_not_hidden(lists, capfd):
    with Helpers(lists, 1) as helpers, pytest.raises(RuntimeError, match="exit code 1"):
        list(helpers.propose([[("no such category", "He left.")]]))
    assert "KeyError: 'no such category'" in capfd.readouterr().err


def test_one_worker_is_this_process(lists):
    with work_for(lists, 20, 1) as work:
        (found,) = work.read([("A.srt", srt("The old woman sat."))])
        assert found.held[0].keywords == {"gender": ("woman",), "age": ("old",)}
