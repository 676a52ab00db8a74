"""Which English keywords count, said of people and no name or title; the tables' counterparts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from engine.curation.counterparts.render import starts_sentence
from engine.curation.keywords.group import Hit, ListedWord
from engine.curation.keywords.lists import Group, WordLists
from engine.words.pronouns.place import PronounPlace as Place

_OWNERS = ("my", "your", "his", "her", "our", "their", "whose", "more", "with")
_POSSESSIVES = ("my", "your", "his", "her", "our", "their")
_MANNED = ("the", "your", "those", "these")
_GUYS_NEED = (
    "the these those two three four five some other bad good nice big little young old tough smart "
    "of all"
).split()


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
    named = before in word_class("singular") or before in ("the", "this", "that", "like", "as")
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
    alone = not before or not before[0].isalnum() or before in word_class("interjections")
    return alone and Place(text, hit.stop - 1).kind(1) == "end"


def _name(text: str, hit: Hit) -> bool:
    """`Stephen King`: a capital within a sentence, after a first name."""
    named = Place(text, hit.start).written(-1) in first_names()
    return named and text[hit.start].isupper() and not starts_sentence(text, hit.start)


def _language(text: str, hit: Hit) -> bool:
    """`in French`, `she speaks fluent German`, `her German is good`, `the Spanish for goodbye`."""
    at, after = Place(text, hit.start), Place(text, hit.stop - 1)
    if not _as_adjective(hit) or not after.stops(1):
        return False
    owned = at.word(-1) in _POSSESSIVES and after.within(1, "be")
    named = at.word(-1) == "the" and after.word(1) == "for"
    return owned or named or at.word(-1) in word_class("languages")


def _food(text: str, hit: Hit) -> bool:
    """`we ordered Chinese`, `I ate a Danish`."""
    at, after = Place(text, hit.start), Place(text, hit.stop - 1)
    if not _as_adjective(hit) or not (after.stops(1) or after.word(1) in ("tonight", "again")):
        return False
    eaten = at.word(-2) in word_class("eating") and at.word(-1) in ("a", "some", "the")
    return eaten or at.word(-1) in word_class("eating") or at.word(-1) in word_class("getting_food")


def _as_adjective(hit: Hit) -> bool:
    return any(entry.form == "adjective" for entry in hit.entries)


# --- people -------------------------------------------------------------------------------

_FURTHEST = 6  # words back to the subject
_MODIFIERS = ("police", "college", "movie", "country", "street", "family", "single", "american")
_OBJECTS = ("him", "her", "me", "us", "them", "you", "someone", "somebody", "anyone", "anybody")


def of_people(text: str, start: int, stop: int, collective: bool = False) -> bool:
    """Whether the words between two characters describe a person.

    Args:
        collective: whether `the` before them makes them people, as `the poor`.

    Example:
        >>> of_people("An old man lives in an old house.", 3, 6)
        True
        >>> of_people("An old man lives in an old house.", 23, 26)
        False
    """
    left, right = Place(text, start), Place(text, stop - 1)
    if _before_person(right):
        return True
    if left.word(-1) == "the":
        return collective and right.word(1) != "of" and _ends_subject(right)
    if not right.stops(1) and right.word(1) != "-":
        return False
    if left.word(-1) in _OBJECTS and left.within(-2, "causative", "call", "perception", "have"):
        return True
    if left.word(-1) in ("someone", "somebody", "anyone", "anybody", "nobody", "everyone"):
        return True
    return _predicate(left)


def is_person(word: str) -> bool:
    """Whether a word in small letters names a person."""
    base = word.removesuffix("'s")
    return any(
        form in word_class("people")
        for form in (base, base.removesuffix("s"), base.removesuffix("es"))
    )


def _before_person(right: Place) -> bool:
    """`black man`, `rich and famous people`, `old, tired woman`."""
    for step in range(1, 6):
        if is_person(right.word(step)):
            return True
        joins = right.word(step) in (",", "and", "or", "but", *_MODIFIERS)
        if not joins and right.kind(step) not in ("adjective", "participle", "ing"):
            return False
    return False


def _ends_subject(right: Place) -> bool:
    """`the poor stay poor`, `the old danced`, and not `the old dance hall`."""
    past = right.kind(1) == "participle" and right.kind(2) in ("end", "function", "adverb")
    return right.stops(1) or past or right.word(1) in ("need", "love", "work", "help", "fight")


def _predicate(left: Place) -> bool:
    """`she is old`, `are you blind`, `they look poor`, `to be rich`."""
    step = -1
    while left.word(step) in word_class("degrees") or left.kind(step) in ("adverb", "adjective"):
        step -= 1
    if _is_someone(left, step):
        asked = left.word(step - 1) in word_class("copulas")
        return asked or left.word(step) in word_class("copulas")
    return left.word(step) in word_class("copulas") and _subject_is_someone(left, step)


def _subject_is_someone(left: Place, step: int) -> bool:
    for back in range(step - 1, step - _FURTHEST, -1):
        word = left.word(back)
        if not word or not word[0].isalnum() or word in word_class("things"):
            return False
        if _is_someone(left, back):
            return True
    return False


def _is_someone(left: Place, step: int) -> bool:
    word = left.word(step)
    named = left.written(step) in first_names()
    return word in word_class("subjects") or is_person(word) or named


# --- table --------------------------------------------------------------------------------


def counterparts(entries: Sequence[ListedWord], lists: WordLists) -> tuple[str, ...]:
    """Words that could be put in the place of a listed one, the declared default first.

    Further keys of a group say which:
    `pairs = true`: rows are counterparts two by two, the first of the second and so on;
    `to`: a table of the same shape, with the counterparts of each cell;
    `counterpart`: word of the first column -> that of the row to propose first;
    `first`: words of the first column whose rows are proposed before others.

    Args:
        entries: what the word may be, likeliest first.

    Returns:
        As listed; empty where there are none.
    """
    found: dict[str, None] = {}
    for entry in entries:
        group = lists.group(entry)
        if not group.alone and entry.form in group.forms:
            own = {word.casefold() for word in _cell(group, entry.row, entry.form)}
            found |= {word: None for word in _of_entry(group, entry) if word.casefold() not in own}
    return tuple(found)


def _of_entry(group: Group, entry: ListedWord) -> Iterator[str]:
    column = group.forms.index(entry.form)
    to = group.extra.get("to")
    if to:
        cell = to[entry.row][column]
        yield from [cell] if isinstance(cell, str) else cell
        return
    for row in _rows(group, entry.row):
        yield from _cell(group, row, entry.form)


def _rows(group: Group, own: int) -> list[int]:
    """Rows to propose for a row, in order."""
    if group.extra.get("pairs"):
        return [own ^ 1] if own ^ 1 < len(group.rows) else []
    names = {word: row for row, cells in reversed(list(enumerate(group.rows))) for word in cells[0]}
    defaults: Mapping[str, str] = group.extra.get("counterpart", {})
    wanted = [defaults[word] for word in group.rows[own][0] if word in defaults]
    wanted += group.extra.get("first", [])
    order = [names[word] for word in wanted if word in names] + list(range(len(group.rows)))
    return [row for row in dict.fromkeys(order) if row != own]


def _cell(group: Group, row: int, form: str) -> tuple[str, ...]:
    return group.rows[row][group.forms.index(form)]


# --- english words ------------------------------------------------------------------------


@cache
def word_class(name: str) -> frozenset[str]:
    """The words of one list of `word_classes_en.toml`."""
    return frozenset(_lists()[name].split())


@cache
def phrases(name: str) -> tuple[str, ...]:
    """The phrases of one list of `word_classes_en.toml` that has one a line."""
    return tuple(_lists()[name].split("\n")[:-1])


@cache
def first_names() -> frozenset[str]:
    """Frequent first names, of women, of men and of both."""
    return frozenset().union(*(word_class(f"names_of_{of}") for of in ("women", "men", "both")))


def named_gender(name: str) -> str:
    """`women` or `men` where a first name is nearly always of one gender; else empty."""
    return next((of for of in ("women", "men") if name in word_class(f"names_of_{of}")), "")


@cache
def _lists() -> dict[str, str]:
    text = Path(__file__).with_name("word_classes_en.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
