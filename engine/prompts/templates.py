"""Templates of the project's own prompts, and neutral words that fit their masks."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.core.errors import InputTextError
from engine.files.samples import SAMPLES


@dataclass(frozen=True)
class Template:
    """A sentence with a place for a group and a masked word.

    Args:
        name: the sentence type and a number: `attributive-01`.
        slot: what the masked word is, for example `adjective`.
    """

    name: str
    sentence_type: str
    slot: str
    text: str


@lru_cache(maxsize=1)
def _file() -> dict[str, Any]:
    return tomllib.loads((SAMPLES / "prompt_templates.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def templates() -> tuple[Template, ...]:
    """All templates, by sentence type."""
    return tuple(
        Template(f"{kind}-{number:02}", kind, slot, text)
        for kind, entries in _file()["templates"].items()
        for number, (slot, text) in enumerate(entries, start=1)
    )


def spread(per_type: int) -> tuple[Template, ...]:
    """Some templates of every sentence type, taken at equal distances from its list.

    Args:
        per_type: how many of each type; all of a type that has no more.
    """
    chosen: list[Template] = []
    for kind in sentence_types():
        found = [entry for entry in templates() if entry.sentence_type == kind]
        wanted = min(per_type, len(found))
        chosen += [found[place * len(found) // wanted] for place in range(wanted)]
    return tuple(chosen)


def sentence_types() -> tuple[str, ...]:
    """Sentence types of the project's own prompts."""
    return tuple(_file()["templates"])


def type_meanings() -> dict[str, str]:
    """Sentence type of the project's own prompts -> what its sentences are about, in words."""
    return dict(_file()["sentence_types"])


def slots() -> tuple[str, ...]:
    """What a masked word can be."""
    return tuple(_file()["fillers"])


def neutral_fillers(slot: str) -> tuple[str, ...]:
    """Neutral words that fit a slot grammatically.

    Args:
        slot: of a prompt; empty where it is not known, for words that fit most sentences.
    """
    fillers = {"": _file()["general"]["fillers"], **_file()["fillers"]}
    if slot not in fillers:
        raise InputTextError(
            f"There are no neutral words for the slot {slot[:60]!r}; slots are "
            f"{', '.join(slots())}, or empty."
        )
    return tuple(fillers[slot])
