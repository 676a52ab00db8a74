"""Groups of people, the project's own and those of data sets, with every form of their names."""

from __future__ import annotations

import csv
import json
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.files.fetch.places import find
from engine.files.fetch.registry import absent
from engine.files.samples import SAMPLES
from engine.prompts.templates import Group, people


@lru_cache(maxsize=1)
def _file() -> dict[str, Any]:
    return tomllib.loads((SAMPLES / "prompt_groups.toml").read_text(encoding="utf-8"))


def version() -> str:
    """Version of the project's own prompts: of the groups and templates together."""
    return str(_file()["version"])


@lru_cache(maxsize=1)
def bundled_groups() -> tuple[Group, ...]:
    """The groups of the project's own set, in the order of their categories."""
    return tuple(
        Group(**{**entry, "also": tuple(entry.get("also", ()))}) for entry in _file()["group"]
    )


def names_of(group: str) -> tuple[str, ...]:
    """All names of a group, for evaluators that know it by another one.

    Args:
        group: as a prompt has it, for example `Black people`.

    Returns:
        Plural, singular without article, adjective and further names, among them the identities
        of SeeGULL; for a group that is not in the project's own set, what its name shows.
    """
    known = {entry.name: entry for entry in bundled_groups()}
    names: tuple[str, ...] = (group,)
    if group in known:
        names = known[group].forms()
    elif group.endswith(" people"):
        word = group.removesuffix(" people")
        names = people("", word).forms()
    return tuple(dict.fromkeys((*names, *identities_of(names))))


# --- group lists --------------------------------------------------------------------------
# HolisticBias and SeeGULL, data sets of the registry, have groups of people too.

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


# --- identities ---------------------------------------------------------------------------
# Identities of SeeGULL are groups of people: most are adjectives, some are not.

_CATEGORY = "culture/nationality"


def group_of(identity: str) -> Group:
    """The group that an identity names."""
    forms = _irregular().get(identity, {"adjective": identity})
    if "name" not in forms:
        return people(_CATEGORY, forms["adjective"])
    adjective, origin = forms.get("adjective", ""), forms.get("origin", "")
    return Group(_CATEGORY, forms["name"], forms["singular"], adjective, origin)


def identities_of(names: Iterable[str]) -> tuple[str, ...]:
    """Irregular identities that stand for the group of one of these names."""
    wanted = set(names)
    return tuple(found for found in _irregular() if wanted & set(group_of(found).forms()))


@lru_cache(maxsize=1)
def _irregular() -> dict[str, dict[str, str]]:
    text = (SAMPLES / "prompt_identities.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["identity"])
