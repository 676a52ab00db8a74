"""Which form of a word a sentence has where several are spelled alike, as in `a German car`."""

from __future__ import annotations

from engine.curation.counterparts.english_words import listed
from engine.curation.keywords.hit import Entry, Hit
from engine.words.pronouns.place import Place


def likeliest(text: str, hit: Hit) -> tuple[Entry, ...]:
    """The entries of a hit, those of the form that the sentence has first."""
    order = _order(text, hit)
    return tuple(
        sorted(
            hit.entries,
            key=lambda entry: order.index(entry.form) if entry.form in order else len(order),
        )
    )


def _order(text: str, hit: Hit) -> tuple[str, ...]:
    left, right = Place(text, hit.start), Place(text, hit.stop - 1)
    described = right.kind(1) in ("noun", "adjective", "either", "ing") or right.word(1) == "-"
    return ("adjective", *_alone(left)) if described else _alone(left)


def _alone(left: Place) -> tuple[str, ...]:
    """Forms of a word that describes no noun, by what stands before it."""
    if left.word(-1) == "the":
        return ("people", "person", "persons")
    step = -1
    while left.kind(step) in ("adjective", "participle") and left.word(step - 1):
        step -= 1
    if left.word(step) in (*listed("singular"), "this", "that"):
        return ("person", "adjective")
    if left.word(step) in listed("copulas") or left.word(step) in listed("degrees"):
        return ("adjective", "persons", "person")
    return ("persons", "adjective", "person")
