"""Identities of SeeGULL as groups of people: most are adjectives, some are not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache

from engine.files.samples import SAMPLES
from engine.prompts.grammar import Group, people

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
