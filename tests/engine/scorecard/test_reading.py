"""A report is read as it was written, and refused where it is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.core.errors import InputTextError
from engine.scorecard import reading
from engine.scorecard.reading import read
from engine.scorecard.table import report_of
from tests.engine.scorecard.reports_by_hand import cell, contestant, measure, sealed, small, text


def test_a_report_is_read_as_it_was_written():
    report = small()
    assert read(text(report)) == report
    assert read(b"\xef\xbb\xbf" + text(report).encode()) == report


def test_the_same_cells_give_the_same_bytes():
    assert text(small()) == text(small())


@given(
    some.lists(
        some.lists(some.none() | some.floats(-50, 50), min_size=3, max_size=3),
        min_size=1,
        max_size=3,
    ),
    some.text(max_size=20),
)
def test_every_report_that_is_written_can_be_read(rows, title):
    names = [str(number) for number in range(len(rows))]
    try:
        title.encode()
    except UnicodeEncodeError:
        title = ""
    report = report_of(
        [contestant(name) | {"label": title} for name in names],
        [measure() | {"title": title}],
        [cell(name, row) for name, row in zip(names, rows, strict=True)],
        draws=10,
    )
    assert read(text(report)) == report


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "biascope.scorecard/2"}, "update Biascope"),
        ({"schema": "biascope.scorecard/0"}, "this Biascope reads"),
        ({"schema": "biascope.arena/1"}, "is no scorecard"),
        ({"schema": None}, "is no scorecard"),
        ({"cells": [{}]}, '"cells" does not have the expected form'),
        ({"level": 3}, '"level" does not have the expected form'),
        ({"measures": [measure() | {"digits": 10**6}]}, '"measures" does not have the expected'),
        ({"cells": [cell("a", [0.1]) | {"rank_interval": [1]}]}, '"cells" does not have the'),
        ({"cells": [cell("a", [1e200, 1.0]) | {"value": None}]}, '"cells" does not have the'),
    ],
)
def test_what_is_no_report_is_refused(change, message):
    with pytest.raises(InputTextError, match=message):
        read(sealed(small(), **change), "it.json")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{", "is not JSON"),
        ("[]", "not an object"),
        ("", "is empty"),
        (b"\xff\xfe", "UTF-8"),
        (text(small()).replace("0.05", "NaN", 1), "NaN"),
        (text(small()).replace("0.05", "0.06", 1), "changed after it was written"),
    ],
)
def test_a_damaged_file_is_refused(given, message):
    with pytest.raises(InputTextError, match=message):
        read(given, "it.json")


def test_a_file_that_is_too_large_is_not_parsed(monkeypatch):
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    with pytest.raises(InputTextError, match="is larger than"):
        read("{" * 101)
    monkeypatch.setattr(reading, "MOST_BYTES", 10**6)
    monkeypatch.setitem(reading.MOST_ENTRIES, "contestants", 1)
    with pytest.raises(InputTextError, match="2 entries"):
        read(text(small()))


def test_a_missing_key_is_named():
    report = {key: part for key, part in small().items() if key != "comparisons"}
    with pytest.raises(InputTextError, match='"comparisons" is missing'):
        read(sealed(report))
