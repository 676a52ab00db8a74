"""The project's own groups of people, with every form of their names."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from engine.files.samples import SAMPLES
from engine.prompts.grammar import Group, people
from engine.prompts.identities import identities_of


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
