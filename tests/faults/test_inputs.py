"""Odd inputs at a small size, and planted faults that the campaign must see."""

from __future__ import annotations

import math
import time

import pytest

from engine.core.errors import BiascopeError
from tests.faults import verdict, watchdog
from tests.faults.files import odd_file
from tests.faults.inputs import ALL, COMMAND_LINE, inputs
from tests.faults.receivers import PAIRS, RECEIVERS
from tests.faults.tally import Tally, draw_of
from tests.faults.texts import odd_heads, odd_name, odd_number, odd_text
from tests.faults.verdict import REFUSED, VALUE, WrongAnswerError, outcome_of

pytestmark = pytest.mark.model


def test_odd_inputs_are_answered_or_refused(tmp_path):
    tally = Tally(0)
    inputs(60, tally, tmp_path)
    assert tally.bad == []
    assert tally.cases == 60
    assert COMMAND_LINE in tally.counts
    assert len(tally.counts) > 10


@pytest.mark.parametrize("make", [odd_text, odd_heads, odd_number, odd_name])
def test_the_same_seed_makes_the_same_text(make):
    texts = [make(draw_of(3, "text", number)) for number in range(50)]
    assert texts == [make(draw_of(3, "text", number)) for number in range(50)]
    assert texts != [make(draw_of(4, "text", number)) for number in range(50)]


def test_texts_and_files_are_of_every_odd_kind():
    texts = [odd_text(draw_of(0, "text", number)) for number in range(1000)]
    for sign in ("\ud800", "\0", "\x1b", "\u202e", "[MASK]", "<script>", "=1+1", "{group}", "\r\n"):
        assert any(sign in text for text in texts), sign
    assert max(map(len, texts)) > 10_000
    contents = [odd_file(draw_of(0, "file", number), PAIRS).content for number in range(500)]
    for part in (b"\0", b"\xff\xfe", b"sent_more,sent_less", b"[[[[", b"NaN", b"PK\x03\x04", b""):
        assert any(part in content for content in contents), part


def failing(error):
    def receiver(*_):
        raise error

    return receiver


def answering(value):
    return lambda draw, place: value


@pytest.mark.parametrize(
    ("receiver", "problem"),
    [
        (failing(ValueError("bad\nvalue")), r"ValueError: bad\nvalue"),
        (failing(RecursionError()), "RecursionError"),
        (answering({"scores": [0.5, math.nan]}), "nan in the value"),
        (answering([{"a": (math.inf,)}]), "inf in the value"),
        (answering(Tally(0, bad=[-math.inf])), "-inf in the value"),
    ],
)
def test_a_planted_fault_is_counted_and_says_how_to_make_it_again(receiver, problem, tmp_path):
    tally = Tally(7)
    inputs(3, tally, tmp_path, {"planted": receiver})
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
