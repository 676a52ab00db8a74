"""VADER's compound score of a sentence, with its words, equal to that of vaderSentiment 3.3.2.

The package has had no release since 2020, so its lexicon is read here and its rules are written
out; the tests compare both. Where a rule does something odd, it is kept, and a comment says so.
"""

from __future__ import annotations

import math
import string
from functools import lru_cache
from pathlib import Path

_SPREAD = 15  # of the normalisation: about the largest square of a sum that is expected
_NEARNESS = (1.0, 0.95, 0.9)  # weight of a degree word one, two and three words before
_EXCLAMATION, _MOST_EXCLAMATIONS = 0.292, 4
_QUESTION, _MANY_QUESTIONS, _MOST_QUESTIONS = 0.18, 0.96, 3


def compound(text: str) -> float:
    """Valence of a text.

    Args:
        text: one sentence; longer texts are scored as if they were one.

    Returns:
        -1 (most negative) to 1 (most positive), four decimals; 0 where no word is rated.

    Source: Hutto and Gilbert (2014), section 3; the rules of vaderSentiment 3.3.2.
    """
    read = with_described_emoji(text)
    words = words_of(read)
    if not words:
        return 0.0
    lower = [word.lower() for word in words]
    capitals = sum(word.isupper() for word in words)
    emphatic = 0 < capitals < len(words)  # capitals mean something only where not all have them
    valences = [_valence(words, lower, place, emphatic) for place in range(len(words))]
    _weigh_around_but(lower, valences)
    total = float(sum(valences))
    if total:
        total += math.copysign(_emphasis(read), total)
    return round(total / math.sqrt(total * total + _SPREAD), 4)


def _valence(words: list[str], lower: list[str], place: int, emphatic: bool) -> float:
    """Valence of one word in its place."""
    word, rated = lower[place], ratings()
    following = lower[place + 1] if place + 1 < len(lower) else ""
    if word not in rated or word in DEGREES or (word == "kind" and following == "of"):
        return 0.0
    valence = rated[word]
    if word == "no" and following in rated:
        valence = 0.0  # it negates the next word and has no valence of its own
    if _after_no(lower, place):
        valence = rated[word] * NEGATED
    if emphatic and words[place].isupper():
        valence += CAPITALS if valence > 0 else -CAPITALS
    for distance in range(1, min(place, 3) + 1):
        if lower[place - distance] in rated:
            continue
        valence += _degree(words[place - distance], valence, emphatic) * _NEARNESS[distance - 1]
        valence = _negated(lower, place, distance, valence)
        if distance == 3:
            valence = _in_idiom(lower, place, valence)
    return _after_least(lower, place, valence)


def _after_no(lower: list[str], place: int) -> bool:
    before = ["", "", "", *lower[:place]][-3:]
    return "no" in before[1:] or (before[0] == "no" and before[2] in ("or", "nor"))


def _degree(word: str, valence: float, emphatic: bool) -> float:
    """What a degree word adds to a valence that comes after it."""
    added = DEGREES.get(word.lower(), 0.0)
    if not added:
        return 0.0
    if valence < 0:
        added = -added
    if emphatic and word.isupper():
        added += CAPITALS if valence > 0 else -CAPITALS
    return added


def _negated(lower: list[str], place: int, distance: int, valence: float) -> float:
    """A valence after the word at a distance before it, which may negate it."""
    word, between = lower[place - distance], lower[place - distance + 1 : place]
    stressed = [other in ("so", "this") for other in between]
    # Three words away, "so" or "this" right before the word raises it with no "never" at all.
    if (word == "never" and any(stressed)) or (distance == 3 and stressed[-1]):
        return valence * 1.25
    if word == "without" and "doubt" in between:
        return valence
    return valence * NEGATED if is_negation(word) else valence


def _in_idiom(lower: list[str], place: int, valence: float) -> float:
    """A valence as the phrase around the word gives it; looked at from the fourth word on."""

    def phrase(first: int, last: int) -> str:
        return " ".join(lower[place + first : place + last + 1])

    before = [phrase(-1, 0), phrase(-2, 0), phrase(-2, -1), phrase(-3, -1), phrase(-3, -2)]
    valence = next((IDIOMS[found] for found in before if found in IDIOMS), valence)
    for last in (1, 2):
        if place + last < len(lower):
            valence = IDIOMS.get(phrase(0, last), valence)
    for found in (phrase(-3, -1), phrase(-3, -2), phrase(-2, -1)):
        valence += DEGREES.get(found, 0.0)
    return valence


def _after_least(lower: list[str], place: int, valence: float) -> float:
    """A valence after `least`, which negates it unless it is `at least` or `very least`."""
    if place == 0 or lower[place - 1] != "least":
        return valence
    return valence if place > 1 and lower[place - 2] in ("at", "very") else valence * NEGATED


def _weigh_around_but(lower: list[str], valences: list[float]) -> None:
    """Halve what is said before `but` and raise what is said after it, in place."""
    if "but" not in lower:
        return
    turn = lower.index("but")
    for place in range(len(valences)):
        # The first word of that valence is changed, even if it is not the word of this place.
        first = valences.index(valences[place])
        if first < turn:
            valences[first] *= 0.5
        elif first > turn:
            valences[first] *= 1.5


def _emphasis(text: str) -> float:
    """What exclamation and question marks add to the size of a sum."""
    added = min(text.count("!"), _MOST_EXCLAMATIONS) * _EXCLAMATION
    questions = text.count("?")
    if questions > _MOST_QUESTIONS:
        return added + _MANY_QUESTIONS
    return added + (questions * _QUESTION if questions > 1 else 0.0)


# --- modifiers ----------------------------------------------------------------------------
# These words of VADER change the valence of other words, as version 3.3.2 has them.

RAISED = 0.293  # what an intensifier adds to the size of a valence; a dampener takes it off
CAPITALS = 0.733  # what a word in capitals adds where the others are not
NEGATED = -0.74  # factor of a negated valence

_INTENSIFIERS = """
absolutely amazingly awfully completely considerable considerably decidedly deeply effing enormous
enormously entirely especially exceptional exceptionally extreme extremely fabulously flipping
flippin frackin fracking fricking frickin frigging friggin fully fuckin fucking fuggin fugging
greatly hella highly hugely incredible incredibly intensely major majorly more most particularly
purely quite really remarkably so substantially thoroughly total totally tremendous tremendously
uber unbelievably unusually utter utterly very
"""
_DAMPENERS = """
almost barely hardly kinda kindof kind-of less little marginal marginally occasional occasionally
partly scarce scarcely slight slightly somewhat sorta sortof sort-of
"""
_DAMPENING_PHRASES = ("just enough", "kind of", "sort of")
_NEGATIONS = """
aint arent cannot cant couldnt darent didnt doesnt ain't aren't can't couldn't daren't didn't
doesn't dont hadnt hasnt havent isnt mightnt mustnt neither don't hadn't hasn't haven't isn't
mightn't mustn't neednt needn't never none nope nor not nothing nowhere oughtnt shant shouldnt uhuh
wasnt werent oughtn't shan't shouldn't uh-uh wasn't weren't without wont wouldnt won't wouldn't
rarely seldom despite
"""

DEGREES = (
    dict.fromkeys(_INTENSIFIERS.split(), RAISED)
    | dict.fromkeys(_DAMPENERS.split(), -RAISED)
    | dict.fromkeys(_DAMPENING_PHRASES, -RAISED)
)
NEGATIONS = frozenset(_NEGATIONS.split())

# Phrases whose valence is not that of their words.
IDIOMS = {
    "the shit": 3,
    "the bomb": 3,
    "bad ass": 1.5,
    "badass": 1.5,
    "bus stop": 0.0,
    "yeah right": -2,
    "kiss of death": -1.5,
    "to die for": 3,
    "beating heart": 3.5,
}


def is_negation(word: str) -> bool:
    """Whether a word in lower case negates what comes after it."""
    return word in NEGATIONS or "n't" in word


# --- words --------------------------------------------------------------------------------
# VADER rates words and describes emoji; texts are split into words as VADER splits them.

_FOLDER = Path(__file__).parent


@lru_cache(maxsize=1)
def ratings() -> dict[str, float]:
    """Word, emoticon or initialism -> mean of ten people's ratings, -4 to 4."""
    return {word: float(rating) for word, rating in _columns("vader_lexicon.txt")}


@lru_cache(maxsize=1)
def emoji() -> dict[str, str]:
    """Emoji -> its description, which is read in its place."""
    return dict(_columns("emoji_utf8_lexicon.txt"))


def with_described_emoji(text: str) -> str:
    """A text with each emoji replaced by its description."""
    known = emoji()
    if text.isascii():
        return text.strip()
    parts: list[str] = []
    after_space = True
    for sign in text:
        if sign in known:
            parts.append(known[sign] if after_space else f" {known[sign]}")
            after_space = False
        else:
            parts.append(sign)
            after_space = sign == " "
    return "".join(parts).strip()


def words_of(text: str) -> list[str]:
    """The words of a text without the punctuation around them; short emoticons keep theirs."""
    words = [(word, word.strip(string.punctuation)) for word in text.split()]
    return [word if len(bare) <= 2 else bare for word, bare in words]


def _columns(name: str) -> list[tuple[str, str]]:
    lines = (_FOLDER / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
    rows = [line.strip().split("\t") for line in lines if line]
    return [(row[0], row[1]) for row in rows]
