"""A claim as the title of a screen, cut where a sentence or a part of one ends."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"[.?!]”?(?=\s+[“(]?[A-Z])")  # the mark stays with the sentence
_CLAUSES = (re.compile(r";\s"), re.compile(r"[,:]\s|\s[–—]\s|\s(?=\()"), re.compile(r"\s"))
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"))
_MORE = " …"


def headline(claim: str, most: int) -> tuple[str, str]:
    """A claim as a title, and what of it the title leaves out.

    Whole sentences are kept as long as they fit, without the last full stop; of a first sentence
    that is too long itself, whole parts, then whole words. A title that stops within a sentence
    says so with an ellipsis, since the rest may qualify it.

    Args:
        claim: one or two sentences in plain text.
        most: letters of the title.

    Returns:
        The title, and the sentences that are not, or not whole, in it; empty if all are.
    """
    text = " ".join(claim.split())
    if len(_titled(text)) <= most:
        return _titled(text), ""
    ends = [found.end() for found in _SENTENCE.finditer(text) if _is_even(text[: found.end()])]
    fitting = [end for end in ends if len(_titled(text[:end])) <= most]
    if fitting:
        return _titled(text[: fitting[-1]]), text[fitting[-1] :].strip()
    return _cut(text, most), text


def _titled(text: str) -> str:
    """Without its full stop; a question keeps its mark."""
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


def _cut(text: str, most: int) -> str:
    """The first parts of a sentence that fit."""
    room = most - len(_MORE)
    for boundary in _CLAUSES:
        heads = [text[: found.start()] for found in boundary.finditer(text, 0, room + 1)]
        if whole := [head for head in heads if head and _is_even(head)]:
            return whole[-1] + _MORE
    return text[: most - 1] + "…"  # one word longer than a title


def _is_even(text: str) -> bool:
    """Whether each bracket and quotation mark that opens is closed."""
    return all(text.count(opens) == text.count(closes) for opens, closes in _PAIRS)
