"""Text of people and models is shown as it is, and what went wrong is said in a sentence."""

from __future__ import annotations

import logging

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from components.frame.present import explain
from engine.core.program import PROGRAM
from engine.core.project import DOCS
from tests.components.drawn import drawn

JOINER = "\u2060"
_READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

# Characters that mean something in markdown, often enough to stand side by side.
hostile = st.text(st.sampled_from("\\`*_{}[]()<>#+-.!|~$:^=&;/@\"' \n\tab1wé·🙂") | st.characters())


def shown(markdown: str) -> str:
    """The characters a markdown reader shows; fails where it makes anything but text of them."""
    found = ""
    for block in _READER.parse(markdown):
        assert block.type in ("paragraph_open", "inline", "paragraph_close"), block.type
        for token in block.children or ():
            assert token.type in ("text", "text_special"), token.type
            found += token.content
    return found


@given(hostile)
@example("&copy; &lt;b&gt; &#35;")
@example("<img src=x onerror=alert(1)> <script>alert(2)</script>")
@example("1. one\n- two\n# three\n> four\n    five\n***")
@example("![i](http://a.b/c.png) [l](http://a.b) <http://a.b> `c` **b** __u__ ~~s~~")
@example("| a | b |\n|---|---|\n| c | d |")
def test_any_text_is_shown_as_its_own_characters(text):
    expected = " ".join(text.split()).replace("\0", "\ufffd")
    assert shown(explain.plain(text)).replace(JOINER, "") == expected


def test_each_sign_that_streamlit_gives_a_meaning_is_escaped():
    signs = "\\`*_{}[]()<>#+-.!|~$:^=&"
    assert explain.plain(" ".join(signs)) == " ".join(f"\\{sign}" for sign in signs)


@pytest.mark.parametrize(
    "text",
    [
        *("www.a.org", "http://a.org", "me@a.org", ":material/home:", ":streamlit:", ":+1:"),
        *("a -> b", "a <- b", "a <-> b", "a -- b", "a >= b", "a <= b", "a ~= b"),
    ],
)
def test_what_streamlit_rewrites_after_reading_is_kept_apart(text):
    assert JOINER in explain.plain(text)


def failing() -> None:
    import streamlit as st

    from components.frame.present import explain
    from engine.core.errors import BiascopeError

    kind = st.session_state["kind"]
    with explain.errors(ends_page=st.session_state["ends"]):
        raise BiascopeError("Choose *another* file.") if kind == "ours" else ValueError("secret")
    st.text("the rest of the page")


@pytest.mark.parametrize("ends", [True, False])
def test_a_fault_that_a_reader_can_mend_is_said_in_its_own_words(ends):
    page = drawn(failing, {"kind": "ours", "ends": ends})
    assert [error.value for error in page.error] == [r"Choose \*another\* file\."]
    assert len(page.text) == (0 if ends else 1)


def test_a_fault_of_ours_goes_to_the_terminal_and_not_on_screen(caplog):
    with caplog.at_level(logging.ERROR, logger="biascope"):
        page = drawn(failing, {"kind": "not ours", "ends": True})
    assert len(page.error) == 1
    assert "secret" not in page.error[0].value
    assert "secret" in caplog.text


def test_every_method_card_says_what_it_does_not_show():
    assert "completion" in explain.cards()
    for name in explain.cards():
        text = explain.card_text(name)
        assert text.startswith("## "), name
        assert "not" in text, name


def test_cards_stand_in_the_order_of_the_pages_and_none_is_forgotten():
    names = explain.cards()
    assert names[0] == "completion"
    assert names[-1] == "dose"
    assert sorted(names) == sorted(path.stem for path in (DOCS / "methods").glob("*.md"))
    assert names.index("gest") < names.index("cabm") < names.index("arena")


def test_a_formula_over_several_lines_stands_between_marks_on_lines_of_their_own():
    for name in explain.cards():
        for line in explain.card_text(name).splitlines():
            assert line == "$$" or line.count("$$") in (0, 2), (name, line)


def test_a_text_in_quotation_marks_is_heard_as_it_is_written():
    assert explain.quoted("anti-stereotypisch (1.)") == "“anti-stereotypisch (1.)”"
    assert explain.quoted("a*b_c [d](e) :red") == r"“a\*b\_c \[d\](e) :⁠red”".replace(
        ":\N{WORD JOINER}", "\\:\N{WORD JOINER}"
    )


def test_a_command_in_a_sentence_is_written_as_code_and_nothing_else_is():
    said = f"a_b has no weights. Convert it with `{PROGRAM} models convert a_b`, save it `again`."
    assert explain.with_commands(said) == (
        r"a\_b has no weights\. Convert it with "
        f"`{PROGRAM} models convert a_b`"
        r", save it \`again\`\."
    )
    assert explain.with_commands("a_b `x`") == explain.plain("a_b `x`")
