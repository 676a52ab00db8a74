"""Text that must not be trained on: held-out lines, evaluation sets, and the probes of benches."""

from __future__ import annotations

from collections.abc import Iterable

from engine.training.corpus import folded

LONG = 10  # words: texts that share this many in a row hold the same passage
SHORT = 4  # words: a shorter text is kept back only as a whole line

Words = tuple[str, ...]


class HeldBack:
    """Finds lines that are, hold or overlap a text that must not be trained on.

    Args:
        texts: sentences or paragraphs; case and punctuation do not matter.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._whole: set[Words] = set()
        self._runs: dict[Words, set[Words]] = {}  # by their first words
        for text in texts:
            self._add(tuple(folded(text).split()))

    def _add(self, words: Words) -> None:
        self._whole.add(words)
        if len(words) < SHORT:
            return
        size = min(len(words), LONG)
        for start in range(len(words) - size + 1):
            run = words[start : start + size]
            self._runs.setdefault(run[:SHORT], set()).add(run)

    def holds(self, line: str) -> bool:
        """Whether a line is one of the texts, contains one, or shares `LONG` words with one."""
        words = tuple(folded(line).split())
        return words in self._whole or any(
            self._run_at(words, start) for start in range(len(words) - SHORT + 1)
        )

    def _run_at(self, words: Words, start: int) -> bool:
        runs = self._runs.get(words[start : start + SHORT], ())
        return any(words[start : start + len(run)] == run for run in runs)
