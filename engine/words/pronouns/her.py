"""`her`: of somebody (`his`), or somebody (`him`)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.mask_token import MASK
from engine.words.pronouns.place import PronounPlace, PronounReading, kind_of, words_of_class

# --- her objects --------------------------------------------------------------------------
# `her` stands here before words that could be its own, and are said of it or given to it instead.

_AWAY = ("to", "away", "back", "up")
_ME = ("me", "you", "him", "us", "them", "it")


def _doing(at: PronounPlace) -> PronounReading | None:
    """Words in -ing: `saw her walking`, `her loving husband`, `her being late`."""
    word = at.word(1)
    if at.kind(1) != "ing" and word != "being":
        return None
    shown = f"before “{at.written(1)}”"
    if word == "being" and at.kind(2) == "end":
        return PronounReading(True, shown)
    if at.subject or at.predicate or at.within(2, "auxiliaries"):
        return PronounReading(True, shown)
    if at.within(2, "ing_compounds") and at.within(1, "ing_adjectives"):
        return PronounReading(True, shown)
    if at.within(-1, "perception", "have") or at.word(-1) in ("keep", "kept", "leave", "left"):
        return PronounReading(False, shown)
    adjective = at.within(1, "ing_adjectives") and at.kind(2) in ("noun", "adjective", "either")
    activity = at.within(1, "activities") and at.kind(2) in ("end", "function", "adverb")
    liked = at.within(-1, "liking") or at.after_preposition
    if adjective or (activity and liked and not _goes_on(at)):
        return PronounReading(True, shown, sure=adjective or not at.after_preposition)
    return PronounReading(False, shown, sure=not at.after_preposition)


def _goes_on(at: PronounPlace) -> bool:
    """Whether what follows belongs to a verb: `loved her singing in the rain`."""
    return at.kind(2) == "function" and at.word(2) in (*_ME, "that")


def _how(at: PronounPlace) -> PronounReading | None:
    """Adverbs: `loved her deeply`, `her recently divorced brother`."""
    if at.kind(1) != "adverb":
        return None
    described = at.kind(2) in ("adjective", "participle", "ing") and not at.stops(3)
    return PronounReading(described, f"before “{at.written(1)}”")


def _described(at: PronounPlace) -> PronounReading | None:
    """Adjectives without a noun: `made her happy`, `got her fired`."""
    if at.kind(1) not in ("adjective", "participle"):
        return None
    if at.word(-1).startswith("wish") and at.word(1) in ("happy", "merry", "good"):
        return PronounReading(False, f"“{at.written(-1)} her {at.written(1)}”")
    step = 1
    while at.kind(step + 1) in ("adjective", "participle"):
        step += 1
    joined = at.word(step + 1) in ("and", "or", "but", ",") and (
        at.kind(step + 2) in ("adjective", "participle") and not at.stops(step + 3)
    )
    alone = at.stops(step + 1) and not joined
    if at.word(step + 1) in ("...", "…") and at.after_preposition and at.kind(step) == "adjective":
        return PronounReading(True, f"before “{at.written(1)}”", sure=False)
    nominal = at.within(step, "adjectives_as_nouns") and not at.within(-1, "causative", "call")
    if not alone or nominal or at.subject:
        return (
            PronounReading(True, f"before “{at.written(1)}”")
            if not at.object_of_two or alone
            else None
        )
    return PronounReading(False, f"before “{at.written(1)}”")


def _became(at: PronounPlace) -> PronounReading | None:
    """Nouns that say what becomes of her: `drove her nuts`, `made her queen`."""
    bare = at.stops(2) or at.within(2, "prepositions")
    if at.within(1, "spans") and at.within(-1, "taking"):
        return PronounReading(False, f"“{at.written(-1)} her {at.written(1)}”")
    becomes = at.within(1, "complements") and at.within(-1, "complement_verbs")
    if bare and (becomes or (at.within(1, "roles") and at.within(-1, "appoint"))):
        return PronounReading(False, f"“{at.written(-1)} her {at.written(1)}”")
    return None


def _gave(at: PronounPlace) -> PronounReading | None:
    """What is given to her: `gave her flowers`, and not `gave her flowers to the nurse`."""
    if not at.object_of_two or at.kind(1) in ("end", "function"):
        return None
    head, last = at.head()
    shown = f"“{at.written(-1)} her {'… ' * (last > 1)}{at.written(last)}”"
    if at.word(last + 1) in _AWAY and not at.within(-1, "tell"):
        return PronounReading(True, shown)
    if any(at.within(step, "belonging") for step in range(1, last + 1)):
        return PronounReading(True, shown)
    if at.within(-1, "kept_verbs"):
        given = head in words_of_class("given_after_kept")
        return PronounReading(not given, shown, sure=not given or head == "luck")
    several = at.within(-1, "giving") and head.endswith("s") and head[-2:] != "ss"
    given = head in words_of_class("given") or several
    return PronounReading(False, shown) if given and head not in words_of_class("body") else None


# --- her ----------------------------------------------------------------------------------
# `her` is read by what follows it.

_MADE = ("move", "call", "escape", "name", "answer", "promise", "rush")
_FELT = ("touch", "kiss", "look", "need", "love", "hope", "act", "plan")
_DEGREES = ("always", "never", "ever", "still", "often", "already", "almost", "sometimes", "rather")
_QUOTES = "\"'“‘«"


def read_her(text: str, start: int) -> PronounReading:
    """Whether `her` at this character owns what follows it.

    Example:
        >>> read_her("I saw her coat.", 6).owns
        True
    """
    place = PronounPlace(text, start)
    return next(reading for rule in _RULES if (reading := rule(place)) is not None)


def ends(at: PronounPlace, pronoun: str) -> PronounReading | None:
    """What a pronoun is before a sign, or at the end of the text; None before a word."""
    after = at.written(1)
    if after and after[0].isalnum():
        return None
    if after and MASK.match(at.rest):
        return PronounReading(True, "before a mask")
    if after and after in _QUOTES and not at.glued(1) and at.kind(2) not in ("end", "function"):
        return PronounReading(True, f"before “{at.written(2)}”")
    return _repeated(at, pronoun) or PronounReading(False, "at the end of a clause")


def _repeated(at: PronounPlace, pronoun: str) -> PronounReading | None:
    """`Her, her coat` and `her, uh, coat` own what follows."""
    if at.word(1) not in (",", "-", "–", "—", "...", "…") or (at.word(1) == "," and not at.subject):
        return None
    if at.word(2) == pronoun and kind_of(at.word(3) or "a") in ("noun", "adjective"):
        return PronounReading(True, "said again")
    if at.within(2, "fillers") and at.kind(3) == "end" and not at.stops(4):
        return PronounReading(True, f"before “{at.written(4)}”")
    return None


def _end(at: PronounPlace) -> PronounReading | None:
    return ends(at, "her")


def _own(at: PronounPlace) -> PronounReading | None:
    if at.word(1) == "own" or at.within(1, "titles"):
        return PronounReading(True, f"before “{at.written(1)}”")
    return None


def _phrase(at: PronounPlace) -> PronounReading | None:
    """`face to face`, `time and again`, `worth her while`, `gave it her all`."""
    if at.word(1) == at.word(3) and at.word(2) in ("to", "by", "for", "after", "in", "and"):
        return PronounReading(False, f"before “{at.written(1)} {at.written(2)} {at.written(3)}”")
    if (at.word(1), at.word(2)) in (("time", "and"), ("day", "and"), ("night", "and")) and (
        at.word(3) in ("again", "night", "day")
    ):
        return PronounReading(False, f"before “{at.written(1)} and {at.written(3)}”")
    if at.word(-1) == "worth" or (at.word(-1) == "it" and at.word(1) in ("all", "best")):
        return PronounReading(True, f"before “{at.written(1)}”")
    if at.word(1) == "say" and at.within(-1, "have"):
        return PronounReading(True, "“have her say”")
    return None


def _got_back(at: PronounPlace) -> PronounReading | None:
    """`I've got her back` can be read either way."""
    got = at.word(-1) == "got" and at.word(-2).endswith(("'ve", "'s", "have", "has"))
    if at.word(1) != "back" or not got or at.no_object:
        return None
    return PronounReading(True, f"before “{at.written(1)}”", sure=False)


def _special(at: PronounPlace) -> PronounReading | None:
    owned = _SPECIAL.get(at.word(1))
    return PronounReading(owned(at), f"before “{at.written(1)}”") if owned else None


def _number(at: PronounPlace) -> PronounReading | None:
    if at.kind(1) != "number":
        return None
    shown = f"before “{at.written(1)}”"
    if at.within(1, "ordinals") and not at.within(2, "measures"):
        return PronounReading(True, shown)
    if at.no_object or at.word(1).endswith("s"):
        return PronounReading(True, shown)
    head, _ = at.head(2)
    shared = head in words_of_class("measures") or head in words_of_class("given")
    gives = at.object_of_two and head not in words_of_class("belonging")
    if shared or gives or at.stops(2):
        return PronounReading(False, f"before “{at.written(1)} {at.written(2)}”")
    return PronounReading(True, shown)


def _time(at: PronounPlace) -> PronounReading | None:
    if not at.temporal(1):
        return None
    owns = at.predicate or (at.subject and not at.word(-1)[:1].isalnum() and at.word(1) != "this")
    return PronounReading(owns, f"before “{at.written(1)}”")


def _function(at: PronounPlace) -> PronounReading | None:
    subject = at.subject or at.after_preposition
    if at.subject and at.word(1) == "what" and at.kind(2) == "end":
        return PronounReading(True, "before “what”")
    if subject and at.word(1) == "not" and at.word(2).endswith("ing"):
        return PronounReading(True, f"before “not {at.written(2)}”")
    if subject and at.word(1) in _DEGREES and at.kind(2) in ("adjective", "participle"):
        return PronounReading(not at.stops(3), f"before “{at.written(1)} {at.written(2)}”")
    if at.kind(1) == "function" or (at.within(1, "greetings") and not at.subject):
        return PronounReading(False, f"before “{at.written(1)}”")
    return None


def _verb(at: PronounPlace) -> PronounReading | None:
    if at.kind(1) == "verb":
        if at.word(1) in ("take", "find", "catch") and at.word(2) == "on":
            return PronounReading(True, f"before “{at.written(1)}”")
        return PronounReading(False, f"before the verb “{at.written(1)}”")
    return _verb_or_noun(at) if at.kind(1) == "either" else None


def _verb_or_noun(at: PronounPlace) -> PronounReading | None:
    """`saw her dance`, `let her help`, `did meeting her change you?`"""
    moves = at.kind(2) in ("end", "function", "adverb")
    onto = moves and at.kind(2) != "end"
    shown = f"before the verb “{at.written(1)}”"
    if at.within(-1, "causative"):
        noun = at.word(-1) in ("make", "makes", "made", "making") and at.word(1) in _MADE
        fools = not moves and at.word(3) in _ME
        return None if (noun and not onto) or fools else PronounReading(False, shown)
    if at.within(-1, "perception") and at.word(1) not in _FELT:
        named = at.written(2)[:1].isupper() or at.within(2, "given")
        if moves or named or at.word(-1).startswith("watch"):
            return PronounReading(False, shown, sure=at.kind(2) != "end")
    if at.within(-1, "have") and onto and at.word(2) not in ("is", "was", "of", "and", "or", "to"):
        return PronounReading(False, shown)
    asked = at.word(-1).endswith("ing") and at.within(-2, "auxiliaries")
    if asked and (at.word(2) in _ME or at.word(2) in ("", "?")):
        return PronounReading(False, shown)
    return None


def _named(at: PronounPlace) -> PronounReading | None:
    """`Call her Mary`, `told her John was late`, `gave her Mary's number`."""
    name = at.written(1)
    if not name[:1].isupper() or at.text.isupper() or at.subject:
        return None
    if at.within(-1, "call"):
        return PronounReading(False, f"named “{name}”")
    told = at.within(-1, "say_that") and at.kind(2) in ("function", "verb", "participle", "adverb")
    whose = at.object_of_two and name.replace("’", "'").endswith("'s")
    if (told and not at.within(1, "belonging", "given")) or whose:
        return PronounReading(False, f"before “{name}”")
    return None


def _noun(at: PronounPlace) -> PronounReading | None:
    return PronounReading(True, f"before “{at.written(1)}”")


_RULES: tuple[Callable[[PronounPlace], PronounReading | None], ...] = (
    *(_end, _own, _phrase, _time, _got_back, _special, _number, _function, _verb, _named),
    *(_doing, _how, _described, _became, _gave, _noun),
)


# --- her adverbs --------------------------------------------------------------------------
# `her` stands here before words that are now an adverb, now a noun or adjective: `back`, `home`,
# `right`.

_NOUNS = ("noun", "adjective", "participle", "number", "ing", "either")
_DESCRIBING = ("adjective", "participle")


def _back(at: PronounPlace) -> bool:
    """`on her back`, `brought her back`."""
    returned = at.within(-1, "bring_back") or at.word(2) in ("to", "into", "from", "again", "home")
    return at.no_object or not returned


def _home(at: PronounPlace) -> bool:
    """`drove her home`, `in her home`, `her home town`."""
    return not at.within(-1, "move") or at.kind(2) == "noun"


def _right(at: PronounPlace) -> bool:
    """`her right hand`, `her right to vote`, `treat her right`."""
    if at.word(2) in ("now", "away", "here", "there", "back", "up", "in", "on", "after", "before"):
        return False
    return at.word(2) == "to" or at.kind(2) in _NOUNS or at.no_object


def _before_noun(at: PronounPlace) -> bool:
    """`her first husband`, `it was her first`, `saw her first`, `called her first thing`."""
    if (at.word(1), at.word(2)) == ("first", "thing") and not at.predicate:
        return False
    if at.object_of_two and at.word(2) in ("aid", "prize", "place", "dibs", "choice", "pick"):
        return False
    return at.kind(2) in _NOUNS or at.no_object


def _best(at: PronounPlace) -> bool:
    """`her best friend`, `did her best`, `knows her best`."""
    known = at.within(-1, "know_well") and at.word(-1) not in ("do", "get")
    return at.kind(2) in _NOUNS or not known


def _more(at: PronounPlace) -> bool:
    """`her more famous sister`, `love her more`, `gave her more time`."""
    described = at.kind(2) in (*_DESCRIBING, "ing", "adverb") and not at.stops(3)
    return described and not (at.object_of_two and at.head(2)[0].endswith("s"))


def _very(at: PronounPlace) -> bool:
    """`her very first job`, `made her very happy`, `love her very much`."""
    if at.word(2) in ("own", "first", "last", "best", "next"):
        return True
    if at.kind(2) in ("adverb", "function") or at.word(2) in ("much", "well", "often", "hard"):
        return False
    return at.kind(2) in ("noun", "either") or not at.stops(3)


def _one(at: PronounPlace) -> bool:
    """`her one true love`, `gave her one`, `saw her one day`."""
    if at.word(2) == "and" and at.word(3) == "only":
        return True
    if at.no_object:
        return at.kind(2) in _NOUNS or at.word(2) in ("last", "more")
    if at.stops(2) or at.object_of_two or at.word(2) in ("more", "last", "final", "by", "at"):
        return False
    return not at.within(2, "measures")


def _then(at: PronounPlace) -> bool:
    """`her then husband`, `saw her then`."""
    return at.within(2, "belonging") or at.word(2).startswith("ex-")


def _once(at: PronounPlace) -> bool:
    """`her once beautiful face`, `met her once`."""
    return at.kind(2) in _DESCRIBING and not at.stops(3)


def _will(at: PronounPlace) -> bool:
    """`against her will`, `people like her will never learn`."""
    helped = at.word(2) in ("be", "not", "never", "always", "have", "do") or at.kind(2) == "verb"
    return not helped


def _past(at: PronounPlace) -> bool:
    """`forget her past`, `drove her past the house`, `her past life`."""
    return at.word(2) not in ("the", "a", "an", "my", "your", "us", "him", "me")


def _part(at: PronounPlace) -> bool:
    """`left her behind`, `let her inside`, `on her behind`."""
    return (at.word(-1) in ("on", "of", "his") and at.stops(2)) or at.kind(2) == "noun"


def _well(at: PronounPlace) -> bool:
    return at.kind(2) in ("noun", *_DESCRIBING)


def _all(at: PronounPlace) -> bool:
    given = at.word(-1) in ("it", "give", "gives", "gave", "given")
    return given and at.kind(2) == "end"


# The word -> whether `her` owns it.
_SPECIAL: dict[str, Callable[[PronounPlace], bool]] = {
    "back": _back,
    "home": _home,
    "right": _right,
    **dict.fromkeys(("first", "last", "next", "late", "early", "hard", "fast"), _before_noun),
    "best": _best,
    "better": lambda at: at.kind(2) in _NOUNS or at.subject or at.predicate,
    "more": _more,
    "most": lambda at: at.kind(2) in _NOUNS,
    "only": lambda at: at.kind(2) in _NOUNS or at.word(2) == "one" or at.predicate or at.subject,
    "very": _very,
    "one": _one,
    "half": lambda at: at.word(2) == "of" or (at.kind(2) == "noun" and not at.object_of_two),
    "every": lambda at: at.within(2, "every"),
    **dict.fromkeys(
        ("many", "few", "several"), lambda at: at.kind(2) in _NOUNS and not at.object_of_two
    ),
    **dict.fromkeys(("then", "now"), _then),
    "once": _once,
    "will": _will,
    "past": _past,
    **dict.fromkeys(("behind", "inside"), _part),
    **dict.fromkeys(("well", "much"), _well),
    "all": _all,
    "forever": lambda at: at.word(2) in ("home", "family"),
    "such": lambda at: False,
}
