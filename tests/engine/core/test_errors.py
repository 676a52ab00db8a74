"""The text of an error is one line that any terminal and page can show."""

from __future__ import annotations

import pytest

from engine.core.errors import BiascopeError, InputTextError, shown
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


@pytest.mark.parametrize(
    "quoted",
    [
        "9" * 5001,
        f"{'7' * 5001!r}",
        f"{'one word after another ' * 300!r}",
        f"{'it is not what it seems; ' * 300!r}",
        "“" + "what was typed " * 400 + "”",
        repr("a 'word' and \"another\" " * 300),
        "\0" * 5001,
    ],
    ids=[
        "digits",
        "a number as text",
        "words",
        "words with an apostrophe",
        "curly marks",
        "marks",
        "zeros",
    ],
)
def test_what_a_message_quotes_is_cut(quoted):
    text = str(BiascopeError(f"A head is written layer-head, for example 3-1; got {quoted}. Try."))
    assert len(text) < 400
    assert text.startswith("A head is written layer-head, for example 3-1; got ")
    assert "…" in text
    assert text.endswith(". Try.")
    assert str(BiascopeError(text)) == text


def test_a_message_that_is_long_throughout_is_cut():
    assert len(str(BiascopeError("what was given again and again " * 1000))) < 4000


def test_a_message_of_usual_length_stays_as_it_is():
    path = "/home/someone/" + "folder/" * 30 + "model"
    text = (
        f"The model's folder {path} has no weights; the users' own \"config.json\" is there, so "
        f'are {", ".join(f"file-{number}.txt" for number in range(60))}; the model\'s "head" not.'
    )
    assert str(BiascopeError(text)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (7, "7"),
        ("é\n", '"é\\n"'),
        (10**400, None),
        ("x" * 900, None),
    ],
    ids=["nothing", "a truth", "a number", "a text", "many digits", "many letters"],
)
def test_a_value_is_shown_as_json_writes_it(value, text):
    assert len(shown(value)) < 400
    assert text is None or shown(value) == text
