"""How long work takes is known from work of its kind, and unknown where there was none."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.families import MASKED
from engine.flow import pace as pace_module
from engine.flow.descriptor import ROW_A_TEXT, ROW_A_TOKEN
from engine.flow.pace import Expected, Pace, work_of
from engine.flow.registry import MEASURES
from engine.inference.text import encode
from engine.measures.pairs.variants import VARIANTS, Sentence
from engine.storage.paces import FILE, keep_paces, kept_pace

KIND = {"measure": "pairs", "checkpoint": "one"}


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass only when a test says so."""
    now = [100.0]
    monkeypatch.setattr(pace_module.time, "monotonic", lambda: now[0])
    return now


def timed(folder, clock, seconds, sizes=(10.0,) * 4, kind=KIND, details=None):
    """Work in parts of two items, of which each takes some seconds."""
    pace = Pace(folder, kind, details, sizes)
    with pace:
        for start in range(0, len(sizes), 2):
            clock[0] += seconds
            pace.note(sizes[start : start + 2])


class Stopped(list):
    """A clock by which Ctrl-C comes after two parts."""

    def __init__(self, clock):
        self._clock, self._parts = clock, 0

    def __getitem__(self, _):
        return self._clock[0]

    def __setitem__(self, _, now):
        if self._parts == 2:
            raise KeyboardInterrupt
        self._parts += 1
        self._clock[0] = now


def expected(folder, sizes=(10.0,) * 100, kind=KIND, details=None):
    return Pace(folder, kind, details, sizes).expected(200, len(sizes))


def test_nothing_is_forecast_where_nothing_was_timed(tmp_path):
    assert expected(tmp_path) == Expected(200, 100, None)
    assert expected(None) == Expected(200, 100, None)


def test_work_of_a_kind_is_forecast_from_earlier_work_without_its_first_part(tmp_path, clock):
    pace = Pace(tmp_path, KIND, None, (10.0,) * 6)
    with pace:
        for seconds in (30.0, 4.0, 4.0):  # loading what is needed takes place in the first
            clock[0] += seconds
            pace.note((10.0, 10.0))
    assert expected(tmp_path).seconds == pytest.approx(100 * 2.0)


@pytest.mark.parametrize("other", [{"measure": "gest"}, {"checkpoint": "two"}])
def test_work_of_another_kind_says_nothing(tmp_path, clock, other):
    timed(tmp_path, clock, 4.0)
    assert expected(tmp_path, kind=KIND | other).seconds is None


def test_other_details_are_taken_only_where_nothing_is_known_of_these(tmp_path, clock):
    timed(tmp_path, clock, 4.0, details={"variant": "pll"})
    assert expected(tmp_path, details={"variant": "cps"}).seconds == pytest.approx(200)
    timed(tmp_path, clock, 8.0, details={"variant": "cps"})
    assert expected(tmp_path, details={"variant": "pll"}).seconds == pytest.approx(200)
    assert expected(tmp_path, details={"variant": "cps"}).seconds == pytest.approx(400)


def test_texts_of_a_length_are_forecast_from_those_of_the_nearest(tmp_path, clock):
    timed(tmp_path, clock, 4.0, sizes=(10.0,) * 4)
    timed(tmp_path, clock, 4.0, sizes=(1000.0,) * 4)
    assert expected(tmp_path, sizes=(11.0,) * 10).seconds == pytest.approx(22)
    assert expected(tmp_path, sizes=(800.0,) * 10).seconds == pytest.approx(16)


def test_work_that_is_stopped_is_timed_as_far_as_it_came(tmp_path, clock):
    with pytest.raises(KeyboardInterrupt):
        timed(tmp_path, Stopped(clock), 4.0, sizes=(10.0,) * 40)
    assert expected(tmp_path).seconds == pytest.approx(200)


def test_long_work_that_is_killed_leaves_what_was_timed(tmp_path, clock):
    with Pace(tmp_path, KIND, None, (10.0,) * 40) as pace:
        for _ in range(5):
            clock[0] += 10.0
            pace.note((10.0, 10.0))
        assert expected(tmp_path).seconds == pytest.approx(500)


def test_a_moment_says_nothing_and_little_replaces_nothing(tmp_path, clock):
    timed(tmp_path, clock, 0.1)
    assert expected(tmp_path).seconds is None
    timed(tmp_path, clock, 60.0)
    timed(tmp_path, clock, 1.0)
    assert expected(tmp_path).seconds == pytest.approx(3000)


@given(
    text=st.text(min_size=1, max_size=50),
    more=st.integers(2, 5),
    growth=st.sampled_from([ROW_A_TEXT, ROW_A_TOKEN]),
)
def test_a_longer_text_is_more_work_but_not_more_than_by_its_square(text, more, growth):
    once, longer = work_of(text, growth), work_of(text * more, growth)
    assert more * once <= longer <= more**2 * once


@pytest.mark.parametrize(
    ("name", "params", "growth"),
    [
        ("pairs", {"variant": "cps"}, ROW_A_TOKEN),
        ("pairs", {"variant": "pll"}, ROW_A_TOKEN),
        ("pairs", {"variant": "aul"}, ROW_A_TEXT),
        ("pppl", {}, ROW_A_TOKEN),
        ("completion", {"top_k": 5}, ROW_A_TEXT),
    ],
)
def test_work_grows_by_the_square_of_a_text_where_each_token_is_a_row(name, params, growth):
    assert MEASURES[name].growth_of(params) == growth


@pytest.mark.model
@pytest.mark.parametrize("variant", [name for name in VARIANTS if VARIANTS[name].kind == MASKED])
def test_a_variant_that_reads_a_row_a_token_is_forecast_so(variant, masked_lm):
    lm = masked_lm("bert")
    text = "The nurse was tired and the doctor was kind"
    (sentence,) = [encode(lm.tokenizer, text, lm.model.max_length)]
    wanted = tuple(range(1, len(sentence.ids) - 1))
    asked = Sentence(text, sentence, wanted, lm.tokenizer.mask_token_id)
    rows = len(VARIANTS[variant].read(asked))
    a_token = MEASURES["pairs"].growth_of({"variant": variant}) == ROW_A_TOKEN
    assert (rows > 1) == a_token


BROKEN = {
    "no JSON": "{",
    "another kind": "[1]",
    "nested": "[" * 100_000,
    "no numbers": '{"KEY": {"3": ["a", 1]}}',
    "nothing": '{"KEY": {"3": [0, 0]}}',
    "not finite": '{"KEY": {"3": [NaN, 1]}}',
    "no bucket": '{"KEY": {"x": [1, 1]}}',
    "no pair": '{"KEY": {"3": [1]}}',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_file_that_is_broken_is_as_none_and_is_replaced(tmp_path, text):
    (tmp_path / FILE).write_text(text)
    assert kept_pace(tmp_path, "KEY", 8.0) is None
    keep_paces(tmp_path, ["KEY"], 8.0, 10.0, 5.0)
    assert kept_pace(tmp_path, "KEY", 8.0) == 2.0


def test_a_file_that_cannot_be_written_costs_nothing(tmp_path):
    (tmp_path / FILE).mkdir()
    keep_paces(tmp_path, ["KEY"], 8.0, 10.0, 5.0)
    assert kept_pace(tmp_path, "KEY", 8.0) is None


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / FILE)
    assert kept_pace(tmp_path, "KEY", 8.0) is None


def test_the_file_is_small_and_names_nothing_that_was_measured(tmp_path, clock):
    for number in range(600):
        keep_paces(tmp_path, [f"kind {number}"], 8.0, 10.0, 5.0)
    assert kept_pace(tmp_path, "kind 0", 8.0) is None
    assert kept_pace(tmp_path, "kind 599", 8.0) == 2.0
    (tmp_path / FILE).unlink()
    timed(tmp_path, clock, 4.0, details={"text": "a private sentence"})
    assert all(key.startswith("sha256:") for key in json.loads((tmp_path / FILE).read_text()))
