"""`his`: of somebody before what he owns (`her`), or by itself (`hers`)."""

from __future__ import annotations

from engine.words.pronouns.her import ends
from engine.words.pronouns.place import PronounPlace, PronounReading, kind_of

_OWNED = (
    "own first last next best better back home right very only one every past behind inside half "
    "few many late early will"
).split()
_ADVERBS = ("now", "then", "all", "once", "more", "most", "much", "such")
_LIKE_VERBS = ("works", "looks", "runs", "sounds", "tastes", "feels", "costs", "smells", "needs")
_COMPARED = (
    "better like worse more than fine great well good too bigger nicer faster different perfectly "
    "just"
).split()


def read_his(text: str, start: int) -> PronounReading:
    """Whether `his` at this character owns what follows it.

    Example:
        >>> read_his("A friend of his called.", 12).owns
        False
    """
    at = PronounPlace(text, start)
    ended = ends(at, "his")
    if ended is not None:
        return ended
    return PronounReading(_owns(at), f"before “{at.written(1)}”")


def _owns(at: PronounPlace) -> bool:
    word, kind = at.word(1), at.kind(1)
    if word in ("and", "or") and at.word(2) in ("my", "your", "our", "their", "her"):
        return True
    if at.word(-1) == "of" and at.word(-3) in ("that", "this", "those", "these"):
        return word == "own" or (at.within(1, "belonging") and at.stops(2))
    if word in ("only", "right") and at.kind(2) in ("function", "end") and at.word(2) != "to":
        return at.predicate and at.kind(2) == "end"
    if word == "will":
        return at.word(2) not in ("be", "not", "never", "always", "have", "do") and (
            at.kind(2) != "verb"
        )
    if word in _OWNED or at.within(1, "titles"):
        return True
    if word in _ADVERBS:
        return _adverb_owned(at)
    if word in _LIKE_VERBS and at.word(2) in _COMPARED:
        return False
    if at.word(-1) in ("of", "like") and at.within(1, "third_person") and at.kind(2) != "end":
        return at.word(2) in ("and", "or", "is", "was", "are", "were", "of")
    if _of_mine(at) and word.endswith("s") and at.kind(2) in ("function", "noun", "adverb"):
        return at.within(1, "belonging")
    if word == "broke" and at.kind(2) in ("function", "end"):
        return False
    if kind == "participle":
        return at.kind(2) not in ("end", "function", "adverb") or word == "beloved"
    if kind == "adverb":
        return at.kind(2) in ("adjective", "participle", "ing") and not at.stops(3)
    if word == "all" or kind in ("function", "end"):
        return False
    return kind != "verb" or (word in ("say", "take", "find", "leave") and _noun_like(at))


def _of_mine(at: PronounPlace) -> bool:
    """`a cousin of his`."""
    some = at.word(-3) in ("a", "an", "no", "any", "some", "every", "another", "one")
    return some and at.word(-1) == "of" and at.within(-2, "belonging")


def _noun_like(at: PronounPlace) -> bool:
    return at.word(2) in ("on", "of", "in") or at.kind(2) == "end" or at.within(2, "auxiliaries")


def _adverb_owned(at: PronounPlace) -> bool:
    """`his then girlfriend`, `gave it his all`, `his more famous brother`."""
    if at.word(1) == "all":
        return at.word(-1) == "it" and at.stops(2)
    if at.word(1) in ("more", "most", "much", "once"):
        return kind_of(at.word(2) or "a") in ("adjective", "participle", "adverb", "noun") and (
            at.kind(2) != "end"
        )
    return at.within(2, "belonging") or at.word(2).startswith("ex-")
