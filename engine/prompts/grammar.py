"""English forms of a group's name, and a template with a group put in."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
