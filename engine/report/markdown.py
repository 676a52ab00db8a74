"""Markdown of our own as HTML: tables and formulas, never raw HTML."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

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
#
# Only what the cards use of LaTeX is known; a formula with anything else is shown as it is
# written.

_TOKEN = re.compile(r"\\(?:[a-zA-Z]+\*?|.)|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
_SIGNS = {
    r"\mid": "∣",
    r"\cdot": "·",
    r"\in": "∈",
    r"\setminus": "∖",
    r"\times": "×",
    r"\cup": "∪",
    r"\le": "≤",
    r"\lVert": "‖",
    r"\rVert": "‖",
}
_LARGE = {r"\sum": "∑", r"\prod": "∏"}
_LETTERS = {
    r"\alpha": "α",
    r"\delta": "δ",
    r"\Delta": "Δ",
    r"\kappa": "κ",
    r"\rho": "ρ",
    r"\tau": "τ",
    r"\partial": "∂",
}
_FUNCTIONS = (r"\ln", r"\log", r"\cos", r"\exp", r"\max")
_SPACES = {r"\,": "0.17em", r"\ ": "0.3em", r"\quad": "1em", r"\qquad": "2em"}
_ACCENTS = {r"\hat": "^", r"\bar": "¯"}
_SPACED = (*_FUNCTIONS, r"\operatorname", r"\operatorname*")
_SIZED = (r"\Bigl", r"\Bigr")
_MINUS, _THIN = "−", '<mspace width="0.17em"></mspace>'
_NAMED = (r"\mathrm", r"\operatorname", r"\operatorname*")


def mathml(source: str, display: bool) -> str:
    """A formula as a MathML element; as code where it has a command that is not known.

    Args:
        source: LaTeX, without its dollar signs.
        display: whether it is set on a line of its own.
    """
    try:
        inner = _Formula(source).all()
    except _UnknownError:
        return f"<code>{escape(source.strip())}</code>"
    kind = ' display="block"' if display else ""
    label = escape(" ".join(source.split()))
    return f'<math{kind} alttext="{label}"><mrow>{inner}</mrow></math>'


class _UnknownError(Exception):
    """A command that is not known, or a formula that ends too early."""


class _Formula:
    """The tokens of one formula, read from left to right."""

    def __init__(self, source: str) -> None:
        self._tokens: list[str] = _TOKEN.findall(source)
        self._next = 0

    def all(self) -> str:
        """The whole formula.

        Raises:
            _UnknownError: if it holds something that is not known.
        """
        inner = self._until(())
        if self._next < len(self._tokens):
            raise _UnknownError
        return inner

    def _peek(self) -> str:
        while self._next < len(self._tokens) and self._tokens[self._next].isspace():
            self._next += 1
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        if not token:
            raise _UnknownError
        self._next += 1
        return token

    def _until(self, ends: tuple[str, ...]) -> str:
        parts = []
        while (token := self._peek()) and token not in ends:
            parts.append(self._scripted())
            if token in _SPACED and self._peek() not in ("(", "", *ends):
                parts.append(_THIN)
        if ends and not token:
            raise _UnknownError
        return "".join(parts)

    def _scripted(self) -> str:
        """One atom with what is written below and above it."""
        begins = self._peek()
        base = self._atom()
        below = above = ""
        while self._peek() in ("_", "^"):
            if self._take() == "_":
                below = self._argument()
            else:
                above = self._argument()
        over = begins in _LARGE or begins.endswith("*")
        names = ("munder", "mover", "munderover") if over else ("msub", "msup", "msubsup")
        if below and above:
            return f"<{names[2]}>{base}{below}{above}</{names[2]}>"
        if below:
            return f"<{names[0]}>{base}{below}</{names[0]}>"
        return f"<{names[1]}>{base}{above}</{names[1]}>" if above else base

    def _argument(self) -> str:
        return self._atom()

    def _atom(self) -> str:
        token = self._take()
        if token == "{":
            inner = self._until(("}",))
            self._take()
            return f"<mrow>{inner}</mrow>"
        if token.startswith("\\"):
            return self._command(token)
        if token[0].isdigit():
            return f"<mn>{token}</mn>"
        if token.isalpha():
            return f"<mi>{escape(token)}</mi>"
        if token in "}_^&":
            raise _UnknownError
        return f'<mo stretchy="false">{_MINUS if token == "-" else escape(token)}</mo>'

    def _command(self, token: str) -> str:
        simple = _simple(token)
        if simple:
            return simple
        if token in _NAMED:
            return f'<mi mathvariant="normal">{escape(self._raw())}</mi>'
        if token in (r"\text", r"\textit"):
            return f"<mtext>{escape(self._raw()).replace(' ', '&nbsp;')}</mtext>"
        if token in (r"\frac", r"\tfrac"):
            return f"<mfrac>{self._argument()}{self._argument()}</mfrac>"
        if token == r"\sqrt":
            return f"<msqrt>{self._argument()}</msqrt>"
        if token in _ACCENTS:
            sign = f'<mo stretchy="false">{_ACCENTS[token]}</mo>'
            return f'<mover accent="true">{self._argument()}{sign}</mover>'
        if token in _SIZED:
            return f"<mo>{escape(self._take())}</mo>"
        if token == r"\left":
            return self._fenced()
        if token == r"\begin" and self._raw() == "cases":
            return self._cases()
        raise _UnknownError

    def _raw(self) -> str:
        """The text between the next braces, as it is written."""
        if self._take() != "{":
            raise _UnknownError
        depth, begin = 1, self._next
        while depth:
            if self._next >= len(self._tokens):
                raise _UnknownError
            depth += {"{": 1, "}": -1}.get(self._tokens[self._next], 0)
            self._next += 1
        return "".join(self._tokens[begin : self._next - 1])

    def _fenced(self) -> str:
        first = self._fence(self._take())
        inner = self._until((r"\right",))
        self._take()
        return f"<mrow>{first}{inner}{self._fence(self._take())}</mrow>"

    @staticmethod
    def _fence(sign: str) -> str:
        return "" if sign == "." else f'<mo fence="true" stretchy="true">{escape(sign)}</mo>'

    def _cases(self) -> str:
        rows, cells = [], []
        while True:
            cells.append(f"<mtd>{self._until(('&', chr(92) * 2, chr(92) + 'end'))}</mtd>")
            token = self._take()
            if token == "&":
                continue
            rows.append(f"<mtr>{''.join(cells)}</mtr>")
            cells = []
            if token == r"\end":
                self._raw()
                return f'<mrow><mo fence="true">{{</mo><mtable>{"".join(rows)}</mtable></mrow>'


def _simple(token: str) -> str:
    """A command without arguments; empty where it is another."""
    if token in _SIGNS:
        return f'<mo stretchy="false">{_SIGNS[token]}</mo>'
    if token in _LARGE:
        return f'<mo largeop="true">{_LARGE[token]}</mo>'
    if token in _LETTERS:
        return f"<mi>{_LETTERS[token]}</mi>"
    if token in _FUNCTIONS:
        return f"<mi>{token[1:]}</mi>"
    if token in _SPACES:
        return f'<mspace width="{_SPACES[token]}"></mspace>'
    return ""
