"""Sentences that hold one target (an occupation) and a word of one of two groups (a pronoun).

The group of that word is the sentence's framing: "The nurse said that he was tired." frames
the nurse as male. Any two lists of words make groups, and any words make targets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.core.errors import InputTextError
from engine.words.contexts import FoundWord, WordFinder


@dataclass(frozen=True)
class Groups:
    """Two groups and the words that name them; a score above 0 leans to the first.

    Args:
        names: as results call them.
        words: of the first group, and of the second.
    """

    names: tuple[str, str]
    words: tuple[tuple[str, ...], tuple[str, ...]]

    def written(self) -> str:
        """As `parse_groups` reads it."""
        return ";".join(
            f"{name}={','.join(words)}" for name, words in zip(self.names, self.words, strict=True)
        )


GENDER = Groups(("male", "female"), (("he", "him", "his"), ("she", "her", "hers")))
GENDER_WRITTEN = GENDER.written()


@dataclass(frozen=True)
class FramedSentence:
    """One sentence with its target and the group word that frames it.

    Args:
        target: as listed.
        target_span: (start, stop) of the target in the text, characters.
        word: the group word as listed.
        word_span: (start, stop) of that word.
        group: 0 for the first group, 1 for the second.
    """

    text: str
    target: str
    target_span: tuple[int, int]
    word: str
    word_span: tuple[int, int]
    group: int

    def item(self) -> dict[str, Any]:
        """What decides the vectors, ready for `measure`."""
        return {"text": self.text, "target": [*self.target_span], "word": [*self.word_span]}

    def without_word(self) -> str:
        """The sentence with its group word left open: the same for both framings of it."""
        start, stop = self.word_span
        return f"{self.text[:start]}\0{self.text[stop:]}"

    def frame(self) -> str:
        """The sentence with target and group word left open: the same for all targets put in it."""
        text = self.text
        for start, stop in sorted((self.target_span, self.word_span), reverse=True):
            text = f"{text[:start]}\0{text[stop:]}"
        return text


@dataclass(frozen=True)
class LeftOutSentence:
    """A sentence that is not measured, and why."""

    row: int
    text: str
    reason: str


@dataclass(frozen=True, eq=False)
class FramedSet:
    """Framed sentences of one source.

    Args:
        name: for the command line.
        title: as people read it.
        lists: target -> name of the group that it is listed with; targets on no list are absent.
        notes: what a user should know first, one sentence each.
        asked: targets that a user named one by one; one that is nowhere is reported.
    """

    name: str
    title: str
    groups: Groups
    sentences: tuple[FramedSentence, ...]
    lists: dict[str, str]
    left_out: tuple[LeftOutSentence, ...] = ()
    notes: tuple[str, ...] = ()
    source: dict[str, int] = field(default_factory=dict)
    asked: tuple[str, ...] = ()

    @property
    def targets(self) -> list[str]:
        """Targets in the order they first occur."""
        return list(dict.fromkeys(sentence.target for sentence in self.sentences))

    def counts(self) -> dict[str, int]:
        """Sentences, targets, and sentences of each group."""
        first = sum(sentence.group == 0 for sentence in self.sentences)
        return {
            "sentences": len(self.sentences),
            "occupations": len(self.targets),
            self.groups.names[0]: first,
            self.groups.names[1]: len(self.sentences) - first,
        }


def parse_groups(text: str) -> Groups:
    """Two groups as `male=he,him,his;female=she,her,hers`."""
    parts = [part.partition("=") for part in text.split(";") if part.strip()]
    names = [name.strip() for name, _, _ in parts]
    words = [
        tuple(dict.fromkeys(word.strip() for word in listed.split(",") if word.strip()))
        for _, _, listed in parts
    ]
    if len(parts) != 2 or not all(names) or not all(words):
        raise InputTextError(
            "Two groups with their words are needed, as male=he,him,his;female=she,her,hers; "
            f"got {text!r}."
        )
    if names[0].casefold() == names[1].casefold():
        raise InputTextError(f"Both groups are called {names[0]!r}; give each its own name.")
    first, second = ({word.casefold() for word in listed} for listed in words)
    if first & second:
        raise InputTextError(
            f"{', '.join(sorted(first & second))} is in both groups; a word can belong to only one."
        )
    return Groups((names[0], names[1]), (words[0], words[1]))


class Framer:
    """Finds the target and the framing of sentences.

    Args:
        targets: words or phrases to look for where a sentence does not say its own.
    """

    def __init__(self, groups: Groups, targets: Iterable[str] = ()) -> None:
        self.groups = groups
        self._targets = list(dict.fromkeys(targets))
        # One spelling a target: a file may write Nurse and nurse.
        self._spelling = {target.casefold(): target for target in self._targets}
        taken = {part for word in self._targets for part in re.findall(r"\w+", word.casefold())}
        both = [word for words in groups.words for word in words if word.casefold() in taken]
        if both:
            raise InputTextError(
                f"{both[0]!r} is a group word and part of a target; leave out one."
            )

    @cached_property
    def _target_finder(self) -> WordFinder:
        return WordFinder(self._targets)

    @cached_property
    def _word_finder(self) -> WordFinder:
        return WordFinder(word for words in self.groups.words for word in words)

    @cached_property
    def _group_of(self) -> dict[str, int]:
        return {word: group for group, words in enumerate(self.groups.words) for word in words}

    def frame(
        self, text: str, target: str = "", word: str = "", group: str = ""
    ) -> FramedSentence | str:
        """One sentence framed, or the reason why it cannot be.

        Args:
            target: which is meant, where the source says so; empty to find it.
            word: which group word is meant; empty to find it.
            group: name of the framing that the source states; only checked.
        """
        found = WordFinder([target]).find(text) if target else self._target_finder.find(text)
        if problem := _target_problem(found, target):
            return problem
        words = self._word_finder.find(text)
        if word:
            words = [entry for entry in words if entry.word.casefold() == word.casefold()]
        if problem := self._word_problem(words, word):
            return problem
        framing = self._group_of[words[0].word]
        named = found[0].word
        if problem := self._group_problem(group, words[0].word):
            return problem
        return FramedSentence(
            text,
            self._spelling.setdefault(named.casefold(), named),
            (found[0].start, found[0].stop),
            words[0].word,
            (words[0].start, words[0].stop),
            framing,
        )

    def _word_problem(self, words: Sequence[FoundWord], word: str) -> str:
        if not words and word:
            return f"{word[:40]!r} is not in the sentence, or no word of either group"
        if not words:
            return "has no pronoun or other word of either group"
        if len({self._group_of[entry.word] for entry in words}) > 1:
            listed = ", ".join(dict.fromkeys(entry.word for entry in words))
            return f"has words of both groups ({listed})"
        return ""

    def _group_problem(self, group: str, word: str) -> str:
        """Why the group that the source states is not that of the word."""
        names = self.groups.names
        if not group or group.casefold() == names[self._group_of[word]].casefold():
            return ""
        if group.casefold() not in map(str.casefold, names):
            return f"gives the group {group[:40]!r}; the two groups are {names[0]} and {names[1]}"
        return f"gives the group {group[:40]!r}, and {word!r} belongs to the other"


def _target_problem(found: Sequence[FoundWord], target: str) -> str:
    if not found:
        return f"{target[:40]!r} is not in the sentence" if target else "has no occupation"
    named = list(dict.fromkeys(entry.word for entry in found))
    if len(named) > 1:
        return f"has two occupations ({', '.join(named[:4])}); a column can say which is meant"
    return ""


def framed_once(
    found: Iterable[tuple[int, str, FramedSentence | str]],
) -> tuple[tuple[FramedSentence, ...], tuple[LeftOutSentence, ...]]:
    """Framed sentences without repetitions, and those left out.

    Args:
        found: (row, text, framed sentence or reason).
    """
    kept: dict[FramedSentence, None] = {}
    left: list[LeftOutSentence] = []
    for row, text, outcome in found:
        if isinstance(outcome, str):
            left.append(LeftOutSentence(row, text, outcome))
        elif outcome in kept:
            left.append(LeftOutSentence(row, text, "is a duplicate"))
        else:
            kept[outcome] = None
    return tuple(kept), tuple(left)


def fewer_framings(
    sentences: Sequence[FramedSentence], groups: Groups, targets: Iterable[str] = ()
) -> dict[str, str]:
    """Targets that cannot be compared -> why: framed by one group only, or never found."""
    seen: dict[str, set[str]] = {target: set() for target in targets}
    for sentence in sentences:
        seen.setdefault(sentence.target, set()).add(groups.names[sentence.group])
    return {
        target: f"is framed as {next(iter(framings))} only, so there is nothing to compare"
        if framings
        else "is in no sentence"
        for target, framings in seen.items()
        if len(framings) < 2
    }
