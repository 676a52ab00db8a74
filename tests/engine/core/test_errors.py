"""The text of an error is one line that any terminal and page can show."""

from __future__ import annotations

import pytest

from engine.core.errors import BiascopeError, InputTextError
from engine.files.labelled import read_labelled


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", r"a\x1b[31mred"),
        ("two\nlines\r\n", r"two\nlines\r\n"),
        ("a\tb\0\x9b\x7f", r"a\tb\x00\x9b\x7f"),
        ("half \ud800", r"half \ud800"),
        ("a\u2028b\u2029\x85", r"a\u2028b\u2029\x85"),
        ("naïve 漢字 👩‍🔬 10\u00a0MB שלום \\n", "naïve 漢字 👩‍🔬 10\u00a0MB שלום \\n"),
    ],
)
def test_control_characters_are_escaped(text, shown):
    assert str(InputTextError(text)) == shown
    assert str(InputTextError(shown)) == shown


def test_an_error_without_a_text_is_empty():
    assert str(BiascopeError()) == ""


def test_a_header_with_control_characters_is_named_without_them():
    with pytest.raises(InputTextError) as caught:
        read_labelled(b"a\x1b]0;x\x07,b\nc,d\n", "x.csv")
    assert r"a\x1b]0;x\x07, b" in str(caught.value)
