"""Numbers as people read them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import components
from components.frame.present.numbers import (
    bracketed,
    file_size,
    interval_text,
    likelier_text,
    number,
    p_text,
    percent,
    signed,
    times_text,
    unsigned_zeros,
    whole_percent,
    written_numbers,
)

COMPONENTS = Path(components.__path__[0])
WRITTEN = {
    times_text: {
        1.44: "1.4 times",
        9.94: "9.9 times",
        9.96: "10 times",
        999.4: "999 times",
        22026.0: "over 1,000 times",
    },
    percent: {
        1: "100.0%",
        0.387: "38.7%",
        0.1: "10.0%",
        0.0999: "9.99%",
        0.0001: "0.01%",
        0.00009: "< 0.01%",
        0: "< 0.01%",
    },
    p_text: {None: "no test", 0.0004: "p < .001", 0.042: "p = .042", 1: "p = 1.000"},
    signed: {-0.5: "−0.50", 0.5: "+0.50"},
    file_size: {
        12: "12 bytes",
        438_000: "438 kB",
        47_000_000: "47 MB",
        1_250_000: "1.2 MB",
        2_300_000_000: "2.3 GB",
    },
}


@pytest.mark.parametrize("write", WRITTEN, ids=lambda write: write.__name__)
def test_a_number_is_written_as_people_read_it(write):
    assert {value: write(value) for value in WRITTEN[write]} == WRITTEN[write]


def test_a_missing_number_is_a_word():
    assert number(None, ".2f") == "undefined"
    assert number(-0.5, "+.2f") == "−0.50"
    assert interval_text(None, ".2f") == ""
    assert interval_text([-1, 2], "+.0f") == "95%\u00a0CI\u00a0[−1,\u00a0+2]"


def test_no_number_is_written_as_a_zero_below_zero():
    assert number(-5.55e-17, ".3f") == "0.000"
    assert signed(-0.004) == "0.00"
    assert bracketed((-5.55e-17, 0.25), ".3f").startswith("[0.000,")


def test_a_table_is_written_with_true_minus_signs_and_keeps_its_numbers():
    table = pd.DataFrame({"d": [-0.5, 0.25, None, -0.001], "n": [1, 2, 3, 4]})
    written = written_numbers(table, {"d": "+.2f", "not there": ".1f"}, missing="none")
    shown = [cells[1]["display_value"] for cells in written._translate(True, True)["body"]]
    assert shown == ["−0.50", "+0.25", "none", "0.00"]
    assert written.data is table


def test_no_column_with_a_sign_is_left_to_the_browser():
    """It writes a hyphen where all other numbers have a minus sign."""
    for room in (COMPONENTS, COMPONENTS.parent / "pages"):
        for file in room.rglob("*.py"):
            assert '="%+' not in file.read_text(encoding="utf-8"), file


def test_a_table_for_the_browser_has_no_number_that_it_would_write_as_minus_zero():
    table = pd.DataFrame({"d": [-0.004, -0.006, None], "n": [-1, 0, 1], "x": ["a", "b", "c"]})
    shown = unsigned_zeros(table, {"d": 2, "n": 2, "x": 2, "none": 2})
    assert str(shown["d"][0]) == "0.0"
    assert shown["d"][1] == -0.006
    assert shown[["n", "x"]].equals(table[["n", "x"]])
    assert table["d"][0] == -0.004


@pytest.mark.parametrize(
    ("nats", "text"),
    [
        (0.5, "1.6 times as likely"),
        (-2.104, "8.2 times as likely"),
        (0.02, "1.02 times as likely"),
        (0.0004, "about as likely as the other"),
        (900.0, "over 1,000 times as likely"),
    ],
)
def test_a_difference_in_nats_is_read_as_a_ratio(nats, text):
    assert likelier_text(nats) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0%"),
        (0.0022, "0.22%"),
        (0.00001, "< 0.01%"),
        (0.006, "1%"),
        (0.567, "57%"),
        (0.997, "99.7%"),
        (0.99999, "100%"),
        (1.0, "100%"),
    ],
)
def test_a_share_that_is_not_quite_nothing_or_all_is_not_rounded_to_it(share, text):
    assert whole_percent(share) == text
