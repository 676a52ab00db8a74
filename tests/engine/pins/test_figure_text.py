"""Texts of a pinned figure: which tags stay, and that nothing else can become one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pins.pin import plain

PARTS = [
    *("<", ">", "/", "a", "b", "span", " ", "=", "'", '"', "5", "^", "&lt;", "<b>", "</span>"),
    *("href='https://x.example'", "style='color:#123456'", "style='cursor:url(https://x.example)'"),
]
# As Plotly finds tags: the name is what follows `<` up to a space.
PLOTLY = re.compile(r"<(/?)([^ >]*)(\s+(.*))?>", re.DOTALL)
ATTRIBUTES = (None, "style='color:#123456'")


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "<b>p &lt; 0.05</b><br>[49.3, 60.5]",
        "against no mask: < 0.0001 after Holm<br>n <5",
        "<span style='color:#c2571a'>■</span> more likely",
        '<span style="color: red;font-size:12px; font-weight:700;">x</span>',
        "H<sub>2</sub>O <sup>2</sup> <em>a</em> <i>b</i> <strong>c</strong>",
        "head %{customdata}<br>%{x:+.4f}<extra></extra>",
        "&lt;mask&gt; and a > b",
    ],
)
def test_texts_of_our_figures_stay(text):
    assert plain(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('<a href="https://x.example">see</a>', "see"),
        ("<A\thref='x'>see</A >", "see"),
        ("<<a>a href='https://x.example'>see</a>", "&lt;a href='https://x.example'>see"),
        ("<span style='cursor:url(https://x.example)'>x</span>", "<span>x</span>"),
        ("<span style='color:red;cursor:&#117;rl(x)'>x</span>", "<span>x</span>"),
        ("<span style='color:url(x)'>x</span>", "<span>x</span>"),
        ("<b onclick='x' style='color:red'>x</b>", "<b>x</b>"),
        ("<br/>", "<br>"),
        ("the <mask> word", "the &lt;mask> word"),
        ("<img src='https://x.example'>", "&lt;img src='https://x.example'>"),
        ("<", "&lt;"),  # before a text that is drawn after it
        ("%{x:<^3}a href='x'>", "%{x:&lt;^3}a href='x'>"),
    ],
)
def test_all_else_is_left_out_or_shown_as_it_is_written(text, shown):
    assert plain(text) == shown


@given(st.lists(st.sampled_from(PARTS)).map("".join), st.lists(st.sampled_from(PARTS)))
def test_nothing_becomes_a_link_however_texts_are_joined(text, rest):
    once = plain(text)
    assert plain(once) == once
    drawn = once + plain("".join(rest))
    for part in re.findall("<[^<>]*>", drawn):
        _, name, _, attributes = PLOTLY.match(part).groups()
        assert name.lower() != "a"
        assert name.lower() != "span" or attributes in ATTRIBUTES


@pytest.mark.parametrize("text", ["<" + " " * 2_000_000, "<" * 500_000, "<a " * 500_000])
def test_a_long_text_is_read_in_one_pass(text):
    """Were each beginning followed to the end, this would take hours."""
    assert plain(plain(text)) == plain(text)
