"""`her` before words that could be its own, and are said of it or given to it instead."""

from __future__ import annotations

from engine.words.pronouns.classes import words_of_class
from engine.words.pronouns.place import Place, Reading

_AWAY = ("to", "away", "back", "up")


def _doing(at: Place) -> Reading | None:
    """Words in -ing: `saw her walking`, `her loving husband`, `her being late`."""
    word = at.word(1)
    if at.kind(1) != "ing" and word != "being":
        return None
    shown = f"before “{at.written(1)}”"
    if word == "being" and at.kind(2) == "end":
        return Reading(True, shown)
    if at.subject or at.predicate or at.within(2, "auxiliaries"):
        return Reading(True, shown)
    if at.within(2, "ing_compounds") and at.within(1, "ing_adjectives"):
        return Reading(True, shown)
    if at.within(-1, "perception", "have") or at.word(-1) in ("keep", "kept", "leave", "left"):
        return Reading(False, shown)
    adjective = at.within(1, "ing_adjectives") and at.kind(2) in ("noun", "adjective", "either")
    activity = at.within(1, "activities") and at.kind(2) in ("end", "function", "adverb")
    liked = at.within(-1, "liking") or at.after_preposition
    if adjective or (activity and liked and not _goes_on(at)):
        return Reading(True, shown, sure=adjective or not at.after_preposition)
    return Reading(False, shown, sure=not at.after_preposition)


def _goes_on(at: Place) -> bool:
    """Whether what follows belongs to a verb: `loved her singing in the rain`."""
    return at.kind(2) == "function" and at.word(2) in (
        "him",
        "me",
        "us",
        "them",
        "it",
        "you",
        "that",
    )


def _how(at: Place) -> Reading | None:
    """Adverbs: `loved her deeply`, `her recently divorced brother`."""
    if at.kind(1) != "adverb":
        return None
    described = at.kind(2) in ("adjective", "participle", "ing") and not at.stops(3)
    return Reading(described, f"before “{at.written(1)}”")


def _described(at: Place) -> Reading | None:
    """Adjectives without a noun: `made her happy`, `got her fired`."""
    if at.kind(1) not in ("adjective", "participle"):
        return None
    if at.word(-1).startswith("wish") and at.word(1) in ("happy", "merry", "good"):
        return Reading(False, f"“{at.written(-1)} her {at.written(1)}”")
    step = 1
    while at.kind(step + 1) in ("adjective", "participle"):
        step += 1
    joined = at.word(step + 1) in ("and", "or", "but", ",") and (
        at.kind(step + 2) in ("adjective", "participle") and not at.stops(step + 3)
    )
    alone = at.stops(step + 1) and not joined
    if at.word(step + 1) in ("...", "…") and at.after_preposition and at.kind(step) == "adjective":
        return Reading(True, f"before “{at.written(1)}”", sure=False)
    nominal = at.within(step, "adjectives_as_nouns") and not at.within(-1, "causative", "call")
    if not alone or nominal or at.subject:
        return Reading(True, f"before “{at.written(1)}”") if not at.object_of_two or alone else None
    return Reading(False, f"before “{at.written(1)}”")


def _became(at: Place) -> Reading | None:
    """Nouns that say what becomes of her: `drove her nuts`, `made her queen`."""
    bare = at.stops(2) or at.within(2, "prepositions")
    if at.within(1, "spans") and at.within(-1, "taking"):
        return Reading(False, f"“{at.written(-1)} her {at.written(1)}”")
    becomes = at.within(1, "complements") and at.within(-1, "complement_verbs")
    if bare and (becomes or (at.within(1, "roles") and at.within(-1, "appoint"))):
        return Reading(False, f"“{at.written(-1)} her {at.written(1)}”")
    return None


def _gave(at: Place) -> Reading | None:
    """What is given to her: `gave her flowers`, and not `gave her flowers to the nurse`."""
    if not at.object_of_two or at.kind(1) in ("end", "function"):
        return None
    head, last = at.head()
    shown = (
        f"“{at.written(-1)} her … {at.written(last)}”"
        if last > 1
        else (f"“{at.written(-1)} her {at.written(1)}”")
    )
    if at.word(last + 1) in _AWAY and not at.within(-1, "tell"):
        return Reading(True, shown)
    if any(at.within(step, "belonging") for step in range(1, last + 1)):
        return Reading(True, shown)
    if at.within(-1, "kept_verbs"):
        given = head in words_of_class("given_after_kept")
        return Reading(not given, shown, sure=not given or head == "luck")
    several = at.within(-1, "giving") and head.endswith("s") and head[-2:] != "ss"
    given = head in words_of_class("given") or several
    return Reading(False, shown) if given and head not in words_of_class("body") else None


OBJECTS = (_doing, _how, _described, _became, _gave)
