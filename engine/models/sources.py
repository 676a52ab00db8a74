"""Where a checkpoint's files are: bundled, a local folder, or the hub at one commit.

Nothing is loaded here. A source always ends in a folder of files and a revision that
changes when the files do: a commit hash for the hub, a content digest otherwise.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import NamedTuple

from engine.core.checkpoint_names import local_folder, may_be_on_the_hub
from engine.core.errors import UnknownModelError, UnusableModelError, is_unicode
from engine.core.families import FAMILIES, model_type
from engine.core.program import PROGRAM
from engine.core.shell import quoted
from engine.core.spec import BUNDLED, HeadRef, ModelSpec, check_dtype
from engine.models.files import (
    check_folder,
    is_regular,
    open_regular,
    read_object,
    saying_unreadable,
    shapes_of,
    weight_files,
)
from engine.models.hub import commit_of
from engine.models.room import check_can_fit, memory_of
from engine.models.saved_folders import (
    PICKLES,
    archive_among,
    is_adapter_alone,
    models_below,
    other_weights,
    refuse_left_adapter,
    refuse_unfinished,
    why_adapter,
    why_no_model,
)
from engine.models.sizes import check_written
from engine.models.wrapped_names import refuse_changed

BUNDLED_FOLDER = Path(__file__).parent / "bundled"

# Weights that are converted on request, the better source first.
CONVERTIBLE = ("pytorch_model.bin", "pytorch_model.bin.index.json", "tf_model.h5")

_DIGESTED = (".json", ".safetensors", ".txt", ".model")
_DIGEST = "sha256:"


@dataclass(frozen=True)
class ModelSource:
    """A checkpoint whose files lie on this machine.

    Args:
        checkpoint: as the user knows it: `bundled`, a folder, or a hub id.
        revision: commit hash, or content digest of the folder.
        folder: where the files are.
    """

    checkpoint: str
    revision: str
    folder: Path


class _Stamp(NamedTuple):
    path: Path
    size: int
    modified: int
    changed: int
    inode: int


def resolve(
    checkpoint: str, ask_hub: bool = True, known_as: str = "", dtype: str = ""
) -> ModelSource:
    """Find a checkpoint, fetching it from the hub if it is not on this machine.

    Its config and the headers of its weights are looked at before a folder is hashed.

    Args:
        checkpoint: `bundled`, a folder, or a hub id with an optional `@revision`.
        ask_hub: False to take the copy on this machine, even if the hub has a newer one.
        known_as: what a folder is called in messages and results, in place of its path.
        dtype: precision in which it is to be loaded here; empty where it is not, or not yet known.

    Raises:
        UnknownModelError: if nothing goes by this name, or the hub cannot be reached.
        NoRoomError: if this machine can never hold it in that precision.
    """

    def look(named: str, folder: Path) -> None:
        with saying_unreadable(named):
            numbers = _check_once(named, folder, _stamps(folder.iterdir()))
        if dtype:
            check_can_fit(named, memory_of(numbers, dtype))

    return find(checkpoint, refuse_without_safetensors, ask_hub, known_as, look)


def find(
    checkpoint: str,
    accept: Callable[[str, list[str]], None],
    ask_hub: bool = True,
    known_as: str = "",
    look: Callable[[str, Path], None] = lambda checkpoint, folder: None,
) -> ModelSource:
    """Find a checkpoint whose files are accepted by their names.

    Args:
        checkpoint: as `resolve`.
        accept: given the checkpoint and the names of its files, raises where they will not do.
        ask_hub: as `resolve`; likewise `known_as`.
        look: given the checkpoint and its folder before its files are hashed, raises likewise.
    """
    name = checkpoint.strip()
    if not name:
        raise UnknownModelError(
            "No model named; give a hub id such as bert-base-uncased, a folder, or 'bundled'."
        )
    if not is_unicode(name):
        raise UnknownModelError(
            f"The name {name[:100]!r} is not valid UTF-8; rename the folder with letters that "
            "every program can read."
        )
    if name == BUNDLED:
        return _local(BUNDLED, BUNDLED_FOLDER, accept, look)
    folder = local_folder(name)
    if folder is not None:
        return _local(known_as or str(folder.resolve()), folder, accept, look)
    if _is_file(name) and (Path(name).suffix or not may_be_on_the_hub(name)):
        packed = archive_among([name])
        cure = f"{'unpack it and ' if packed else ''}give the folder that holds the model"
        raise UnknownModelError(f"No folder {name[:100]!r} on this machine: it is a file; {cure}.")
    if not may_be_on_the_hub(name):
        raise UnknownModelError(
            f"No folder {name[:100]!r} on this machine, and it is not a hub id; a hub id looks "
            "like bert-base-uncased or owner/model."
        )
    source = _hub(name, accept, ask_hub)
    look(source.checkpoint, source.folder)
    return source


def _is_file(name: str) -> bool:
    try:
        return Path(name).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):  # longer than names can be, or of an unknown user
        return False


def _hub(name: str, accept: Callable[[str, list[str]], None], ask: bool) -> ModelSource:
    folder = commit_of(name, accept, ask)
    return ModelSource(name.partition("@")[0], folder.name, folder)


def identify(
    checkpoint: str, dtype: str = "float32", masked_heads: tuple[HeadRef, ...] = ()
) -> ModelSpec:
    """The spec of a checkpoint without loading it, so that stored results are found at once."""
    check_dtype(dtype)
    source = resolve(checkpoint, dtype=dtype)
    return ModelSpec(source.checkpoint, source.revision, dtype, masked_heads)


def _local(
    checkpoint: str,
    folder: Path,
    accept: Callable[[str, list[str]], None],
    look: Callable[[str, Path], None],
) -> ModelSource:
    with saying_unreadable(checkpoint):
        accept(checkpoint, [path.name for path in folder.iterdir()])
        look(checkpoint, folder)
        return ModelSource(checkpoint, content_digest(folder), folder)


@lru_cache(maxsize=64)
def _check_once(checkpoint: str, folder: Path, _stamps: tuple[_Stamp, ...]) -> int:
    """Files that have not changed since are not looked through at every question.

    Returns:
        How many numbers the weights are.
    """
    check_folder(checkpoint, folder)
    refuse_left_adapter(checkpoint, folder)
    shapes = shapes_of(checkpoint, weight_files(checkpoint, folder))
    refuse_changed(checkpoint, shapes)
    written = read_object(checkpoint, folder / "config.json")
    if model_type(written) in FAMILIES:  # of others the names of their sizes are not known
        check_written(checkpoint, written, shapes)
    return sum(map(prod, shapes.values()))


def refuse_without_safetensors(checkpoint: str, names: list[str]) -> None:
    """Refuse a checkpoint that has no config, or no weights that are safe to read.

    Args:
        names: paths of its files; those in folders do not count.
    """
    names = [name for name in names if "/" not in name]
    if "config.json" not in names or not any(name.endswith(".safetensors") for name in names):
        refuse_unfinished(checkpoint, names)
    if "config.json" not in names:
        raise UnusableModelError(why_no_model(checkpoint, names))
    if is_adapter_alone(names):
        raise UnusableModelError(why_adapter(checkpoint))
    if not any(name.endswith(".safetensors") for name in names):
        pickles = [name for name in names if name.endswith(PICKLES)]
        if not pickles and (below := models_below(checkpoint)):
            raise UnusableModelError(
                f"{checkpoint} has no weights beside its config.json; {below}."
            )
        found = other_weights(checkpoint, names) or "no weights"
        if pickles:
            found = f"only {pickles[0]}, a pickle file that can run code"
        elif "tf_model.h5" in names:
            found = "only tf_model.h5, weights for TensorFlow"
        command = f"{PROGRAM} models convert {quoted(checkpoint)}"
        convert = f"Convert it once with `{command}`, save" if convertible(names) else "Save"
        raise UnusableModelError(
            f"{checkpoint} has {found}; Biascope reads safetensors only. {convert} it again with "
            "save_pretrained(..., safe_serialization=True), or choose a revision that has them."
        )


def convertible(names: Iterable[str]) -> str | None:
    """The file of weights that `models convert` makes safetensors from, if there is one."""
    return next((name for name in CONVERTIBLE if name in set(names)), None)


def content_digest(folder: Path) -> str:
    """Digest of a folder's model files, which changes when any of them does.

    Returns:
        `sha256:` and 40 hexadecimal digits.
    """
    return _digest_of(_stamps(path for path in folder.iterdir() if path.suffix in _DIGESTED))


def has_changed(source: ModelSource) -> bool:
    """Whether the files of a folder are others than when it was found; a commit never changes."""
    if not source.revision.startswith(_DIGEST):
        return False
    with saying_unreadable(source.checkpoint):
        return content_digest(source.folder) != source.revision


def _stamps(paths: Iterable[Path]) -> tuple[_Stamp, ...]:
    """What shows that a file has changed; behind a link, that of the file it leads to."""
    found = [(path, path.stat()) for path in sorted(paths) if path.exists()]
    return tuple(
        _Stamp(path, state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)
        for path, state in found
    )


@lru_cache(maxsize=64)
def _digest_of(stamps: tuple[_Stamp, ...]) -> str:
    """Size and times only spare a second reading; the digest itself is of the content."""
    digest = hashlib.sha256()
    for path in (stamp.path for stamp in stamps if is_regular(stamp.path)):
        digest.update(os.fsencode(path.name))
        with open_regular(path) as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return f"{_DIGEST}{digest.hexdigest()[:40]}"
