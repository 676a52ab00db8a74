"""`her` before words that are now an adverb, now a noun or adjective: `back`, `home`, `right`."""

from __future__ import annotations

from collections.abc import Callable

from engine.words.pronouns.place import Place, Reading

_NOUNS = ("noun", "adjective", "participle", "number", "ing", "either")


def _reading(at: Place, owns: bool, sure: bool = True) -> Reading:
    return Reading(owns, f"before “{at.written(1)}”", sure)


def _back(at: Place) -> Reading:
    """`on her back`, `brought her back`."""
    if at.subject or at.predicate or at.after_preposition:
        return _reading(at, True)
    if at.word(-1) == "got" and at.word(-2).endswith(("'ve", "'s", "have", "has")):
        return _reading(at, True, sure=False)
    returned = at.within(-1, "bring_back") or at.word(2) in ("to", "into", "from", "again", "home")
    return _reading(at, not returned)


def _home(at: Place) -> Reading:
    """`drove her home`, `in her home`, `her home town`."""
    return _reading(at, not (at.within(-1, "move") and at.kind(2) != "noun"))


def _right(at: Place) -> Reading:
    """`her right hand`, `her right to vote`, `treat her right`."""
    if at.word(2) in ("now", "away", "here", "there", "back", "up", "in", "on", "after", "before"):
        return _reading(at, False)
    if at.word(2) == "to" or at.kind(2) in _NOUNS:
        return _reading(at, True)
    return _reading(at, at.subject or at.predicate or at.after_preposition)


def _before_noun(at: Place) -> Reading:
    """`her first husband`, `it was her first`, `saw her first`, `called her first thing`."""
    if (at.word(1), at.word(2)) == ("first", "thing") and not at.predicate:
        return _reading(at, False)
    if at.object_of_two and at.word(2) in ("aid", "prize", "place", "dibs", "choice", "pick"):
        return _reading(at, False)
    owns = at.kind(2) in _NOUNS or at.subject or at.predicate or at.after_preposition
    return _reading(at, owns)


def _best(at: Place) -> Reading:
    """`her best friend`, `did her best`, `knows her best`."""
    known = at.within(-1, "know_well") and at.word(-1) not in ("do", "get")
    return _reading(at, at.kind(2) in _NOUNS or not known)


def _better(at: Place) -> Reading:
    owns = at.kind(2) in _NOUNS or at.subject or at.predicate
    return _reading(at, owns)


def _more(at: Place) -> Reading:
    """`her more famous sister`, `love her more`, `gave her more time`."""
    described = at.kind(2) in ("adjective", "participle", "ing", "adverb") and not at.stops(3)
    return _reading(at, described and not (at.object_of_two and at.head(2)[0].endswith("s")))


def _most(at: Place) -> Reading:
    return _reading(at, at.kind(2) in _NOUNS)


def _only(at: Place) -> Reading:
    return _reading(at, at.kind(2) in _NOUNS or at.word(2) == "one" or at.predicate or at.subject)


def _very(at: Place) -> Reading:
    """`her very first job`, `made her very happy`, `love her very much`."""
    if at.word(2) in ("own", "first", "last", "best", "next"):
        return _reading(at, True)
    if at.kind(2) in ("adverb", "function") or at.word(2) in ("much", "well", "often", "hard"):
        return _reading(at, False)
    return _reading(at, at.kind(2) in ("noun", "either") or not at.stops(3))


def _one(at: Place) -> Reading:
    """`her one true love`, `gave her one`, `saw her one day`."""
    if at.word(2) == "and" and at.word(3) == "only":
        return _reading(at, True)
    if at.subject or at.predicate or at.after_preposition:
        return _reading(at, at.kind(2) in _NOUNS or at.word(2) in ("last", "more"))
    if at.stops(2) or at.object_of_two or at.word(2) in ("more", "last", "final", "by", "at"):
        return _reading(at, False)
    return _reading(at, not at.within(2, "measures"))


def _half(at: Place) -> Reading:
    return _reading(at, at.word(2) == "of" or (at.kind(2) == "noun" and not at.object_of_two))


def _every(at: Place) -> Reading:
    return _reading(at, at.within(2, "every"))


def _many(at: Place) -> Reading:
    return _reading(at, at.kind(2) in _NOUNS and not at.object_of_two)


def _then(at: Place) -> Reading:
    """`her then husband`, `saw her then`."""
    return _reading(at, at.within(2, "belonging") or at.word(2).startswith("ex-"))


def _once(at: Place) -> Reading:
    """`her once beautiful face`, `met her once`."""
    return _reading(at, at.kind(2) in ("adjective", "participle") and not at.stops(3))


def _will(at: Place) -> Reading:
    """`against her will`, `people like her will never learn`."""
    helps = at.word(2) in ("be", "not", "never", "always", "have", "do") or at.kind(2) == "verb"
    return _reading(at, not helps)


def _past(at: Place) -> Reading:
    """`forget her past`, `drove her past the house`, `her past life`."""
    return _reading(at, at.word(2) not in ("the", "a", "an", "my", "your", "us", "him", "me"))


def _part(at: Place) -> Reading:
    """`left her behind`, `let her inside`, `on her behind`."""
    return _reading(
        at, (at.word(-1) in ("on", "of", "his") and at.stops(2)) or at.kind(2) == "noun"
    )


def _well(at: Place) -> Reading:
    return _reading(at, at.kind(2) in ("noun", "adjective", "participle"))


def _all(at: Place) -> Reading:
    gives = at.word(-1) == "it" or at.word(-1) in ("give", "gives", "gave", "given")
    return _reading(at, gives and at.kind(2) == "end")


def _forever(at: Place) -> Reading:
    return _reading(at, at.word(2) in ("home", "family"))


def _quantity(at: Place) -> Reading:
    return _reading(at, False)


SPECIAL: dict[str, Callable[[Place], Reading]] = {
    "back": _back,
    "home": _home,
    "right": _right,
    **dict.fromkeys(("first", "last", "next", "late", "early", "hard", "fast"), _before_noun),
    "best": _best,
    "better": _better,
    "more": _more,
    "most": _most,
    "only": _only,
    "very": _very,
    "one": _one,
    "half": _half,
    "every": _every,
    **dict.fromkeys(("many", "few", "several"), _many),
    "then": _then,
    "now": _then,
    "once": _once,
    "will": _will,
    "past": _past,
    **dict.fromkeys(("behind", "inside"), _part),
    "well": _well,
    "all": _all,
    "forever": _forever,
    "much": _well,
    "such": _quantity,
}
