"""Groups beside the other groups of their category, in the same templates; and whose names overlap.

All groups are put in order, so the tests of all of them are one family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted, listed
from engine.measures.arena.clusters import NO_TEMPLATES, Clusters
from engine.measures.arena.value import GroupTest
from engine.statistics import LEVEL, holm
from engine.statistics.matched import MatchedShares, least_p, matched_share_test
from engine.statistics.power import detectable_by_error

if TYPE_CHECKING:
    import numpy as np

_NOT_NAMES = {"people", "persons", "in", "of", "the"}  # of a group's name, what names nobody


def group_tests(
    values: np.ndarray, categories: Sequence[str], clusters: Clusters
) -> dict[int, GroupTest]:
    """Each group against the other groups of its category, within templates.

    Of prompts that name no template, those of a category are one stratum. Several prompts of one
    group in one template are averaged first: they are one answer about it.

    Args:
        values: [prompt] flags or scores, 0 to 1, nan where there is none.
        categories: [prompt].
        clusters: of the same prompts.

    Returns:
        Number of a group -> its test, corrected over all groups.
    """
    import numpy as np

    judged = ~np.isnan(values)
    kept, own_categories = clusters.of(judged), np.array(categories, object)[judged]
    means, groups, strata = _by_cell(values[judged], kept)
    of_group = dict(zip(kept.groups.tolist(), own_categories.tolist(), strict=True))
    about = np.array([of_group[group] for group in groups.tolist()], object)
    found: dict[int, MatchedShares] = {}
    least: dict[int, float] = {}
    for group in dict.fromkeys(clusters.groups.tolist()):
        inside = about == of_group.get(group)
        first = groups[inside] == group
        found[group] = matched_share_test(means[inside], first, strata[inside])
        least[group] = least_p(first, strata[inside])
    corrected = holm([entry.p for entry in found.values()])
    return {
        group: _as_test(entry, p, len(found), least[group])
        for (group, entry), p in zip(found.items(), corrected, strict=True)
    }


def _by_cell(values: np.ndarray, clusters: Clusters) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[cell] mean, group and template of the prompts of a group in a template.

    Prompts without a template are cells of their own.
    """
    import numpy as np

    named = clusters.templates >= 0
    alone = np.where(named, -1, np.arange(len(values)))
    keys = np.stack([clusters.groups, clusters.templates, alone], axis=1)
    cells, place = np.unique(keys, axis=0, return_inverse=True)
    place = place.ravel()
    return np.bincount(place, values) / np.bincount(place), cells[:, 0], cells[:, 1]


def _as_test(found: MatchedShares, p_holm: float | None, family: int, least: float) -> GroupTest:
    # Where even the smallest p could not be clear, no difference is detectable.
    error = found.error if least * family < LEVEL else None
    return {
        "p": found.p,
        "p_holm": p_holm,
        "others": found.rest,
        "difference": found.difference,
        "detectable": None if error is None else detectable_by_error(error, family),
        "side": _side(found.difference, p_holm),
    }


def _side(difference: float | None, p: float | None) -> int:
    if p is None or p >= LEVEL or not difference:
        return 0
    return 1 if difference > 0 else -1


# --- words --------------------------------------------------------------------------------


def clear_text(entries: Sequence[Mapping[str, Any]], unit: str = "flagged") -> str:
    """Which groups clearly differ from the others of their category, in one or two sentences.

    Args:
        entries: groups with their tests, in their order; all that are put in order together.
        unit: `flagged`, or `scored` where the order is that of average bias scores.

    Returns:
        Where none differs, with the smallest difference that would have been found.
    """
    tested = [entry for entry in entries if entry["p_holm"] is not None]
    if not tested:
        return "No group shares a template with others of its category, so none is tested."
    how = {"flagged": ("more", "less"), "scored": ("higher", "lower")}[unit]
    said = [
        f"{often}: {listed([_named(entry, unit) for entry in own])}"
        for sign, often in zip((1, -1), how, strict=True)
        if (own := [entry for entry in tested if entry["side"] == sign])
    ]
    family = f"Holm over {counted(len(tested), 'group')}"
    least = _detectable_text(tested, unit)
    if said:
        often = "flagged clearly" if unit == "flagged" else "scored clearly"
        return (
            f"Against the other groups of its category in the same templates, {often} "
            f"{'; '.join(said)} ({family}). The others are not clearly different.{least}"
        )
    return (
        f"No group clearly differs from the others of its category in the same templates "
        f"({family}).{least}"
    )


def _named(entry: Mapping[str, Any], unit: str) -> str:
    if unit == "scored":
        return str(entry["group"])
    first = entry["others"] + entry["difference"]
    return f"{entry['group']} ({100 * first:.0f}% against {100 * entry['others']:.0f}%)"


def _detectable_text(tested: Sequence[Mapping[str, Any]], unit: str) -> str:
    """The smallest difference that a group in the middle would be found with."""
    known = [entry["detectable"] for entry in tested if entry["detectable"]]
    if not known:
        return without_detectable(entry["detectable"] for entry in tested)
    least = median(known)
    size = f"{100 * least:.0f} percentage points" if unit == "flagged" else f"{least:.3f}"
    return f" A difference of {size} would be found with 80% power."


def without_detectable(detectable: Iterable[float | None]) -> str:
    """Why no smallest difference is known, a sentence after another one.

    Args:
        detectable: of each test; None where nothing could be clear, 0 where nothing varies.
    """
    if any(one is not None for one in detectable):
        return " Within these templates nothing varies, so no smallest difference is known."
    return " So few templates cannot give a clear result."


def strata_text(clusters: Clusters) -> str:
    """That groups cannot be compared within templates, one sentence; empty where they can."""
    if (clusters.templates >= 0).any():
        return ""
    return f"{NO_TEMPLATES} Groups are compared over all of them."


# --- overlap ------------------------------------------------------------------------------
# A prompt names one group, so overlap is not in the prompts but in the names.


def overlapping(groups: Sequence[str]) -> dict[str, list[str]]:
    """Groups whose name is part of that of others: `Asian people` of `East Asians`.

    Args:
        groups: names.

    Returns:
        The wider group -> the others, each in the order given.
    """
    words = {group: _words(group) for group in dict.fromkeys(groups)}
    found = {
        wide: [name for name, own in words.items() if words[wide] < own]
        for wide in words
        if words[wide]
    }
    return {wide: names for wide, names in found.items() if names}


def overlap_text(groups: Sequence[str]) -> str:
    """Which groups overlap by their names, in one sentence; empty where none does."""
    found = list(_overlap_parts(overlapping(groups)))
    if not found:
        return ""
    return (
        f"Names of some groups contain those of others ({'; '.join(found)}), so they may be about "
        "some of the same people, in sentences of their own."
    )


def _overlap_parts(found: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for wide, names in found.items():
        yield f"{wide}: {listed(list(names))}"


def _words(group: str) -> frozenset[str]:
    """Words of a name in the singular, without those that name nobody."""
    words = re.findall(r"[\w'-]+", group.lower())
    return frozenset(
        word.removesuffix("s") if len(word) > 3 and not word.endswith("'s") else word
        for word in words
        if word not in _NOT_NAMES
    )
