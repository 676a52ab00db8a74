"""Running text for training: read lines, weight the files, cut into chunks of tokens."""

from __future__ import annotations

import gzip
import random
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
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


def sentences(line: str) -> list[str]:
    """A line's sentences, as far as full stops, question and exclamation marks tell."""
    return [part for part in re.split(r"(?<=[.!?])\s+", line) if part]


def sample_lines(
    files: Iterable[Path],
    shares: dict[str, float],
    wanted: Callable[[str, str], bool],
    seed: int,
) -> list[str]:
    """Draw training lines from weighted files.

    Args:
        shares: file stem -> how often its lines are used; 0.4 takes two lines of five,
            2 takes each line twice, 0 does not open the file; files not named count 1.
        wanted: (file stem, line) -> whether the line may be trained on.
        seed: of the draw and the order.

    Returns:
        Lines in random order.
    """
    draw = random.Random(seed)
    lines: list[str] = []
    for path in files:
        stem = path.name.split(".")[0]
        share = shares.get(stem, 1.0)
        if not share:
            continue
        for line in read_lines(path):
            times = int(share) + (draw.random() < share % 1)
            if times and wanted(stem, line):
                lines += [line] * times
    draw.shuffle(lines)
    return lines


def chunks(
    lines: Iterable[str], encode: Callable[[list[str]], list[list[int]]], length: int
) -> list[list[int]]:
    """Token ids in pieces of at most `length`, never across lines; one-word crumbs dropped.

    Args:
        encode: lines -> token ids without special tokens.
        length: tokens a chunk, special tokens not counted.
    """
    pieces: list[list[int]] = []
    batch: list[str] = []

    def flush() -> None:
        for ids in encode(batch):
            pieces.extend(ids[start : start + length] for start in range(0, len(ids), length))
        batch.clear()

    for line in lines:
        batch.append(line)
        if len(batch) == 2000:
            flush()
    if batch:
        flush()
    return [piece for piece in pieces if len(piece) > 3]
