"""A claim as the title of a screen: whole, or as many of its sentences as fit."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"[.?!]”?(?=\s+[“(]?[A-Z])")  # the mark stays with the sentence
# What stands on both sides of it is a sentence; after a comma or a colon it may be a list.
_CLAUSE = re.compile(r";\s+|,\s+(?=but\s)")
# A list with semicolons, which a colon begins: it is left out whole, or stays whole.
_LIST = re.compile(r"(?<!”):\s+(?=[^.?!:]*;\s)")
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"))


def headline(claim: str, most: int) -> tuple[str, str]:
    """A claim as a title, and what of it the title leaves out.

    Whole sentences are kept as long as they fit, without the last full stop; of a first sentence
    that is too long itself, whole main clauses, or what a list after a colon says one by one.
    Nothing is cut within a clause or a list, since the rest may qualify it: a clause that is too
    long is no title.

    Args:
        claim: one or two sentences in plain text.
        most: letters of the title.

    Returns:
        The title, empty where none fits; and the rest, empty if all is in the title.
    """
    text = " ".join(claim.split())
    if len(_titled(text)) <= most:
        return _titled(text), ""
    for boundary in (_SENTENCE, _CLAUSE, _LIST):
        parts = [
            (title, text[found.end() :].strip())
            for found in boundary.finditer(text)
            if len(title := _titled(text[: found.end()].rstrip(" ,;:"))) <= most
            and _is_even(title)
            and not _LIST.search(text[: found.end()], text.rfind(". ", 0, found.start()) + 1)
        ]
        if parts:
            title, rest = parts[-1]
            return title, f"{rest[:1].upper()}{rest[1:]}"
    return "", text


def _titled(text: str) -> str:
    """Without its full stop; a question keeps its mark."""
    return text[:-1] if text.endswith(".") and not text.endswith("..") else text


def _is_even(text: str) -> bool:
    """Whether each bracket and quotation mark that opens is closed."""
    return all(text.count(opens) == text.count(closes) for opens, closes in _PAIRS)
