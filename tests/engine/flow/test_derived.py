"""What is worked out from measured values is worked out once."""

from __future__ import annotations

from contextlib import closing

import pytest

from engine.flow.derived import derived, is_derived, stored_derived
from engine.storage.store import default_store


@pytest.fixture
def store():
    with closing(default_store()) as opened:
        yield opened


class Work:
    """Counts how often it is done."""

    def __init__(self):
        self.done = 0

    def __call__(self):
        self.done += 1
        return {"value": (1, 2)}


def test_what_is_derived_is_worked_out_once_and_read_as_it_was(store):
    work = Work()
    found = [derived("d", 1, {"x": 1}, {"seed": 0}, work, store) for _ in range(2)]
    assert found == [{"value": [1, 2]}] * 2
    assert work.done == 1


@pytest.mark.parametrize(
    "change", [{"name": "e"}, {"version": 2}, {"item": {"x": 2}}, {"params": {"seed": 1}}]
)
def test_everything_that_decides_a_derived_value_is_in_its_key(store, change):
    work = Work()
    given = {"name": "d", "version": 1, "item": {"x": 1}, "params": {"seed": 0}}
    derived(**given, work=work, store=store)
    derived(**given | change, work=work, store=store)
    assert work.done == 2


def test_the_last_digits_of_a_number_do_not_decide(store):
    """They differ from processor to processor, and results are passed on."""
    work = Work()
    one, other = {"x": [0.1 + 0.2, 1]}, {"x": [0.3, 1]}
    assert one != other
    for item in (one, other):
        derived("d", 1, item, {}, work, store)
    assert work.done == 1
    assert is_derived("d", 1, other, {}, store)
    assert stored_derived("d", 1, one, {}, store) == [{"value": [1, 2]}]
    derived("d", 1, {"x": [0.300001, 1]}, {}, work, store)
    assert work.done == 2


def test_without_a_store_everything_derived_is_worked_out():
    work = Work()
    assert derived("d", 1, 1, {}, work, None) == {"value": [1, 2]}
    assert work.done == 1
