"""Words of a model as a person writes them on screen.

An uncased tokenizer has lower case only, so its model says `i` and `france`. On screen they are
written as English writes them where that is certain; exports, targets and the command line keep
what the tokenizer has.
"""

from __future__ import annotations

import calendar
import re
import zoneinfo
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from engine.core.wording import counted

Words = Sequence[tuple[str, float]]  # each with its probability (0 to 1)

_HALF_A_CHARACTER = "\ufffd"  # what a tokenizer makes of bytes that are no whole character
_FIRST_PERSON = re.compile(r"i(?=$|['’])")
# Also common words, so that nothing is certain: the month or the verb, the country or the bird.
_AMBIGUOUS = {
    *("may", "march", "august", "polish", "turkey", "china", "guinea", "chad", "jersey", "world"),
    *("center", "darwin", "easter", "eastern", "north", "oral", "phoenix", "pacific", "regina"),
    *("resolute", "reunion", "south", "virgin", "west", "act"),
}
_REGIONS = ("Africa", "America", "Asia", "Australia", "Europe")  # of time zones named by cities
_NOT_LISTED = (
    "America England Scotland Wales Britain European African Asian Australian Briton Roman "
    "Catholic Protestant God Jesus Bible Internet"
)
# Frequent in English texts of the last hundred years, and no common words.
_FIRST_NAMES = """
    Adam Alan Albert Alex Alexander Alice Amanda Amy Andrea Andrew Angela Ann Anna Anne Anthony
    Arthur Ashley Barbara Benjamin Betty Brandon Brenda Brian Carl Carolyn Catherine Charles
    Charlie Charlotte Cheryl Christina Christine Christopher Cynthia Daniel David Deborah Debra
    Dennis Diane Donald Donna Dorothy Douglas Edward Elizabeth Emily Emma Eric Ethan Eugene Evelyn
    Frances Gary George Gerald Gloria Gregory Hannah Harold Harry Helen Henry Isabella Jacob
    Jacqueline James Jane Janet Jason Jeffrey Jennifer Jeremy Jessica Joan Joe John Jonathan Jose
    Joseph Joshua Joyce Juan Judith Julia Julie Justin Karen Katherine Kathleen Keith Kelly
    Kenneth Kevin Kimberly Kyle Larry Laura Lauren Lawrence Linda Lisa Louis Lucy Margaret Maria
    Marie Marilyn Martha Mary Matthew Megan Melissa Michael Michelle Mike Nancy Nathan Nicholas
    Nicole Olivia Pamela Patricia Patrick Paul Peter Philip Rachel Ralph Raymond Rebecca Richard
    Robert Roger Ronald Ruth Ryan Samantha Samuel Sandra Sarah Scott Sean Sharon Shirley Simon
    Sophia Stephanie Stephen Steven Susan Teresa Theresa Thomas Timothy Tom Tyler Victoria
    Virginia Walter William Zachary
"""


def shown_word(word: str, uncased: bool) -> str:
    """A word as it is written on screen.

    Args:
        uncased: whether the tokenizer knows lower case only (`Facts.uncased`); the words of any
            other are shown as they are, but for bytes that are no whole character.
    """
    if _HALF_A_CHARACTER in word:
        return "(part of a character)"
    if not uncased or not word.islower():
        return word
    if _FIRST_PERSON.match(word):
        return f"I{word[1:]}"
    return _capitalised().get(word, word)


def shown_words(ranked: Iterable[dict[str, Any]], uncased: bool) -> Words:
    """Words as they are written on screen, each with its probability.

    Args:
        ranked: predictions of one place; a word of several pieces is shown with their number.
        uncased: see `shown_word`.
    """
    return [(_with_pieces(entry, uncased), entry["probability"]) for entry in ranked]


def _with_pieces(entry: dict[str, Any], uncased: bool) -> str:
    word, pieces = shown_word(entry["word"], uncased), entry["pieces"]
    return f"{word} ({counted(pieces, 'piece')})" if pieces > 1 else word


@lru_cache(maxsize=1)
def _capitalised() -> dict[str, str]:
    """Lower-case form -> the word, of names that are nothing else."""
    kept = {name.lower(): name for name in _names() if name.isalpha() and name.istitle()}
    return {word: name for word, name in kept.items() if word not in _AMBIGUOUS}


def _names() -> Iterator[str]:
    """Countries, their official languages, large cities, weekdays, months, groups and first names.

    Of groups, those of our own lists that have a capital: nationalities and religions.
    """
    from babel import Locale
    from babel.languages import get_official_languages

    from engine.words.lists import group_lists

    english = Locale("en")
    yield from english.territories.values()
    for country in english.territories:
        for language in get_official_languages(str(country)):
            yield english.languages.get(str(language), "")
    for zone in zoneinfo.available_timezones():
        region, _, city = zone.partition("/")
        if region in _REGIONS:
            yield city
    for entry in group_lists().values():
        yield from entry.groups
    yield from (*calendar.day_name, *calendar.month_name)
    yield from (*_NOT_LISTED.split(), *_FIRST_NAMES.split())
