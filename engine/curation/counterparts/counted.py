"""Which English keywords count: said of people, and no name, title or exclamation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from engine.curation.counterparts.english_words import listed
from engine.curation.counterparts.people import of_people
from engine.curation.counterparts.spelling import starts_sentence
from engine.curation.keywords.hit import Hit
from engine.curation.keywords.lists import WordLists
from engine.words.pronouns.place import Place

_OWNERS = ("my", "your", "his", "her", "our", "their", "whose", "more", "with")
_POSSESSIVES = ("my", "your", "his", "her", "our", "their")
_MANNED = ("the", "your", "those", "these")
_GUYS_NEED = (
    "the",
    "these",
    "those",
    "two",
    "three",
    "four",
    "five",
    "some",
    "other",
    "bad",
    "good",
    "nice",
    "big",
    "little",
    "young",
    "old",
    "tough",
    "smart",
    "of",
    "all",
)


def counts(text: str, hit: Hit, lists: WordLists) -> bool:
    """Whether a keyword has the meaning there that its list is about."""
    groups = [lists.group(entry) for entry in hit.entries]
    if any(_outside(text, hit, group.extra.get("outside", ())) for group in groups):
        return False
    if any(_pitied(text, hit, group.extra.get("pitied", ())) for group in groups):
        return False
    if any(group.extra.get("not_owned") for group in groups) and _owned(text, hit):
        return False
    if all(group.of_people for group in groups):
        collective = any(group.extra.get("collective") for group in groups)
        return of_people(text, hit.start, hit.stop, collective)
    if hit.entries[0].category == "gender" and not any(group.pronouns for group in groups):
        return (
            _titled(text, hit)
            if any(g.extra.get("titles") for g in groups)
            else (not _exclaimed(text, hit) and not _name(text, hit))
        )
    if hit.entries[0].category != "nationality":
        return True
    return not _language(text, hit) and not _food(text, hit)


def _outside(text: str, hit: Hit, phrases: Sequence[str]) -> bool:
    """Whether the keyword is part of a phrase that means something else."""
    return bool(phrases) and any(
        found.start() <= hit.start and hit.stop <= found.end()
        for found in _any_of(tuple(phrases)).finditer(text)
    )


@cache
def _any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def _owned(text: str, hit: Hit) -> bool:
    """`my kid`, `to have children`, `Calm down, kid.`: said of a relation, or to somebody."""
    at = Place(text, hit.start)
    before = at.word(-1)
    owned = before in _OWNERS or before.endswith("'s") or at.within(-1, "have")
    called = not before[:1].isalnum() or at.kind(-1) == "function"
    singular = hit.entries[0].form == "singular"
    named = before in listed("singular") or before in ("the", "this", "that", "like", "as")
    return owned or (singular and called and not named and at.kind(1) == "end")


def _pitied(text: str, hit: Hit, words: Sequence[str]) -> bool:
    """`your poor mother`, who may be rich."""
    pitied = text[hit.start : hit.stop].casefold() in words
    return pitied and Place(text, hit.start).word(-1) in _POSSESSIVES


def _titled(text: str, hit: Hit) -> bool:
    """`Miss Harper` and `No, Miss.`, not `Miss you.`"""
    if text[hit.start : hit.stop].casefold() != "miss":
        return True
    at = Place(text, hit.start)
    addressed = at.word(-1) == "," or (at.word(1) == "," and at.kind(-1) == "end")
    return at.written(1)[:1].isupper() or (at.kind(1) == "end" and addressed)


def _exclaimed(text: str, hit: Hit) -> bool:
    """`Oh, man!`, `Boy, was I wrong`, `you guys`, `Man the pumps!`"""
    word, at = text[hit.start : hit.stop].casefold(), Place(text, hit.start)
    if word == "guys":
        return at.word(-1) not in _GUYS_NEED
    if word == "man" and at.word(-1) in ("", "to") and at.word(1) in _MANNED:
        return True
    if word not in ("man", "boy", "dude", "bro", "sis", "brother"):
        return False
    before = at.word(-1)
    alone = not before or not before[0].isalnum() or before in listed("interjections")
    return alone and Place(text, hit.stop - 1).kind(1) == "end"


def _name(text: str, hit: Hit) -> bool:
    """`Stephen King`: a capital within a sentence, after a first name."""
    named = Place(text, hit.start).written(-1) in listed("first_names")
    return named and text[hit.start].isupper() and not starts_sentence(text, hit.start)


def _language(text: str, hit: Hit) -> bool:
    """`in French`, `she speaks fluent German`, `her German is good`, `the Spanish for goodbye`."""
    at, after = Place(text, hit.start), Place(text, hit.stop - 1)
    if not _as_adjective(hit) or not after.stops(1):
        return False
    owned = at.word(-1) in _POSSESSIVES and after.within(1, "be")
    named = at.word(-1) == "the" and after.word(1) == "for"
    return owned or named or at.word(-1) in listed("languages")


def _food(text: str, hit: Hit) -> bool:
    """`we ordered Chinese`, `I ate a Danish`."""
    at, after = Place(text, hit.start), Place(text, hit.stop - 1)
    if not _as_adjective(hit) or not (after.stops(1) or after.word(1) in ("tonight", "again")):
        return False
    eaten = at.word(-2) in listed("eating") and at.word(-1) in ("a", "some", "the")
    return eaten or at.word(-1) in listed("eating") or at.word(-1) in listed("getting_food")


def _as_adjective(hit: Hit) -> bool:
    return any(entry.form == "adjective" for entry in hit.entries)
