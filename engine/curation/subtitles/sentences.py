"""Cues joined to sentences, and cues of several sentences divided."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.curation.film import Sentence
from engine.curation.subtitles.boundaries import has_ended, split, without_ellipsis
from engine.curation.subtitles.cue import CleanCue

MOST_WORDS = 60  # of a sentence; longer ones end with their cue
_MOST_CHARACTERS = 400  # the same, in scripts without spaces
_SHORT_PAUSE = 1.0  # seconds; after it, a capital begins a new sentence
_LONG_PAUSE = 3.0  # seconds; after it, small letters do too
_COMMA_PAUSE = 6.0  # seconds; after it, everything does, small letters behind a comma too
_NEVER = float("-inf")  # no pause is short enough, not even that of overlapping cues
_LEAST_MARKED = 0.3  # of cues end a sentence where full stops are used at all

_LED_IN = re.compile(r"^(?:\.{2,}|…+)\s*")
_NOT_SAID = re.compile(r"^(?:[-–—]+(?!\d)\s*|\.{2,}\s*|…+\s*)+")
_GOES_ON = re.compile(r"(?<!-)[,;:–，、-]$")
_FIRST = re.compile(r"[^\W\d_]+")
_SMALL = re.compile(r"\b[^\W\d_A-Z]+\b")
_UNSPACED = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


def joined(cues: Sequence[CleanCue]) -> tuple[Sentence, ...]:
    """The sentences that cues hold, in order.

    A sentence goes on in the next cue where it did not end, the same person speaks, and the pause
    is short. Where a film's cues rarely end with a full stop or its like, every cue is taken as
    ended.

    Args:
        cues: in the order of their times.
    """
    text = _Joining(_uses_full_stops(cues), _small_words(cues))
    for cue in cues:
        first, *others = cue.turns
        if first:
            text.go_on(first, cue)
        for turn in others:
            text.end()
            text.go_on(turn, cue)
    text.end()
    return tuple(text.sentences)


def _uses_full_stops(cues: Sequence[CleanCue]) -> bool:
    return sum(has_ended(cue.turns[-1]) for cue in cues) >= _LEAST_MARKED * len(cues)


def _small_words(cues: Sequence[CleanCue]) -> frozenset[str]:
    """Words that the film writes with a small letter: with a capital, they begin a sentence."""
    return frozenset(word for cue in cues for turn in cue.turns for word in _SMALL.findall(turn))


class _Joining:
    """Sentences so far, and the words of one that has not ended."""

    def __init__(self, full_stops: bool, small: frozenset[str]) -> None:
        self.sentences: list[Sentence] = []
        self._full_stops = full_stops
        self._small = small
        self._open = ""
        self._start = self._stop = 0.0

    def go_on(self, text: str, cue: CleanCue) -> None:
        """Take the next words, of the same speaker if words are open."""
        if self._open:
            words = self._carried_on(text, cue)
            if words is None:
                self.end()
        else:
            words = None
        if words is None:
            words = _LED_IN.sub("", text)
            self._start = cue.start
        *ended, rest = split(words)
        for sentence in ended:
            self._add(sentence, cue)
            self._start = cue.start
        self._open, self._stop = rest, cue.stop
        if (has_ended(rest) and without_ellipsis(rest) is None) or _is_long(rest):
            self.end()

    def end(self) -> None:
        """End what is open."""
        for part in _bounded(self._open):
            self.sentences.append(Sentence(part, self._start, self._stop))
        self._open = ""

    def _add(self, sentence: str, cue: CleanCue) -> None:
        for part in _bounded(sentence):
            self.sentences.append(Sentence(part, self._start, cue.stop))

    def _carried_on(self, text: str, cue: CleanCue) -> str | None:
        """The open words with those of a cue behind them; None if they are another sentence."""
        words = _LED_IN.sub("", text)
        if cue.start - self._stop > self._longest_pause(words, led_in=words != text):
            return None
        bare = without_ellipsis(self._open)
        before = self._open if bare is None else bare
        unspaced = _UNSPACED.match(before[-1:]) and _UNSPACED.match(words)
        return f"{before}{'' if unspaced or not before else ' '}{words}"

    def _longest_pause(self, words: str, led_in: bool) -> float:
        """Seconds after which words are no longer part of the sentence."""
        small = self._full_stops and words.lstrip("\"'“‘«([")[:1].islower()
        trails = without_ellipsis(self._open) is not None
        comma = _GOES_ON.search(self._open) is not None
        if led_in or small:
            return _COMMA_PAUSE if comma else _LONG_PAUSE
        if trails or not self._full_stops:
            return _NEVER
        if comma:
            return _LONG_PAUSE
        apart = _UNSPACED.match(self._open[-1:]) or self._opens(words)
        return _NEVER if apart else _SHORT_PAUSE

    def _opens(self, words: str) -> bool:
        """Whether words with a capital begin a sentence, though the one before has no full stop."""
        first = _FIRST.search(words)
        shouted = self._open.isupper() != words.isupper() and len(words) > 1
        if shouted or first is None or not first[0][0].isupper():
            return shouted
        return first[0].lower() in self._small


def _is_long(text: str) -> bool:
    return len(text) > _MOST_CHARACTERS or text.count(" ") >= MOST_WORDS


def _bounded(text: str) -> list[str]:
    """A sentence without signs before it; where one cue holds far too much, in parts."""
    text = _NOT_SAID.sub("", text)
    if not any(sign.isalnum() for sign in text):
        return []
    words = text.split(" ")
    if len(words) <= 2 * MOST_WORDS:
        return [text]
    return [" ".join(words[at : at + MOST_WORDS]) for at in range(0, len(words), MOST_WORDS)]
