"""A model's files on their way to a worker: from the driver into the object store, and out again.

Only what the loader reads is sent. A worker compares the digest of what arrived, loads it by the
rules for any folder, and keeps no copy.

Files that were sent are in a scratch folder of their process; what killed workers have left is
removed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.cluster.order import ShippedFile
from engine.core.errors import BiascopeError, UnusableModelError
from engine.core.spec import ModelSpec
from engine.models.files import (
    check_folder,
    is_plain_name,
    is_regular,
    open_regular,
    saying_unreadable,
)
from engine.models.sources import ModelSource, content_digest
from engine.storage import locks
from engine.storage.locks import scratch_folder

_SENT = (".json", ".safetensors", ".txt", ".model", ".jinja")
PREFIX = "biascope-model-"  # of folders of models that were sent
_PIECE = 32 * 2**20  # bytes; a whole file of weights may not fit into an object store's memory


def packed(source: ModelSource, put: Callable[[bytes], Any]) -> list[ShippedFile]:
    """Put a model's files into the object store, a piece at a time.

    Args:
        put: bytes -> reference to them.
    """
    with saying_unreadable(source.checkpoint):
        paths = sorted(path for path in source.folder.iterdir() if path.suffix in _SENT)
        return [
            ShippedFile(path.name, [put(piece) for piece in _pieces(path)])
            for path in paths
            if is_regular(path)
        ]


def _pieces(path: Path) -> Iterator[bytes]:
    with open_regular(path) as stream:
        while piece := stream.read(_PIECE):
            yield piece


@contextmanager
def unpacked(spec: ModelSpec, files: Sequence[ShippedFile], digest: str) -> Iterator[ModelSource]:
    """The files of a model in a folder that is gone after the block.

    Args:
        digest: of the folder they were read from.
    """
    import ray

    with saying_unreadable(spec.checkpoint), scratch_folder(_place(), PREFIX) as folder:
        for file in files:
            if not is_plain_name(file.name):
                raise UnusableModelError(f"{file.name[:100]!r} is no name of a model's file.")
            with (folder / file.name).open("wb") as stream:
                for piece in file.pieces:
                    stream.write(ray.get(piece))
        if content_digest(folder) != digest:
            raise BiascopeError(
                f"The files of {spec.checkpoint} changed while they were sent; try again."
            )
        check_folder(spec.checkpoint, folder)
        yield ModelSource(spec.checkpoint, spec.revision, folder)


def remove_left() -> None:
    """Remove what killed workers have left of models that were sent to them."""
    locks.remove_left(_place(), PREFIX)


def _place() -> Path:
    return Path(tempfile.gettempdir())
