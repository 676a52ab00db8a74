"""Running text for training: read lines, weight the files, cut into chunks of tokens."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.core.errors import InputTextError

_TOGETHER = 2000  # lines that are encoded at once
_CRUMB = 3  # tokens: a word with its full stop
_SUFFIXES = (".txt", ".txt.gz")


@dataclass(frozen=True)
class TrainingText:
    """Chunks of text to train on.

    Args:
        pieces: [chunk][token] ids without special tokens.
        shares: [chunk] how often it is used in each pass over the text.
    """

    pieces: list[list[int]]
    shares: list[float]


def corpus_files(folder: Path) -> list[Path]:
    """Text files of a corpus folder, sorted by name."""
    files = [path for path in sorted(folder.glob("*")) if path.name.endswith(_SUFFIXES)]
    if not files:
        raise InputTextError(f"No .txt or .txt.gz file in {folder}; one sentence a line would do.")
    return files


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a text file, packed or not, without blank ones."""
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                if line := line.strip():
                    yield line
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputTextError(f"{path} cannot be read as UTF-8 text ({error}).") from error


def folded(line: str) -> str:
    """A line's letters and digits only, lower-cased: what makes two lines the same text."""
    return re.sub(r"[\W_]+", " ", line).strip().casefold()


def sentences(line: str) -> list[str]:
    """A line's sentences, as far as full stops, question and exclamation marks tell."""
    return [part for part in re.split(r"(?<=[.!?])\s+", line) if part]


def weighted_lines(
    files: Iterable[Path], shares: dict[str, float], wanted: Callable[[str, str], bool]
) -> Iterator[tuple[str, float]]:
    """Training lines, and how often each is used.

    Args:
        shares: file stem -> how often its lines are used; 0 does not open the file; files not
            named count 1.
        wanted: (file stem, line) -> whether the line may be trained on.
    """
    for path in files:
        stem = path.name.split(".")[0]
        share = shares.get(stem, 1.0)
        if share:
            yield from ((line, share) for line in read_lines(path) if wanted(stem, line))


def chunks(
    lines: Iterable[tuple[str, float]],
    encode: Callable[[list[str]], list[list[int]]],
    length: int,
) -> TrainingText:
    """Lines in pieces of at most `length` tokens, never across lines; one-word crumbs dropped.

    A longer line is cut into pieces of about the same length.

    Args:
        lines: with the share of each.
        encode: lines -> token ids without special tokens.
        length: tokens a chunk, special tokens not counted.
    """
    pieces: list[list[int]] = []
    shares: list[float] = []
    waiting = iter(lines)
    while batch := list(islice(waiting, _TOGETHER)):
        encoded = encode([line for line, _ in batch])
        for ids, (_, share) in zip(encoded, batch, strict=True):
            kept = [piece for piece in _cut(ids, length) if len(piece) > _CRUMB]
            pieces += kept
            shares += [share] * len(kept)
    return TrainingText(pieces, shares)


def _cut(ids: list[int], length: int) -> list[list[int]]:
    """The fewest pieces of at most `length`, of about the same length."""
    if not ids:
        return []
    size = -(-len(ids) // -(-len(ids) // length))
    return [ids[start : start + size] for start in range(0, len(ids), size)]
