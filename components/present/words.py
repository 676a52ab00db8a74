"""Words of a model as a person writes them on screen.

An uncased tokenizer has lower case only, so its model says `i` and `france`. On screen they are
written as English writes them where that is certain; exports, targets and the command line keep
what the tokenizer has.
"""

from __future__ import annotations

import calendar
import re
from functools import lru_cache

_FIRST_PERSON = re.compile(r"i(?=$|['’])")
# Also common words, so that nothing is certain: the month or the verb, the country or the bird.
_AMBIGUOUS = {"may", "march", "august", "polish", "turkey", "china", "guinea", "chad", "jordan"}


def shown_word(word: str, uncased: bool) -> str:
    """A word as it is written on screen.

    Args:
        uncased: whether the tokenizer knows lower case only (`Facts.uncased`); the words of any
            other are shown as they are.
    """
    if not uncased or not word.islower():
        return word
    if _FIRST_PERSON.match(word):
        return f"I{word[1:]}"
    return _capitalised().get(word, word)


@lru_cache(maxsize=1)
def _capitalised() -> dict[str, str]:
    """Lower-case form -> the word, of names that are nothing else.

    Countries and continents as plotly's copy of Gapminder lists them, groups of our own lists that
    have a capital (nationalities, religions), weekdays and months.
    """
    from plotly import data

    from engine.datasets.words.groups import group_lists

    places = data.gapminder()
    names = {
        *places["country"],
        *places["continent"],
        *(name for entry in group_lists().values() for name in entry.groups),
        *calendar.day_name,
        *calendar.month_name,
    }
    kept = {name.lower(): name for name in names if name.isalpha() and name[0].isupper()}
    return {word: name for word, name in kept.items() if word not in _AMBIGUOUS}
