"""`her`: of somebody (`his`), or somebody (`him`)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.mask_token import MASK
from engine.words.pronouns.classes import kind_of, words_of_class
from engine.words.pronouns.her_adverbs import SPECIAL
from engine.words.pronouns.her_objects import OBJECTS
from engine.words.pronouns.place import Place, Reading

Rule = Callable[[Place], Reading | None]
_MADE = ("move", "call", "escape", "name", "answer", "promise", "rush")
_FELT = ("touch", "kiss", "look", "need", "love", "hope", "act", "plan")
_DEGREES = ("always", "never", "ever", "still", "often", "already", "almost", "sometimes", "rather")
_ME = ("me", "you", "him", "us", "them", "it")
_QUOTES = "\"'“‘«"


def read_her(text: str, start: int) -> Reading:
    """Whether `her` at this character owns what follows it.

    Example:
        >>> read_her("I saw her coat.", 6).owns
        True
    """
    place = Place(text, start)
    return next(reading for rule in _RULES if (reading := rule(place)) is not None)


def ends(at: Place, pronoun: str) -> Reading | None:
    """What a pronoun is before a sign, or at the end of the text; None before a word."""
    after = at.written(1)
    if after and after[0].isalnum():
        return None
    if after and MASK.match(at.rest):
        return Reading(True, "before a mask")
    if after and after in _QUOTES and not at.glued(1) and at.kind(2) not in ("end", "function"):
        return Reading(True, f"before “{at.written(2)}”")
    return _repeated(at, pronoun) or Reading(False, "at the end of a clause")


def _repeated(at: Place, pronoun: str) -> Reading | None:
    """`Her, her coat` and `her, uh, coat` own what follows."""
    if at.word(1) not in (",", "-", "–", "—", "...", "…") or (at.word(1) == "," and not at.subject):
        return None
    if at.word(2) == pronoun and kind_of(at.word(3) or "a") in ("noun", "adjective"):
        return Reading(True, "said again")
    if at.within(2, "fillers") and at.kind(3) == "end" and not at.stops(4):
        return Reading(True, f"before “{at.written(4)}”")
    return None


def _end(at: Place) -> Reading | None:
    return ends(at, "her")


def _own(at: Place) -> Reading | None:
    if at.word(1) == "own" or at.within(1, "titles"):
        return Reading(True, f"before “{at.written(1)}”")
    return None


def _phrase(at: Place) -> Reading | None:
    """`face to face`, `time and again`, `worth her while`, `gave it her all`."""
    if at.word(1) == at.word(3) and at.word(2) in ("to", "by", "for", "after", "in", "and"):
        return Reading(False, f"before “{at.written(1)} {at.written(2)} {at.written(3)}”")
    if (at.word(1), at.word(2)) in (("time", "and"), ("day", "and"), ("night", "and")) and (
        at.word(3) in ("again", "night", "day")
    ):
        return Reading(False, f"before “{at.written(1)} and {at.written(3)}”")
    if at.word(-1) == "worth" or (at.word(-1) == "it" and at.word(1) in ("all", "best")):
        return Reading(True, f"before “{at.written(1)}”")
    if at.word(1) == "say" and at.within(-1, "have"):
        return Reading(True, "“have her say”")
    return None


def _special(at: Place) -> Reading | None:
    rule = SPECIAL.get(at.word(1))
    return rule(at) if rule else None


def _number(at: Place) -> Reading | None:
    if at.kind(1) != "number":
        return None
    shown = f"before “{at.written(1)}”"
    if at.within(1, "ordinals") and not at.within(2, "measures"):
        return Reading(True, shown)
    if at.subject or at.predicate or at.after_preposition or at.word(1).endswith("s"):
        return Reading(True, shown)
    head, _ = at.head(2)
    shared = head in words_of_class("measures") or head in words_of_class("given")
    gives = at.object_of_two and head not in words_of_class("belonging")
    if shared or gives or at.stops(2):
        return Reading(False, f"before “{at.written(1)} {at.written(2)}”")
    return Reading(True, shown)


def _time(at: Place) -> Reading | None:
    if not at.temporal(1):
        return None
    owns = at.predicate or (at.subject and not at.word(-1)[:1].isalnum() and at.word(1) != "this")
    return Reading(owns, f"before “{at.written(1)}”")


def _function(at: Place) -> Reading | None:
    subject = at.subject or at.after_preposition
    if at.subject and at.word(1) == "what" and at.kind(2) == "end":
        return Reading(True, "before “what”")
    if subject and at.word(1) == "not" and at.word(2).endswith("ing"):
        return Reading(True, f"before “not {at.written(2)}”")
    if subject and at.word(1) in _DEGREES and at.kind(2) in ("adjective", "participle"):
        return Reading(not at.stops(3), f"before “{at.written(1)} {at.written(2)}”")
    if at.kind(1) == "function" or (at.within(1, "greetings") and not at.subject):
        return Reading(False, f"before “{at.written(1)}”")
    return None


def _verb(at: Place) -> Reading | None:
    if at.kind(1) == "verb":
        if at.word(1) in ("take", "find", "catch") and at.word(2) == "on":
            return Reading(True, f"before “{at.written(1)}”")
        return Reading(False, f"before the verb “{at.written(1)}”")
    return _verb_or_noun(at) if at.kind(1) == "either" else None


def _verb_or_noun(at: Place) -> Reading | None:
    """`saw her dance`, `let her help`, `did meeting her change you?`"""
    moves = at.kind(2) in ("end", "function", "adverb")
    onto = moves and at.kind(2) != "end"
    shown = f"before the verb “{at.written(1)}”"
    if at.within(-1, "causative"):
        noun = at.word(-1) in ("make", "makes", "made", "making") and at.word(1) in _MADE
        fools = not moves and at.word(3) in _ME
        return None if (noun and not onto) or fools else Reading(False, shown)
    if at.within(-1, "perception") and at.word(1) not in _FELT:
        named = at.written(2)[:1].isupper() or at.within(2, "given")
        if moves or named or at.word(-1).startswith("watch"):
            return Reading(False, shown, sure=at.kind(2) != "end")
    if at.within(-1, "have") and onto and at.word(2) not in ("is", "was", "of", "and", "or", "to"):
        return Reading(False, shown)
    asked = at.word(-1).endswith("ing") and at.within(-2, "auxiliaries")
    if asked and (at.word(2) in _ME or at.word(2) in ("", "?")):
        return Reading(False, shown)
    return None


def _named(at: Place) -> Reading | None:
    """`Call her Mary`, `told her John was late`, `gave her Mary's number`."""
    name = at.written(1)
    if not name[:1].isupper() or at.text.isupper() or at.subject:
        return None
    if at.within(-1, "call"):
        return Reading(False, f"named “{name}”")
    told = at.within(-1, "say_that") and at.kind(2) in ("function", "verb", "participle", "adverb")
    whose = at.object_of_two and name.replace("’", "'").endswith("'s")
    if (told and not at.within(1, "belonging", "given")) or whose:
        return Reading(False, f"before “{name}”")
    return None


def _noun(at: Place) -> Reading | None:
    return Reading(True, f"before “{at.written(1)}”")


_RULES: tuple[Rule, ...] = (
    *(_end, _own, _phrase, _time, _special, _number, _function, _verb, _named),
    *OBJECTS,
    _noun,
)
