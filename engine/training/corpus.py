"""Running text for training: read lines, cut them into chunks of tokens."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import islice
from pathlib import Path

from engine.errors import InputTextError

_SUFFIXES = (".txt", ".txt.gz")


def corpus_files(folder: Path) -> list[Path]:
    """Text files of a corpus folder, sorted by name.

    Raises:
        InputTextError: if the folder holds no `.txt` or `.txt.gz` file.
    """
    files = [path for path in sorted(folder.glob("*")) if path.name.endswith(_SUFFIXES)]
    if not files:
        raise InputTextError(f"No .txt or .txt.gz file in {folder}; one sentence a line would do.")
    return files


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a text file, packed or not, without blank ones.

    Raises:
        InputTextError: if the file is missing, damaged or not UTF-8.
    """
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


def chunks(
    lines: Iterable[str],
    encode: Callable[[list[str]], list[list[int]]],
    length: int,
    sentence_ends: Container[int] = (),
    keep: Callable[[list[int]], bool] = lambda ids: True,
) -> Iterator[list[int]]:
    """Token ids in pieces of at most `length`, never across lines; one-word crumbs dropped.

    Args:
        encode: lines -> token ids without special tokens.
        length: tokens a chunk, special tokens not counted.
        sentence_ends: ids that end a sentence; a long line is cut behind one where it can be.
        keep: whether a line is used, by its token ids.
    """
    for batch in _batched(lines):
        for ids in encode(batch):
            if keep(ids):
                yield from (piece for piece in cut(ids, length, sentence_ends) if len(piece) > 3)


def _batched(lines: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(lines)
    while batch := list(islice(rest, 2000)):
        yield batch


def cut(ids: list[int], length: int, sentence_ends: Container[int]) -> list[list[int]]:
    """A line in pieces of at most `length`, each cut at the last sentence end of its later half."""
    pieces, start = [], 0
    while len(ids) - start > length:
        later = range(start + length, start + length // 2, -1)
        end = next((at for at in later if ids[at - 1] in sentence_ends), start + length)
        pieces.append(ids[start:end])
        start = end
    return [*pieces, ids[start:]]
