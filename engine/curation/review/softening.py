"""Milder words in the place of rude ones, by rules that the reviewer sees; off until switched on.

A rule replaces whole words, in both sentences alike, and what it replaced is kept with the
decision. The shipped rules are mild profanity alone; names for groups of people are no business
of a word list and are left to the reviewer.

Source: Rikanson 2025 (CineBias), section 3.4.2.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError
from engine.curation.review.database import review_snapshot, writing
from engine.curation.review.kept import about_of, write_about

MOST_RULES = 200
MOST_LETTERS = 60  # of a word or its replacement
_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Rule:
    """One replacement.

    Args:
        word: or words, in small letters; found whole and with any capitals.
        replacement: what is written instead; empty to leave the word out.
    """

    word: str
    replacement: str


@dataclass(frozen=True)
class Applied:
    """One replacement that was made.

    Args:
        old, new: as they are written in the sentence before and after.
    """

    old: str
    new: str


@dataclass(frozen=True)
class Softening:
    """How a review is softened.

    Args:
        on: whether rules are applied at all.
        own: rules of this review; they come before the shipped ones.
        shipped: rules of the review's language.
    """

    on: bool
    own: tuple[Rule, ...]
    shipped: tuple[Rule, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that apply: none while it is off."""
        own = {rule.word.casefold() for rule in self.own}
        rest = tuple(rule for rule in self.shipped if rule.word.casefold() not in own)
        return (*self.own, *rest) if self.on else ()


def soften(text: str, rules: Sequence[Rule]) -> tuple[str, tuple[Applied, ...]]:
    """A text with the rules applied, and what they replaced, from left to right.

    Capitals are kept: of the first letter, or of all of them. The longest rule wins.
    """
    if not rules:
        return text, ()
    pattern, replacements = _compiled(tuple(rules))
    applied: list[Applied] = []

    def replaced(match: re.Match[str]) -> str:
        old = match.group()
        new = _with_capitals(old, replacements[_folded(old)])
        applied.append(Applied(old, new))
        return new

    found = pattern.sub(replaced, text)
    return (_joined(found) if applied else text), tuple(applied)


@lru_cache(maxsize=64)
def shipped_rules(language: str) -> tuple[Rule, ...]:
    """The rules that come with Biascope for a language; none where it has none."""
    if not re.fullmatch(r"[a-z]{2,3}", language):
        return ()
    path = _FOLDER / f"softening_{language}.toml"
    if not path.is_file():
        return ()
    table = tomllib.loads(path.read_text(encoding="utf-8"))["rules"]
    return tuple(Rule(word, replacement) for word, replacement in table.items())


def softening(name: str) -> Softening:
    """How a review is softened."""
    with review_snapshot(name) as connection:
        return softening_of(about_of(connection))


def softening_of(about: Mapping[str, Any]) -> Softening:
    """How a review is softened, from what is known of it."""
    own = tuple(Rule(**rule) for rule in about["rules"])
    return Softening(about["softening"], own, shipped_rules(about["language"]))


def set_softening(name: str, on: bool) -> None:
    """Switch the rules on or off; decisions that were made stay as they are."""
    with writing(name) as connection:
        write_about(connection, {"softening": bool(on)})


def keep_rules(name: str, rules: Sequence[Rule]) -> None:
    """Keep a review's own rules instead of those it had."""
    checked = checked_rules(rules)
    with writing(name) as connection:
        write_about(connection, {"rules": [asdict(rule) for rule in checked]})


def checked_rules(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Rules with single spaces."""
    if len(rules) > MOST_RULES:
        raise InputTextError(f"A review holds at most {MOST_RULES} rules of its own.")
    found: dict[str, Rule] = {}
    for rule in rules:
        word, new = " ".join(rule.word.split()), " ".join(rule.replacement.split())
        if not word or max(len(word), len(new)) > MOST_LETTERS or not f"{word}{new}".isprintable():
            raise InputTextError(
                f"The rule for {rule.word[:80]!r} needs a word and what to write instead, each of "
                f"at most {MOST_LETTERS} characters."
            )
        if word.casefold() == new.casefold():
            raise InputTextError(f"The rule for {word} replaces it with itself.")
        found[word.casefold()] = Rule(word, new)
    return tuple(found.values())


@lru_cache(maxsize=64)
def _compiled(rules: tuple[Rule, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    replacements: dict[str, str] = {}
    for rule in rules:
        replacements.setdefault(_folded(rule.word), rule.replacement)
    longest = sorted(replacements, key=len, reverse=True)
    words = "|".join(r"\s+".join(map(re.escape, word.split())) for word in longest)
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE), replacements


def _folded(text: str) -> str:
    return " ".join(text.split()).lower()


def _with_capitals(old: str, new: str) -> str:
    letters = [sign for sign in old if sign.isalpha()]
    if len(letters) > 1 and all(sign.isupper() for sign in letters):
        return new.upper()
    if letters and letters[0].isupper():
        return new[:1].upper() + new[1:]
    return new


def _joined(text: str) -> str:
    """Without the spaces that a word left behind."""
    return re.sub(r"\s+([,.;:!?…])", r"\1", " ".join(text.split()))
