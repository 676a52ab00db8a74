"""The words around a pronoun."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

_TOKEN = re.compile(r"\w+(?:['’]\w+)*(?:-\w+(?:['’]\w+)*)*|\.\.\.|[^\w\s]")
_AROUND = 300  # characters looked at on either side
_TEMPORAL = ("last", "next", "this", "that", "every", "one", "all")


@dataclass(frozen=True)
class PronounReading:
    """What a pronoun is.

    Args:
        owns: whether it owns what follows, as `her` in `her coat`.
        why: in a few words, as `before “coat”`.
        sure: False where the sentence can be read either way.
    """

    owns: bool
    why: str
    sure: bool = True


class PronounPlace:
    """A pronoun among the words of its sentence.

    Args:
        text: the sentence.
        start: first character of the pronoun.
    """

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        around = _TOKEN.finditer(text, max(0, start - _AROUND), start + _AROUND)
        spans = [(match[0], match.start()) for match in around]
        self._tokens = [token for token, _ in spans]
        self._starts = [position for _, position in spans]
        self._at = max((n for n, (_, at) in enumerate(spans) if at <= start), default=0)

    @property
    def rest(self) -> str:
        """The text from the next word or sign on."""
        index = self._at + 1
        return self.text[self._starts[index] :] if index < len(self._starts) else ""

    def written(self, step: int) -> str:
        """The word or sign so many places on, as written; empty beyond the ends."""
        index = self._at + step
        return self._tokens[index] if 0 <= index < len(self._tokens) else ""

    def word(self, step: int) -> str:
        """The word or sign so many places on, in small letters."""
        return self.written(step).casefold().replace("’", "'")

    def kind(self, step: int) -> str:
        """`end` for a sign or no word, else what the word is after a possessive."""
        word = self.word(step)
        if not word or not word[0].isalnum():
            return "end"
        return "end" if self.temporal(step) else kind_of(word)

    def within(self, step: int, *names: str) -> bool:
        """Whether a word is in one of these lists."""
        return any(self.word(step) in words_of_class(name) for name in names)

    def temporal(self, step: int) -> bool:
        """Whether words such as `last night` or `Monday` begin here."""
        if self.within(step, "weekdays"):
            after = self.word(step + 1)
            return not after[:1].isalnum() or kind_of(after) != "noun"
        return self.word(step) in _TEMPORAL and self.within(step + 1, "measures", "weekdays")

    def stops(self, step: int) -> bool:
        """Whether a noun phrase cannot go on here."""
        return self.kind(step) in ("end", "function", "verb", "adverb") or (
            self.within(step, "phrase_ends")
        )

    def glued(self, step: int) -> bool:
        """Whether no space stands before the word or sign so many places on."""
        index = self._at + step
        return 0 < index < len(self._starts) and not self.text[self._starts[index] - 1].isspace()

    @cached_property
    def subject(self) -> bool:
        """Whether the pronoun stands where the subject of a clause begins."""
        before = self.word(-1)
        return not before or not before[0].isalnum() or self.within(-1, "before_subject")

    @cached_property
    def predicate(self) -> bool:
        """Whether a form of `be` stands before the pronoun."""
        return self.within(-1, "be")

    @cached_property
    def after_preposition(self) -> bool:
        return self.within(-1, "prepositions")

    @property
    def no_object(self) -> bool:
        """Whether no verb stands before the pronoun that could have it as its object."""
        return self.subject or self.predicate or self.after_preposition

    @cached_property
    def object_of_two(self) -> bool:
        """Whether the verb before it can have two objects, as `gave her flowers`."""
        return self.within(-1, "give", "tell")

    def head(self, step: int = 1) -> tuple[str, int]:
        """The last word of the noun phrase that begins so many places on, and its place."""
        last = step
        while self.kind(last) != "end" and not self.stops(last + 1):
            last += 1
        return self.word(last), last


# --- classes ------------------------------------------------------------------------------
# English words by what they can be; what is in no list is taken for a noun.

_ADJECTIVE_ENDINGS = ("ful", "ous", "less", "able", "ible", "ish", "ive", "iest")
_NOUNS_SO = (
    "relative detective motive native olive drive dive hive wive cable table fable bible "
    "dish fish wish parish polish spouse representative executive harvest priest"
).split()


@cache
def words_of_class(name: str) -> frozenset[str]:
    """The words of one list of `word_classes.toml`."""
    return frozenset(_lists()[name].split())


@cache
def _lists() -> dict[str, str]:
    text = Path(__file__).with_name("word_classes.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def kind_of(word: str) -> str:
    """What a word, in small letters, is after a possessive.

    Returns:
        `function`, `number`, `verb`, `adverb`, `adjective`, `participle`, `ing`, `either` (verb or
        noun) or `noun`.
    """
    base = word.replace("’", "'")
    if _is_function(base):
        return "function"
    for name, kind in (
        ("numbers", "number"),
        ("verbs", "verb"),
        ("adjectives", "adjective"),
        ("verb_or_noun", "either"),
    ):
        if base in words_of_class(name):
            return kind
    return "number" if base[:1].isdigit() else _by_ending(base)


def _is_function(word: str) -> bool:
    if word in words_of_class("function") or word.endswith("n't"):
        return True
    stem, sign, ending = word.partition("'")
    known = stem in words_of_class("function")
    return bool(sign) and known and ending in ("s", "m", "re", "ll", "ve", "d")


def _by_ending(word: str) -> str:
    if "-" in word:
        return "adjective" if word.endswith(("ed", "old", "ing")) else "noun"
    if word.endswith("ly") and word in words_of_class("ly_not_adverbs"):
        return "noun"
    if len(word) > 4 and word.endswith("ly"):
        return "adverb"
    if len(word) > 4 and word.endswith("ing") and word not in words_of_class("ing_nouns"):
        return "ing"
    if len(word) > 4 and word.endswith("ed") and not word.endswith(("eed", "bred", "hundred")):
        return "participle"
    if word.endswith(_ADJECTIVE_ENDINGS) and word not in _NOUNS_SO:
        return "adjective"
    return "noun"
