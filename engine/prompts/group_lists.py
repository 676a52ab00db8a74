"""Groups of people from data sets of the registry: HolisticBias and SeeGULL."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

from engine.files.fetch.places import find
from engine.files.fetch.registry import absent
from engine.prompts.grammar import Group, people
from engine.prompts.identities import group_of

HOLISTICBIAS, SEEGULL = "holisticbias", "seegull"

_CATEGORIES = {
    "race_ethnicity": "race/ethnicity",
    "gender_and_sex": "sex/gender",
    "sexual_orientation": "sex/gender",
    "nationality": "culture/nationality",
    "cultural": "culture/nationality",
    "religion": "religion",
}
_LEFT_OUT = ("dispreferred", "polarizing")
# Not marked in the file, and advised against by GLAAD's media guide.
_OUTDATED = ("hermaphrodite", "homosexual")


def group_list(name: str) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """The groups of a data set.

    Args:
        name: `holisticbias` or `seegull`.

    Returns:
        The groups, and sentences about what was left out.
    """
    file = "descriptors.json" if name == HOLISTICBIAS else "stereotypes_global_v2.csv"
    path = find(f"{name}/{file}")
    if path is None:
        raise absent(name)
    return _holisticbias(path) if name == HOLISTICBIAS else _seegull(path)


def _holisticbias(path: Path) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    axes = json.loads(path.read_text(encoding="utf-8"))
    groups: dict[str, Group] = {}
    left: Counter[str] = Counter()
    for axis, category in _CATEGORIES.items():
        for word, preference in _descriptors(axes[axis]):
            if preference in _LEFT_OUT:
                left[preference] += 1
            elif word in _OUTDATED:
                left["outdated"] += 1
            else:
                # LGBT and queer are in two axes of one category.
                groups.setdefault(word, people(category, word))
    notes = (
        f"{left['dispreferred']} descriptors that the source marks as dispreferred, "
        f"{left['polarizing']} as polarizing, and {left['outdated']} that style guides advise "
        "against are left out.",
        "Descriptors are put as DESCRIPTOR people and DESCRIPTOR person, as in the source.",
    )
    return tuple(groups.values()), notes


def _descriptors(buckets: dict[str, list[Any]]) -> list[tuple[str, str]]:
    """Descriptor and preference of every entry of an axis."""
    entries = [entry for bucket in buckets.values() for entry in bucket]
    return [
        (entry, "")
        if isinstance(entry, str)
        else (entry["descriptor"], entry.get("preference", ""))
        for entry in entries
    ]


def _seegull(path: Path) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    with path.open(encoding="utf-8", newline="") as stream:
        identities = sorted({row["identity"] for row in csv.DictReader(stream)})
    groups: dict[str, Group] = {}
    for identity in identities:
        group = group_of(identity)
        groups.setdefault(group.name, group)
    merged = len(identities) - len(groups)
    notes = (
        f"{merged} identities that are another name of one in the set are joined with it.",
        "Identities of countries; those of US and Indian states are not in these prompts.",
    )
    return tuple(groups.values()), notes
