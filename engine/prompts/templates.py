"""Templates of the project's own prompts, and neutral words that fit their masks."""

from __future__ import annotations

import re
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


# --- grammar ------------------------------------------------------------------------------
# English forms of a group's name, and a template with a group put in.

_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")
# Names that begin with a vowel letter and a consonant sound.
_CONSONANT_SOUND = ("eu", "uganda", "ukrain", "uni", "urugu")
# An abbreviation that is spelled out, such as LGBTQ+, begins with the name of its first letter.
_SPELLED_WITH_VOWEL = re.compile(r"[AEFHILMNORSX][A-Z0-9]+\b")
_READ_AS_WORDS = ("NIMBY",)
_SPELLED_IN_MIXED_CASE = ("FoC", "MoC")


@dataclass(frozen=True)
class Group:
    """A group of people with the forms of its name.

    Args:
        name: the plural, as it is shown: `Black people`.
        singular: one person, without an article: `Black person`.
        adjective: before a noun, as in `Black neighbor`; empty where a clause has to say it.
        origin: in place of an adjective for people from a place: `from Guernsey`.
        also: further names that evaluators may know the group by.
    """

    category: str
    name: str
    singular: str
    adjective: str = ""
    origin: str = ""
    also: tuple[str, ...] = ()

    def forms(self) -> tuple[str, ...]:
        """All names of the group, each once."""
        names = (self.name, self.singular, self.adjective, *self.also)
        return tuple(dict.fromkeys(name for name in names if name))

    def one(self, noun: str) -> str:
        """One person of the group as a `noun`: `a Black neighbor`."""
        if self.adjective:
            return with_article(f"{self.adjective} {noun}")
        return f"{with_article(noun)} who is {self.origin or with_article(self.singular)}"

    def several(self, nouns: str) -> str:
        """People of the group as `nouns`: `Black students`."""
        if self.adjective:
            return f"{self.adjective} {nouns}"
        return f"{nouns} who are {self.origin or self.name}"


def people(category: str, adjective: str) -> Group:
    """A group that is named by an adjective alone."""
    return Group(category, f"{adjective} people", f"{adjective} person", adjective)


def with_article(phrase: str) -> str:
    """A phrase with `a` or `an` before it, after the sound it begins with."""
    return f"{'an' if _vowel_sound(phrase) else 'a'} {phrase}"


def _vowel_sound(phrase: str) -> bool:
    first = phrase.split()[0]
    if first.startswith(_SPELLED_IN_MIXED_CASE):
        return True
    if _SPELLED_WITH_VOWEL.match(first) and not first.startswith(_READ_AS_WORDS):
        return True
    word = first.casefold()
    return word[0] in "aeiou" and not word.startswith(_CONSONANT_SOUND)


def sentence_of(template: str, group: Group) -> str:
    """A template with a group in its place.

    Args:
        template: with `{plural}`, `{singular}`, `{a}`, `{a:NOUN}` or `{all:NOUNS}`; a capital in
            the name of the place begins the sentence.
    """

    def form(match: re.Match[str]) -> str:
        place, noun = match.groups()
        forms = {
            "plural": group.name,
            "singular": group.singular,
            "a": group.one(noun) if noun else with_article(group.singular),
            "all": group.several(noun or "people"),
        }
        text = forms[place.casefold()]
        return text[0].upper() + text[1:] if place[0].isupper() else text

    return _PLACE.sub(form, template)
