"""Whether an adjective such as `old` or `black` is said of a person."""

from __future__ import annotations

from engine.curation.counterparts.english_words import listed
from engine.words.pronouns.place import Place

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
        form in listed("people") for form in (base, base.removesuffix("s"), base.removesuffix("es"))
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
    while left.word(step) in listed("degrees") or left.kind(step) in ("adverb", "adjective"):
        step -= 1
    if _is_someone(left, step):
        asked = left.word(step - 1) in listed("copulas")
        return asked or left.word(step) in listed("copulas")
    return left.word(step) in listed("copulas") and _subject_is_someone(left, step)


def _subject_is_someone(left: Place, step: int) -> bool:
    for back in range(step - 1, step - _FURTHEST, -1):
        word = left.word(back)
        if not word or not word[0].isalnum() or word in listed("things"):
            return False
        if _is_someone(left, back):
            return True
    return False


def _is_someone(left: Place, step: int) -> bool:
    word = left.word(step)
    named = left.written(step) in listed("first_names")
    return word in listed("subjects") or is_person(word) or named
