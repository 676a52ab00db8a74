"""Names of the four sets of an association test, as a sentence can hold them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_STEREOTYPED = re.compile(r"stereotyped (?P<how>as|with) (?P<what>.+)", re.IGNORECASE)
_PEOPLE = {"female": "women", "male": "men"}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")  # between the words of WhiteFemaleNames


def compared_words(names: Sequence[str]) -> str:
    """What is compared: `words stereotyped as female or male, with words for women and men`.

    Args:
        names: of the sets x, y, a, b.
    """
    x, y, a, b = names
    one, other = _STEREOTYPED.fullmatch(x), _STEREOTYPED.fullmatch(y)
    if not one or not other or one["how"] != other["how"]:
        return f"{_spaced(x)} and {_spaced(y)}, with {_spaced(a)} and {_spaced(b)}"
    return f"words stereotyped {one['how']} {one['what']} or {other['what']}, with {_words(a, b)}"


def higher(names: Sequence[str]) -> str:
    """What a higher effect size means.

    Args:
        names: of the sets x, y, a, b.
    """
    x, y, a, b = names
    if _STEREOTYPED.fullmatch(x) and _STEREOTYPED.fullmatch(y):
        return f"words {_lowered(x)} are nearer to {_words(a)}, words {_lowered(y)} to {_words(b)}"
    return f"{_spaced(x)} are nearer to {_spaced(a)}, {_spaced(y)} to {_spaced(b)}"


def _words(*names: str) -> str:
    """`words for women and men`; of other groups `words about Islam and Christianity`."""
    people = [_PEOPLE.get(name.casefold(), "") for name in names]
    return (
        f"words for {' and '.join(people)}"
        if all(people)
        else f"words about {' and '.join(map(_spaced, names))}"
    )


def _lowered(name: str) -> str:
    return f"{name[:1].lower()}{name[1:]}"


def _spaced(name: str) -> str:
    """A name in words: `WhiteFemaleNames` as `White Female Names`."""
    return _HUMP.sub(" ", name).replace("_", " ")
