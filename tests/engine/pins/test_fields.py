"""Fields of a pin: cells, addresses and names of columns."""

from urllib.parse import parse_qs

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pins.pin import LONGEST_ADDRESS, address_of, cell, columns_of, command_of, line_of


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (np.float64(0.5), 0.5),
        (np.int64(3), 3),
        (2**63 - 1, 2**63 - 1),
        (-(2**63), -(2**63)),
        (2**63, "9223372036854775808"),
        (float("nan"), None),
        (float("inf"), None),
        (None, None),
        (True, True),
        ("text", "text"),
        ((1, 2), "(1, 2)"),
    ],
)
def test_a_cell_is_a_value_of_json(value, kept):
    assert cell(value) == kept
    assert type(cell(value)) is type(kept)


@pytest.mark.parametrize("address", ["", "pairs", "probe?text=a+b%3F&model=bundled", "?text=x"])
def test_an_address_within_the_app_is_kept(address):
    assert address_of(address) == address


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("probe?text=a%20b", "probe?text=a+b"),
        ("?)![](https://evil.example/p.png", "?%29%21%5B%5D%28https%3A%2F%2Fevil.example%2Fp.png="),
        ("pairs?a=1#b", "pairs?a=1%23b"),
        ("pairs?", "pairs"),
    ],
)
def test_an_address_is_rebuilt_from_its_settings(address, written):
    assert address_of(address) == written


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org", "//example.org", "javascript:alert(1)", "pairs?<script>"),
        *("../x", "a b", "Pairs", "pairs)?x=1", "a?x=\ud800", "a?" + "x=1&" * 201, None, 3),
        "a?x=" + "é" * (LONGEST_ADDRESS // 2),
    ],
)
def test_another_address_is_left_out(address):
    assert address_of(address) == ""


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_an_address_holds_nothing_that_markdown_reads(text):
    found = address_of(f"probe?text={text}")
    assert not set(found) & set("()[]<>!*`\\\"' #:/|{}$")
    assert address_of(found) == found


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<>\"'\\&+%")))
def test_settings_of_an_address_stay(text):
    if found := address_of(f"probe?text={text}"):
        assert parse_qs(found.partition("?")[2], keep_blank_values=True) == {"text": [text]}


def test_names_of_columns_differ():
    assert columns_of(["a", "a", "a (2)", 3, "a"]) == ("a", "a (2)", "a (2) (2)", "3", "a (3)")
    assert columns_of(columns_of(["a", "a"])) == ("a", "a (2)")


@given(st.text(), st.integers(0, 9))
def test_a_line_that_was_cut_stays(text, longest):
    assert line_of(line_of(text, longest), longest) == line_of(text, longest)


def test_a_command_is_never_cut():
    assert command_of(" x\ny ") == "x\ny"
    assert command_of("x" * 100_000 + " y") == ""
