"""The words an assistant answers with, and where in a line they are an answer."""

from __future__ import annotations

import re

YES, NO, UNSURE = "yes", "no", "unsure"

_WORDS = {
    YES: ("yes", "y", "true", "jah", "biased", "stereotype", "stereotypical", "a stereotype"),
    NO: (
        *("no", "n", "false", "ei", "unbiased", "not biased", "no bias", "no stereotype"),
        *("not a stereotype", "not stereotypical"),
    ),
    UNSURE: ("unsure", "not sure", "uncertain", "unclear", "maybe"),
}
_MEANING = {word: meaning for meaning, words in _WORDS.items() for word in words}
SIGNS = "✅✔✓❌✖✗☑\ufe0f"  # before an answer in words; alone they are none
_AROUND = " \t*_`~#>()[]{}\"'“”‘’.,;:!|–—-" + SIGNS
_ANY = "|".join(sorted(map(re.escape, _MEANING), key=len, reverse=True))
# What separates an answer from its reason; a hyphen only with spaces, as there is `no-one`.
_END = r"(?=\s*(?:[.,;:!|(–—]|$)|\s+-{1,2}\s|\t|\s{2,}|\s+because\b)"
_LEADING = re.compile(rf"[\s*_`]*({_ANY})[*_`]*{_END}", re.IGNORECASE)
_LABEL = re.compile(
    r"[\s*_`>#-]*(?:answer|verdict|judge?ment|stereotype|biased?)[*_`]*\s*[:=][*_`]*\s*",
    re.IGNORECASE,
)
_REASON = re.compile(r"^(?:reason|explanation|because)\s*[:=]\s*", re.IGNORECASE)


def whole(text: str) -> str | None:
    """What a text says that is an answer and nothing else; None for any other."""
    words = " ".join(text.strip(_AROUND).casefold().split())
    return _MEANING.get(words)


def leading(text: str) -> tuple[str, str] | None:
    """What a text says that begins with an answer, and the reason behind it."""
    match = _LEADING.match(text)
    return None if match is None else (_MEANING[match[1].casefold()], reason(text[match.end() :]))


def labelled(text: str) -> tuple[str, str] | None:
    """The same of a text such as `Answer: yes`; None without such a label."""
    match = _LABEL.match(text)
    return None if match is None else leading(text[match.end() :])


def reason(text: str) -> str:
    """A reason without the signs around it."""
    return _REASON.sub("", " ".join(text.strip(_AROUND).split()))
