"""Markdown of our own as HTML: tables and formulas, never raw HTML."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token


_DEEPER = {"h2": "h3", "h3": "h4"}


def html_of(text: str) -> str:
    """Markdown as HTML, its headings one level deeper.

    Args:
        text: with `$…$` around formulas; HTML in it is shown as text.
    """
    tokens = _parser().parse(text)
    for token in tokens:
        token.tag = _DEEPER.get(token.tag, token.tag)
    rendered: str = _parser().renderer.render(tokens, _parser().options, {})
    return rendered


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.inline.ruler.before("escape", "formula", _formula)
    parser.add_render_rule("formula", _drawn)
    return parser


def _formula(state: StateInline, silent: bool) -> bool:
    """`$…$` within a line, `$$…$$` on lines of their own."""
    mark = "$$" if state.src.startswith("$$", state.pos) else "$"
    if not state.src.startswith(mark, state.pos):
        return False
    begin = state.pos + len(mark)
    end = state.src.find(mark, begin)
    if end <= begin:
        return False
    if not silent:
        token = state.push("formula", "math", 0)
        token.content, token.markup = state.src[begin:end], mark
    state.pos = end + len(mark)
    return True


def _drawn(_renderer: Any, tokens: Sequence[Token], position: int, *_: Any) -> str:
    token = tokens[position]
    return mathml(token.content, token.markup == "$$")


# --- formulas -----------------------------------------------------------------------------
# The formulas of the method cards as MathML, which browsers draw without a script.

_ELEMENTS = frozenset(
    (
        *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mstyle", "mfrac", "msqrt"),
        *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd"),
    )
)

# A function's name, and what is below it, before an argument without brackets.
_FUNCTION = re.compile(r"\\(?:ln|log|cos|exp|max)(?![a-z])(?:_(?:\w|\{[^{}]*\}))?(?=\s*[^\s(_^}])")


def mathml(source: str, display: bool) -> str:
    """A formula as a MathML element; as code where it cannot be read as one.

    Args:
        source: LaTeX, without its dollar signs.
        display: whether it is set on a line of its own.
    """
    from latex2mathml.converter import convert

    try:
        spaced = _FUNCTION.sub(r"\g<0>\\,", source)
        found: str = convert(spaced, display="block" if display else "inline")
    except Exception:  # the library has no common error for what it cannot read
        found = ""
    if not _is_mathml(found):
        return f"<code>{escape(source.strip())}</code>"
    label = escape(" ".join(source.split()))
    return found.replace("<math ", f'<math alttext="{label}" ', 1)


def _is_mathml(text: str) -> bool:
    """Whether a text is one well-formed formula without a command that was not known."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return False
    return all(
        element.tag.partition("}")[2] in _ELEMENTS and not (element.text or "").startswith("\\")
        for element in root.iter()
    )
