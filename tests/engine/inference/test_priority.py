"""Background work stops between two batches while somebody waits for an answer."""

from __future__ import annotations

import threading

import pytest

from engine.core.errors import BiascopeError
from engine.flow.measurement import measure
from engine.inference import priority, runner
from engine.inference.plan import Row
from engine.inference.priority import (
    hold_background,
    in_background,
    in_foreground,
    in_turn,
    wait_for_foreground,
)
from engine.models.loading import MaskedLM, load


@pytest.fixture(autouse=True)
def nothing_held(monkeypatch) -> None:
    """No other test has asked for anything just now."""
    monkeypatch.setattr(priority, "_held_until", 0.0)


@pytest.fixture
def lm(tiny_model_folder) -> MaskedLM:
    return MaskedLM(load(str(tiny_model_folder("bert"))))


class Background(threading.Thread):
    """Runs rows one by one in the background and counts those that are done."""

    def __init__(self, lm: MaskedLM, words: range) -> None:
        super().__init__(daemon=True)
        self.lm, self.done = lm, 0
        self.rows = [Row((2, word, 3), (1,), (word,)) for word in words]

    def run(self) -> None:
        with in_background():
            runner.run_each(self.lm, self.rows, runner.token_scores, 1, self._count)

    def _count(self, done: int) -> None:
        self.done = done


class Watched(threading.Condition):
    """Says when somebody begins to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.begun.set()
        return super().wait(timeout)


def test_background_rows_wait_until_the_answer_is_there(lm, monkeypatch):
    answers = Watched()
    monkeypatch.setattr(priority, "_answers", answers)
    work = Background(lm, range(5, 30))
    with in_foreground():
        work.start()
        assert answers.begun.wait(60)
        (scores,) = runner.score_rows(lm, work.rows[:1])  # what is waited for is not held up
        assert len(scores.log_probabilities) == 1
        assert work.done == 0
    work.join(60)
    assert work.done == len(work.rows)


@pytest.mark.parametrize("held", ["asked", "answered"])
def test_background_rows_wait_while_a_page_comes_to_its_question_and_draws_its_answer(
    lm, monkeypatch, held
):
    answers = Watched()
    monkeypatch.setattr(priority, "_answers", answers)
    monkeypatch.setattr(priority, "_MOMENT", 600.0)
    work = Background(lm, range(5, 8))
    if held == "asked":
        hold_background()
    else:
        with in_foreground():
            pass
    work.start()
    assert answers.begun.wait(60)
    assert work.done == 0
    monkeypatch.setattr(priority, "_held_until", 0.0)
    with answers:
        answers.notify_all()
    work.join(60)
    assert work.done == 3


def test_background_rows_go_on_where_somebody_always_waits(lm, monkeypatch):
    monkeypatch.setattr(priority, "_LONGEST", 0.05)
    work = Background(lm, range(5, 8))
    with in_foreground():
        work.start()
        work.join(60)
        assert work.done == 3


def test_work_stays_in_the_background_after_a_part_of_it_that_says_so_too():
    with in_background():
        with in_background():
            pass
        assert priority._in_background()
    assert not priority._in_background()


def test_nothing_waits_where_nobody_does(lm):
    work = Background(lm, range(5, 6))
    work.start()
    work.join(60)
    assert work.done == 1
    wait_for_foreground()


def test_a_measurement_is_waited_for_unless_it_is_made_in_the_background(lm):
    seen = []

    def progress(_done: int, _all: int) -> None:
        seen.append(priority._foreground)

    items, params = [{"text": "the [MASK] was here"}], {"top_k": 1}
    measure("completion", lm.spec, items, params, lambda: lm, None, progress)
    with in_background():
        measure("completion", lm.spec, items, params, lambda: lm, None, progress)
    assert max(seen[: len(seen) // 2]) == 1
    assert max(seen[len(seen) // 2 :]) == 0


def test_a_measurement_that_fails_is_no_longer_waited_for(lm):
    with pytest.raises(BiascopeError):
        measure("completion", lm.spec, [{"text": "no mask"}], {"top_k": 1}, lambda: lm, None)
    assert priority._foreground == 0


def test_only_so_many_compute_at_once_and_all_get_their_turn(monkeypatch):
    monkeypatch.setattr(priority, "_turns", threading.BoundedSemaphore(2))
    inside, most, done = 0, 0, 0
    lock = threading.Lock()
    two = threading.Barrier(2)

    def work() -> None:
        nonlocal inside, most, done
        with in_turn():
            with lock:
                inside += 1
                most = max(most, inside)
            two.wait(60)  # passes only where two compute at the same time
            with lock:
                inside -= 1
                done += 1

    threads = [threading.Thread(target=work, daemon=True) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (most, done) == (2, 10)


def test_background_work_takes_no_turn_that_a_user_may_wait_for(monkeypatch):
    monkeypatch.setattr(priority, "_turns", threading.BoundedSemaphore(1))
    with in_background(), in_turn(), in_turn():
        pass


def test_a_turn_ends_where_the_work_fails(monkeypatch):
    monkeypatch.setattr(priority, "_turns", threading.BoundedSemaphore(1))
    with pytest.raises(LookupError), in_turn():
        raise LookupError
    with in_turn():
        pass
