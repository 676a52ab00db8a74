"""Whether professions follow the stereotype, in one plain sentence from the tests of both lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.measures.bec_pro.data.sentences import FEMALE, MALE
from engine.statistics import LEVEL

QUESTION = "Do the professions follow the stereotype?"
UNTESTED, UNSHOWN, UNSETTLED = "untested", "unshown", "unsettled"
_TOWARD, _AWAY = "toward", "away"
# What is said of a list where neither gender's words are drawn more.
UNCLEAR = {
    UNTESTED: "too few professions for a test",
    UNSHOWN: "no difference is shown",
    UNSETTLED: "it is not settled, as the test is clear and the interval contains 0",
}
_SAID = {_TOWARD: "yes", _AWAY: "no, it is the other way round", **UNCLEAR}
_BOTH = {
    _TOWARD: "Yes, on both lists.",
    _AWAY: "No, on both lists it is the other way round.",
    UNSHOWN: "No difference is shown on either list.",
    UNSETTLED: "Not settled on either list: the tests are clear and the intervals contain 0.",
    UNTESTED: "Too few professions for a test.",
}


def verdict(groups: Sequence[Mapping[str, Any]]) -> str:
    """The answer to `QUESTION` for the two lists, as `drawn_more` has it.

    Args:
        groups: of `groups.by_group`.
    """
    found = {entry["group"]: _side(entry) for entry in groups if entry["group"] in (MALE, FEMALE)}
    male, female = found.get(MALE, UNTESTED), found.get(FEMALE, UNTESTED)
    if male == female:
        return _BOTH[male]
    return f"On the male list {_SAID[male]}; on the female list {_SAID[female]}."


def drawn_more(entry: Mapping[str, Any]) -> str:
    """Whose words the professions of a group draw more.

    Args:
        entry: one of `groups.by_group`.

    Returns:
        `MALE` or `FEMALE` where the Holm-corrected test is clear and the interval of the
        difference does not contain 0; `UNSETTLED` where only the test is clear; `UNSHOWN` where
        it is not; `UNTESTED` where there are too few professions.
    """
    p, bounds = entry["test"]["p_holm"], entry["difference"]["interval"]
    if p is None:
        return UNTESTED
    if p >= LEVEL:
        return UNSHOWN
    if bounds is None or bounds[0] <= 0 <= bounds[1]:
        return UNSETTLED
    return MALE if entry["difference"]["mean"] > 0 else FEMALE


def _side(entry: Mapping[str, Any]) -> str:
    """`drawn_more`, with whose words it is as toward the stereotype or away from it."""
    found = drawn_more(entry)
    if found not in (MALE, FEMALE):
        return found
    return _TOWARD if found == entry["group"] else _AWAY
