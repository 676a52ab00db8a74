"""Odd inputs at a small size, and planted faults that the campaign must see."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import Phase, find, settings

from engine.core.errors import BiascopeError
from tests.faults import verdict, watchdog
from tests.faults.files import odd_files
from tests.faults.inputs import ALL, COMMAND_LINE, inputs, known_cases
from tests.faults.receivers import PAIRS, RECEIVERS, Receiver
from tests.faults.repeating import each_drawn
from tests.faults.tally import Tally
from tests.faults.texts import ODD_TEXT
from tests.faults.verdict import REFUSED, VALUE, WrongAnswerError, outcome_of

pytestmark = [
    pytest.mark.model,
    pytest.mark.filterwarnings("ignore:Generating overly large repr"),  # of texts that are huge
]

SEARCH = settings(
    max_examples=5_000, phases=[Phase.generate], database=None, derandomize=True, deadline=None
)


def test_odd_inputs_are_answered_or_refused(tmp_path):
    tally = Tally(0)
    count = len(known_cases()) + 40
    inputs(count, tally, tmp_path)
    assert tally.bad == []
    assert tally.cases == count
    assert set(tally.counts) == set(ALL)


def test_the_same_seed_gives_the_same_inputs():
    def drawn(seed):
        found = []
        each_drawn(ODD_TEXT, range(50), seed, lambda number, text: found.append((number, text)))
        return found

    assert drawn(3) == drawn(3)
    assert drawn(3) != drawn(4)
    assert [number for number, _ in drawn(3)] == [*range(50)]


def test_every_kind_has_known_inputs():
    assert {kind for kind, _ in known_cases()} == set(ALL)


@pytest.mark.parametrize(
    "sign", ["\ud800", "\0", "\x1b", "\u202e", "[MASK]", "<script>", "=1+1", "{group}", "\r\n"]
)
def test_texts_are_of_every_odd_kind(sign):
    assert sign in find(ODD_TEXT, lambda text: sign in text, settings=SEARCH)


def test_some_texts_are_huge():
    assert find(ODD_TEXT, lambda text: len(text) > 10_000, settings=SEARCH)


@pytest.mark.parametrize(
    "part", [b"\0", b"\xff\xfe", b"sent_more,sent_less", b"[[[[", b"NaN", b"PK\x03\x04"]
)
def test_files_are_broken_in_every_way(part):
    assert find(odd_files(PAIRS), lambda file: part in file.content, settings=SEARCH)


def failing(error):
    def read(*_, **__):
        raise error

    return read


def answering(value):
    return lambda *_, **__: value


@pytest.mark.parametrize(
    ("read", "problem"),
    [
        (failing(ValueError("bad\nvalue")), r"ValueError: bad\nvalue"),
        (failing(RecursionError()), "RecursionError"),
        (answering({"scores": [0.5, math.nan]}), "nan in the value"),
        (answering([{"a": (math.inf,)}]), "inf in the value"),
        (answering(Tally(0, bad=[-math.inf])), "-inf in the value"),
    ],
)
def test_a_planted_fault_is_counted_and_says_how_to_make_it_again(read, problem, tmp_path):
    tally = Tally(7)
    inputs(3, tally, tmp_path, {"planted": Receiver.of(read, text=ODD_TEXT)})
    assert tally.counts == {"planted": {"bad": 3}}
    assert str(tally.bad[1]).startswith("planted, seed 7, number 1: ")
    assert problem in str(tally.bad[1])
    assert len(str(tally.bad[1]).splitlines()) == 1


def test_a_fault_in_the_product_is_seen_through_its_receiver(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.core.spec._HEAD", None)
    tally = Tally(0)
    inputs(15, tally, tmp_path, {"heads": RECEIVERS["heads"]})
    assert tally.counts["heads"]["bad"] > 3
    assert "AttributeError" in tally.bad[0].problem
    assert "engine.core.spec" in tally.bad[0].problem


def test_a_fault_in_the_product_is_seen_through_the_command_line(tmp_path, monkeypatch):
    monkeypatch.setattr("engine.command_line.subject.resolve", failing(KeyError("x")))
    tally = Tally(0)
    inputs(15, tally, tmp_path, {COMMAND_LINE: ALL[COMMAND_LINE]})
    assert tally.counts[COMMAND_LINE]["bad"] > 1
    assert all("exit code 1" in entry.problem for entry in tally.bad)


class LoudError(BiascopeError):
    def __str__(self) -> str:
        return self.args[0]


@pytest.mark.parametrize(
    "message", ["", "two\nlines", "\x1b[31mred", "half \ud800", "Traceback (most recent call last)"]
)
def test_a_message_that_may_not_be_shown_is_bad(message):
    with pytest.raises(WrongAnswerError):
        outcome_of(lambda: failing(LoudError(message))(None, None))


def test_what_takes_too_long_is_interrupted(monkeypatch):
    monkeypatch.setattr(watchdog, "_FOR_GOOD", 10_000)

    def endless():
        while True:
            try:
                sum(range(1000))
            except Exception:
                continue

    for work in (endless, lambda: time.sleep(10_000)):
        with pytest.raises(WrongAnswerError, match="no answer"):
            verdict.outcome_of(work, 0.1)


def test_a_value_and_a_refusal_are_told_apart():
    assert outcome_of(lambda: [1.5, None, "a"]) == VALUE
    assert outcome_of(lambda: failing(BiascopeError("No."))(None, None)) == REFUSED
