"""Texts of a pinned figure: Plotly reads a few tags in them, and of these only some are kept.

Plotly takes `<…>` for a tag wherever a letter follows, joins texts before it looks for tags (what
goes before a tick, the tick, what comes after it), and decodes entities afterwards. So a `<` that
opens no tag of ours is left only where nothing can make a tag of it, and is `&lt;` elsewhere, which
looks the same.
"""

from __future__ import annotations

import re

# `extra` is the second box of a hover text.
_TAGS = "b|br|em|extra|i|span|strong|sub|sup"
_STYLE = (
    r"(?:color: ?(?:#[0-9a-f]{3,8}|[a-z]{3,20})"
    r"|font-size: ?[0-9]{1,3}(?:px|%)"
    r"|font-weight: ?(?:bold|normal|[1-9]00))"
)
_STYLES = rf"{_STYLE}(?:; ?{_STYLE})*;?"
_KEPT = re.compile(
    rf"</?(?:{_TAGS})>|<span style=(?:'{_STYLES}'|\"{_STYLES}\")>", re.IGNORECASE | re.ASCII
)
_WITH_MORE = re.compile(rf"<(/?(?:{_TAGS}))(?![0-9a-z])[^<>]*>", re.IGNORECASE | re.ASCII)
_LINK = re.compile(r"</?a(?![0-9a-z])[^<>]*>", re.IGNORECASE | re.ASCII)
_OPENING = re.compile(r"<[^<>]*>|<")
_BY_ITSELF = re.compile(r"<[ 0-9]")  # `p < 0.05`


def plain(text: str) -> str:
    """A text without links, and whose tags have no attributes but colour, size and weight.

    A text that is plain already stays as it is.
    """
    return _OPENING.sub(_kept, text) if "<" in text else text


def _kept(found: re.Match[str]) -> str:
    """What stays of a tag, or of a `<` that opens none."""
    part = found[0]
    if _KEPT.fullmatch(part) or _BY_ITSELF.match(found.string, found.start()):
        return part
    if (tag := _WITH_MORE.fullmatch(part)) is not None:
        return f"<{tag[1]}>"
    return "" if _LINK.fullmatch(part) else f"&lt;{part[1:]}"
