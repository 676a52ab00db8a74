"""The formulas of the method cards as MathML, which browsers draw without a script."""

from __future__ import annotations

import re
from html import escape
from xml.etree import ElementTree

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
