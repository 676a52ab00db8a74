"""Markdown of our own as HTML: tables and formulas, never raw HTML."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.report.formulas import mathml

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
