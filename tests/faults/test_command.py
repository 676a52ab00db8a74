"""`bench faults` as a command: what it prints, and its exit code."""

from __future__ import annotations

import json

import pytest
from hypothesis import strategies as st

from tests.faults import campaign, inputs
from tests.faults.receivers import Receiver


def test_counts_are_reported_as_json(engine):
    found = engine(
        "bench", "faults", "--only", "folders", "--folders", "3", "--seed", "4", "--json"
    )
    assert found.code == 0, found.err
    assert (found.json["bench"], found.json["seed"], found.json["bad"]) == ("faults", 4, 0)
    assert list(found.json["parts"]) == ["folders"]
    assert found.json["parts"]["folders"]["cases"] == 3


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.model
def test_a_bad_case_is_one_line_and_exit_code_1(engine, monkeypatch, as_json):
    def broken(place, text):
        raise ValueError("two\nlines")

    planted = {"planted": Receiver.of(broken, text=st.sampled_from("ab"))}
    monkeypatch.setattr(
        campaign, "inputs", lambda *given, **named: inputs.inputs(*given, planted, **named)
    )
    options = ("--json",) if as_json else ()
    found = engine("bench", "faults", "--only", "inputs", "--inputs", "2", *options)
    assert found.code == 1
    first, _ = found.err.splitlines()
    assert first == r"bad: planted, seed 0, number 0: ValueError: two\nlines, given {'text': 'a'}"
    if as_json:
        assert json.loads(found.out)["bad"] == 2
    else:
        assert "planted" in found.out


def test_a_part_that_is_none_is_refused(engine):
    found = engine("bench", "faults", "--only", "everything")
    assert "--only is kills, inputs, folders" in found.refusal


def test_without_a_checkout_it_says_where_the_campaign_is(engine, monkeypatch, tmp_path):
    monkeypatch.setattr("engine.bench.faults.PROJECT", tmp_path)
    found = engine("bench", "faults", "--only", "folders", "--folders", "1")
    assert "in a checkout of the project" in found.refusal
    assert "tests/faults" in found.refusal
