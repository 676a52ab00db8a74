"""Words in sentences: finding them whole, and choosing the contexts that hold them."""

from __future__ import annotations

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from engine.core.errors import InputTextError
from engine.core.paths import ordinary_file
from engine.files.text_file import SIZE_LIMIT

# A hyphenated word is one word: `mother-in-law` holds no `mother`. `woman's` holds `woman`.
_WORD = re.compile(r"\w+(?:-\w+)*")

MAX_CONTEXTS = 10


class FoundWord(NamedTuple):
    """One occurrence of a listed word: the word as listed, and its characters in the text."""

    word: str
    start: int
    stop: int


@dataclass(frozen=True)
class Contexts:
    """Sentences of a corpus that hold the wanted words.

    Args:
        sentences: in the order of the corpus.
        counts: word -> number of the sentences it is read in; 0 for one the corpus never holds.
    """

    sentences: tuple[str, ...]
    counts: dict[str, int]


class WordFinder:
    """Finds whole words, or phrases, in text without regard to case.

    Args:
        words: what to look for; an underscore stands for a space.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for word in dict.fromkeys(words):
            parts = tuple(part for part, _, _ in word_parts(word.replace("_", " ")))
            if not parts:
                raise InputTextError(
                    f"A word list holds {word!r}, which has no letter to look for."
                )
            self._phrases.setdefault(parts[0], []).append((parts, word))
        for phrases in self._phrases.values():
            phrases.sort(key=lambda phrase: -len(phrase[0]))

    def find(self, text: str) -> list[FoundWord]:
        """Occurrences from left to right; of two that begin together the longer."""
        parts = word_parts(text)
        found: list[FoundWord] = []
        index = 0
        while index < len(parts):
            match = self._match(parts, index)
            if match is None:
                index += 1
                continue
            word, length = match
            found.append(FoundWord(word, parts[index][1], parts[index + length - 1][2]))
            index += length
        return found

    def _match(self, parts: list[tuple[str, int, int]], index: int) -> tuple[str, int] | None:
        for phrase, word in self._phrases.get(parts[index][0], ()):
            if tuple(part for part, _, _ in parts[index : index + len(phrase)]) == phrase:
                return word, len(phrase)
        return None


def word_parts(text: str) -> list[tuple[str, int, int]]:
    """Words of a text without regard to case: (folded word, start, stop), characters."""
    return [(match[0].casefold(), *match.span()) for match in _WORD.finditer(text)]


def collect_contexts(
    lines: Iterable[str], words: Iterable[str], max_contexts: int = MAX_CONTEXTS
) -> Contexts:
    """The first sentences of a corpus in which each word occurs.

    Args:
        lines: one sentence each; equal ones count once.
        max_contexts: sentences a word is read in at most.
    """
    if max_contexts < 1:
        raise ValueError(f"max_contexts must be at least 1, got {max_contexts}")
    wanted = list(dict.fromkeys(words))
    finder = WordFinder(wanted)
    counts: Counter[str] = Counter()
    missing = len(wanted)
    kept: dict[str, None] = {}
    for line in lines:
        if not missing:
            break
        sentence = line.strip()
        held = {found.word for found in finder.find(sentence)}
        needed = [word for word in held if counts[word] < max_contexts]
        if not needed or sentence in kept:
            continue
        kept[sentence] = None
        counts.update(needed)
        missing -= sum(counts[word] == max_contexts for word in needed)
    return Contexts(tuple(kept), {word: counts[word] for word in wanted})


def corpus_lines(path: str | Path) -> Iterator[str]:
    """Lines of a text file that may be packed (`.gz`), read as they are needed."""
    file = ordinary_file(path, "a text file, one sentence a line")
    empty = True
    opened = gzip.open if file.suffix == ".gz" else Path.open
    try:
        with opened(file, "rt", encoding="utf-8-sig") as stream:
            # A packed file may be small and have a line that fills the memory.
            while line := stream.readline(SIZE_LIMIT):
                if len(line) == SIZE_LIMIT:
                    raise InputTextError(
                        f"{file} has a line of more than {SIZE_LIMIT // 2**20} million characters; "
                        "put one sentence on each line."
                    )
                if line.strip():
                    empty = False
                    yield line.strip()
    except UnicodeDecodeError:
        raise InputTextError(f"{file} is not UTF-8 text; save it as UTF-8.") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise InputTextError(f"{file} cannot be unpacked; it may be damaged.") from None
    except OSError as error:
        raise InputTextError(f"{file} cannot be read ({error.strerror}).") from None
    if empty:
        raise InputTextError(no_sentence(str(file)))


def no_sentence(name: str) -> str:
    """What to tell of a text without one."""
    return f"{name} holds no sentence; put one on each line."
