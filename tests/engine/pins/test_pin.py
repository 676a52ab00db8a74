"""One pinned result: what is kept of it, and what its digest covers."""

from dataclasses import replace

import pytest

from engine.core.errors import BiascopeError
from engine.pins import Pin, Question, Rows, make_pin
from engine.pins.pin import LONGEST_COMMAND, LONGEST_TEXT, LONGEST_TITLE, MOST_COLUMNS, MOST_ROWS

FIGURE = {"data": [{"type": "bar", "x": [1, 2]}], "layout": {"height": 200}}


def a_pin(**other: object) -> Pin:
    fields: dict = {
        "title": "She is likelier",
        "reading": "60% [51, 68]",
        "figure": FIGURE,
        "columns": ["word", "probability"],
        "rows": [["she", 0.25], ["he", 0.125]],
        "command": "python -m engine fill 'x'",
        "manifest": {"spec": {"checkpoint": "bundled"}, "items": 1},
    }
    return make_pin(**(fields | other))


def test_a_fresh_pin_is_as_it_was_pinned():
    assert not a_pin().changed


@pytest.mark.parametrize(
    "changed",
    [
        {"reading": "61% [51, 68]"},
        {"alt": "other"},
        {"figure": {"data": [{"type": "bar", "x": [1, 3]}], "layout": {"height": 200}}},
        {"rows": Rows(("word", "probability"), (("she", 0.26), ("he", 0.125)), 2)},
        {"rows": Rows(("word", "probability"), (("she", 0.25), ("he", 0.125)), 3)},
        {"command": "python -m engine fill 'y'"},
        {"manifest": {"spec": {"checkpoint": "other"}, "items": 1}},
        {"address": "pairs"},
        {"live": {"kind": "fill"}},
        {"pinned": "2020-01-01T00:00:00+00:00"},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_changed_measurement_is_seen(changed):
    assert replace(a_pin(), **changed).changed


def test_the_presenters_own_words_may_change():
    pin = a_pin().named("Another title").noted("Say it slowly.")
    pin = replace(pin, questions=(Question("Why?", "Because."),))
    assert not pin.changed


def test_a_title_is_one_line_of_some_length():
    assert a_pin().named("  two\n lines ").title == "two lines"
    with pytest.raises(BiascopeError, match="needs a title"):
        a_pin().named(" \n ")
    with pytest.raises(BiascopeError, match="201 letters"):
        a_pin().named("x" * (LONGEST_TITLE + 1))


def test_a_note_has_a_longest():
    with pytest.raises(BiascopeError, match="longest has 5,000"):
        a_pin().noted("x" * 5_001)


def test_of_many_rows_the_first_are_kept_and_all_are_counted():
    pin = a_pin(rows=[[str(number), 0.5] for number in range(MOST_ROWS + 7)])
    assert (len(pin.rows.rows), pin.rows.n) == (MOST_ROWS, MOST_ROWS + 7)


def test_of_many_columns_the_first_are_kept():
    pin = a_pin(columns=[f"c{place}" for place in range(300)], rows=[[0.5] * 300])
    assert len(pin.rows.columns) == len(pin.rows.rows[0]) == MOST_COLUMNS


def test_columns_of_one_name_are_told_apart():
    assert a_pin(columns=["value", "value"]).rows.columns == ("value", "value (2)")


def test_texts_that_are_too_long_are_cut_when_they_are_pinned():
    pin = a_pin(reading="word " * 2_000, alt="x" * 6_000)
    assert (len(pin.reading), len(pin.alt)) == (LONGEST_TEXT - 1, LONGEST_TEXT)


def test_a_command_is_kept_whole_or_the_result_is_not_pinned():
    command = "python -m engine sweep --models " + "x" * (LONGEST_COMMAND - 32)
    assert a_pin(command=command).command == command
    with pytest.raises(BiascopeError, match=r"has 100,001 letters; a pin keeps at most 100,000"):
        a_pin(command=command + "x")
