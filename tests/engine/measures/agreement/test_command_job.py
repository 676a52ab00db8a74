"""`agreement` as a job: progress is reported, a stop keeps what is read, a second run goes on."""

from __future__ import annotations

import json

import pytest

from engine.measures.agreement.data.sets import SIMULATED, load_answers
from engine.storage.jobs.worker import Worker


class Recorded:
    """A worker that keeps what it is told, and asks to stop after so many sentences."""

    def __init__(self, stop_at=None):
        self.reports, self.total, self.stop_at = [], None, stop_at

    def begin(self, total, unit=""):
        self.total = total

    def report(self, done, total):
        self.reports.append(done)
        if self.stop_at is not None and done >= self.stop_at:
            raise KeyboardInterrupt

    def note(self, sentence):
        pytest.fail(sentence)


def test_the_recorded_worker_has_the_methods_of_a_real_one():
    assert {"begin", "report", "note"} <= set(dir(Worker))


@pytest.fixture
def run(engine, model, monkeypatch):
    def agreement(worker):
        for module in ("output", "subject"):
            monkeypatch.setattr(f"engine.command_line.{module}.this_worker", lambda: worker)
        return engine("agreement", SIMULATED, "--model", model, "--json")

    return agreement


def test_a_stopped_job_keeps_what_was_read_and_the_next_goes_on(run):
    stopped = Recorded(stop_at=8)
    found = run(stopped)
    assert found.code == 130
    assert stopped.total == 48
    again = Recorded()
    value = run(again).json
    assert value["manifest"]["from_store"] == stopped.reports[-1]
    assert 8 <= stopped.reports[-1] <= 32
    assert again.reports[0] == value["manifest"]["from_store"]
    assert again.reports[-1] == 48
    assert again.reports == sorted(again.reports)


def test_answers_as_the_page_writes_them_for_a_job_are_compared(engine, model, tmp_path):
    answers = load_answers(SIMULATED)
    data = answers.head(40).to_json(orient="records", lines=True, force_ascii=False)
    assert json.loads(data.splitlines()[0])["language"] == "en"
    file = tmp_path / "answers-1.jsonl"
    file.write_text(data, encoding="utf-8")
    assert "Coverage" in engine("agreement", str(file), "--model", model).out
