"""A corpus cut into pieces of tokens, kept in a file and read from there as it is needed."""

from __future__ import annotations

import json
import shutil
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.errors import StorageError
from engine.training.checkpoint import writing_to

if TYPE_CHECKING:
    import numpy as np

_NAME = "pieces"


class PieceSource(Protocol):
    """Token ids of numbered pieces: a list, or `Pieces`."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> list[int]: ...


@dataclass(frozen=True)
class Part:
    """The pieces of one text file.

    Args:
        name: of the file, without its endings.
        start: number of its first piece.
        end: number after its last one.
    """

    name: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Pieces:
    """Pieces of tokens that stay on disk.

    Args:
        tokens: ids of all pieces, one after another.
        ends: where each piece ends.
        parts: which pieces came from which file, in order.
    """

    tokens: np.ndarray
    ends: np.ndarray
    parts: tuple[Part, ...]

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, index: int, /) -> list[int]:
        start = self.ends[index - 1] if index else 0
        found: list[int] = self.tokens[start : self.ends[index]].tolist()
        return found


def write_pieces(folder: Path, texts: Iterable[tuple[str, Iterable[list[int]]]]) -> None:
    """Write the pieces of named texts into a folder, all or none.

    Args:
        texts: name of a text, and its pieces.

    Raises:
        StorageError: if the folder cannot be written.
    """
    import numpy as np

    tokens, ends, parts = array("i"), array("q"), []
    for name, pieces in texts:
        start = len(ends)
        for piece in pieces:
            tokens.extend(piece)
            ends.append(len(tokens))
        parts.append({"name": name, "start": start, "end": len(ends)})
    fresh = folder / f"{_NAME}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    with writing_to(folder):
        fresh.mkdir(parents=True)
        np.save(fresh / "tokens.npy", np.frombuffer(tokens, dtype=np.int32))
        np.save(fresh / "ends.npy", np.frombuffer(ends, dtype=np.int64))
        (fresh / "parts.json").write_text(json.dumps(parts, indent=1), encoding="utf-8")
        fresh.replace(folder / _NAME)


def read_pieces(folder: Path) -> Pieces | None:
    """The pieces that were written into a folder; None if there are none.

    Raises:
        StorageError: if they cannot be read.
    """
    import numpy as np

    place = folder / _NAME
    if not place.exists():
        return None
    try:
        parts = json.loads((place / "parts.json").read_text(encoding="utf-8"))
        return Pieces(
            np.load(place / "tokens.npy", mmap_mode="r"),
            np.load(place / "ends.npy"),
            tuple(Part(**part) for part in parts),
        )
    except (OSError, ValueError, TypeError) as error:
        raise StorageError(
            f"{place} cannot be read ({error}); delete it, and it is made again."
        ) from error
