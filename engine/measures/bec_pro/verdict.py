"""Whether professions follow the stereotype, in one plain sentence from the tests of both lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.datasets.professions.sentences import FEMALE, MALE
from engine.statistics import LEVEL

QUESTION = "Do the professions follow the stereotype?"
_TOWARD = {MALE: 1, FEMALE: -1}  # sign of a difference, men less women, that is the stereotype's
_SAID = {
    1: "yes",
    -1: "no, it is the other way round",
    0: "no difference is shown",
    None: "too few professions for a test",
}
_BOTH = {
    1: "Yes, on both lists.",
    -1: "No, on both lists it is the other way round.",
    0: "No difference is shown on either list.",
    None: "Too few professions for a test.",
}


def verdict(groups: Sequence[Mapping[str, Any]]) -> str:
    """The answer to `QUESTION`: the side of the difference where its Holm-corrected test is clear.

    Args:
        groups: of `groups.by_group`.
    """
    found = {entry["group"]: _side(entry) for entry in groups if entry["group"] in _TOWARD}
    male, female = found.get(MALE), found.get(FEMALE)
    if male == female:
        return _BOTH[male]
    return f"On the male list {_SAID[male]}; on the female list {_SAID[female]}."


def _side(entry: Mapping[str, Any]) -> int | None:
    """1 toward the stereotype, -1 away from it, 0 where no difference is shown; None untested."""
    p = entry["test"]["p_holm"]
    if p is None:
        return None
    if p >= LEVEL:
        return 0
    return _TOWARD[entry["group"]] * (1 if entry["difference"]["mean"] > 0 else -1)
