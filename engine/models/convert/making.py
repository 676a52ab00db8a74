"""Making a folder of safetensors once from weights in another format, in a process of its own."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, BinaryIO

from engine.core.child_processes import interpreter, signal_name
from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, StorageError, UnusableModelError, escaped, why
from engine.core.program import run_module
from engine.core.project import PROJECT
from engine.core.replacing import put_in_place
from engine.core.spec import is_commit
from engine.models.convert import NO_ROOM
from engine.models.convert.made import (
    FILES,
    MODEL,
    RECORD,
    REVISION,
    file_digest,
    folder_name,
    home,
    record_of,
)
from engine.models.convert.writing import LONGEST, SHOWN
from engine.models.files import (
    INDEX,
    WEIGHTS,
    check_file,
    is_regular,
    names_in_index,
    open_regular,
    read_object,
    saying_unreadable,
    weight_files,
)
from engine.models.hub import POOLINGS, fetch_file
from engine.models.reading import has_wrapped_names
from engine.models.room import NoRoomError, check_can_fit, check_free
from engine.models.sentence_modules import MODULES
from engine.models.sizes import check_numbers
from engine.models.sources import CONVERTIBLE, ModelSource, convertible, find
from engine.storage.locks import remove_left, scratch_folder
from engine.storage.private_files import private_folder
from engine.storage.store import cache_folder

_STAGING = ".making-"
VERSION = 1  # of what is written; a change of it converts again


@dataclass(frozen=True)
class Converted:
    """A folder that holds a checkpoint as safetensors.

    Args:
        folder: its path, which `--model` takes.
        record: what it was made from: `model` (as the user knows it), `revision`
            (commit of a model of the hub, else empty), `from`, `format`, `files`
            (name and sha256), `tensors`, `missing` (names of the first weights that the file did
            not hold) and `unused` (of those that nothing asked for), with `missing_count` and
            `unused_count`.
    """

    folder: Path
    record: dict[str, Any]


def convert(checkpoint: str) -> Converted:
    """Make safetensors of a checkpoint that has none; what was made before is found again.

    Args:
        checkpoint: a folder, or a hub id with an optional `@revision`.
    """
    origin = origin_of(checkpoint)
    check_can_fit(origin.checkpoint, origin.memory)
    files, beside = (_digests(origin, paths) for paths in (origin.weights, origin.beside))
    made_of = hashlib.sha256(canonical_json([VERSION, files, beside]).encode()).hexdigest()
    folder = home() / f"{folder_name(origin.checkpoint)}-{made_of[:16]}"
    record = record_of(folder)
    if record is None:
        try:
            record = _make(origin, files, folder)
        except OSError as error:
            raise StorageError(
                f"{origin.checkpoint} could not be converted: {cache_folder()} cannot be written "
                f"({why(error)}); see that there is room and that you may write there."
            ) from error
    return Converted(folder, record)


def _make(origin: Origin, files: list[dict[str, str]], folder: Path) -> dict[str, Any]:
    """Write next to the place, and take the place when all is there."""
    if origin.format == TENSORFLOW and find_spec("h5py") is None:
        raise BiascopeError(
            f"{origin.checkpoint} has {origin.name}, a file of TensorFlow, which is read with "
            "h5py; install that with `pip install h5py` and convert the model again."
        )
    check_free(origin.checkpoint, origin.memory)
    private_folder(folder.parent, cache_folder())
    remove_left(folder.parent, _STAGING)
    with scratch_folder(folder.parent, _STAGING) as staging:
        for path in origin.beside:
            place = staging / _name(path)
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(_content(origin, path))
        told = run(origin, staging)
        made_of = {MODEL: origin.checkpoint, REVISION: origin.revision, "from": origin.name}
        record = {**made_of, "format": origin.format, FILES: files, **told}
        (staging / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        if record_of(folder) is None:
            shutil.rmtree(folder, ignore_errors=True)  # somebody deleted a part of it
        try:
            put_in_place(staging, folder)
        except OSError:  # another process was faster, and made the same
            if record_of(folder) is None:
                raise
    return record


def _digests(origin: Origin, paths: tuple[Path, ...]) -> list[dict[str, str]]:
    """Name and sha256 of files of the checkpoint."""
    try:
        return [{"name": _name(path), "sha256": file_digest(path)} for path in paths]
    except OSError as error:
        raise _unreadable(origin, error) from error


def _name(path: Path) -> str:
    """Where a file of the checkpoint is in its folder; a pooling has a folder of its own there."""
    within = path.match(POOLINGS)
    return f"{path.parent.name}/{path.name}" if within else path.name


def _content(origin: Origin, path: Path) -> bytes:
    """What is in a small file of the checkpoint."""
    try:
        with open_regular(path) as stream:
            return stream.read()
    except OSError as error:
        raise _unreadable(origin, error) from error


def _unreadable(origin: Origin, error: OSError) -> UnusableModelError:
    return UnusableModelError(f"The files of {origin.checkpoint} cannot be read ({why(error)}).")


# --- process ------------------------------------------------------------------------------
# A process reads weights in another format; it is started and waited for within limits.

MEMORY = 2 * 2**30  # bytes beyond the size of the weights
TIMES = 4  # the weights may be in memory this often: read, turned, written
SECONDS = 300.0  # for a start on a busy machine
PER_SECOND = 5 * 2**20  # bytes of weights

# All that the process is given of the variables of this one.
_VARIABLES = (
    *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE"),
    *("PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    *("SYSTEMROOT", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),  # without which Windows starts none
)
_ANSWER = 2**17  # bytes; the names that are told of take less than half of it
_KEYS = {"tensors", "missing", "missing_count", "unused", "unused_count"}


def run(origin: Origin, folder: Path) -> dict[str, Any]:
    """Have the weights of a checkpoint written into a folder as safetensors.

    Returns:
        `tensors`, their number; `missing` and `unused`, the first names of weights that the file
        does not have, and of those that the network has no place for; `missing_count` and
        `unused_count`.

    Raises:
        OSError: if the folder cannot be written.
    """
    size = origin.bytes
    seconds = SECONDS + size / PER_SECOND
    request = {
        "format": origin.format,
        "weights": [str(path.resolve()) for path in origin.weights],
        "folder": str(folder.resolve()),
        "memory": MEMORY + TIMES * size,
        "written": TIMES * size + 2**20,
        "seconds": int(seconds),
        "parent": os.getpid(),
    }
    _, variables = interpreter()
    kept = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
    quiet = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
    # Libraries look for a place that they may write to. The file of the answer is limited in size,
    # as all that the process writes.
    with TemporaryDirectory(dir=folder) as scratch, TemporaryFile(dir=scratch) as output:
        try:
            done = subprocess.run(
                run_module("engine.models.convert.child"),
                cwd=PROJECT,
                env=kept | variables | quiet | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), scratch),
                input=json.dumps(request).encode(),
                stdout=output,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise _refusal(origin, f"it took more than {seconds:.0f} seconds") from None
        except OSError as error:
            raise StorageError(f"No process could be started ({error.strerror}).") from error
        told = _answer(output)
    if isinstance(told, dict) and isinstance(told.get("refused"), str):
        if told["refused"] == NO_ROOM:
            raise NoRoomError(
                f"{origin.name} of {origin.checkpoint} cannot be converted ({NO_ROOM}); close what "
                "else uses memory and try again, or save the model with "
                "save_pretrained(..., safe_serialization=True)."
            )
        raise _refusal(origin, told["refused"][:500])
    if done.returncode != 0 or not _is_sound(told):
        raise _refusal(origin, _end(done.returncode, int(seconds)))
    names = {key: [escaped(name) for name in told[key]] for key in ("missing", "unused")}
    return told | names


def _answer(output: BinaryIO) -> Any:
    """The last line that the process wrote, or None where it is no JSON."""
    size = output.seek(0, os.SEEK_END)
    output.seek(max(0, size - _ANSWER))
    try:
        return json.loads(output.read(_ANSWER).splitlines()[-1])
    except (IndexError, ValueError, RecursionError):
        return None


def _is_sound(told: Any) -> bool:
    """Whether this is what a conversion tells, of a size that it may have."""
    return (
        isinstance(told, dict)
        and told.keys() == _KEYS
        and all(_is_names(told[key]) for key in ("missing", "unused"))
        and all(type(told[key]) is int for key in ("tensors", "missing_count", "unused_count"))
    )


def _is_names(found: Any) -> bool:
    return (
        isinstance(found, list)
        and len(found) <= SHOWN
        and all(isinstance(name, str) and len(name) <= LONGEST for name in found)
    )


def _end(code: int, seconds: int) -> str:
    """Why a process gave no answer."""
    ended_by = signal_name(code)
    if ended_by == "SIGXCPU":
        return f"it took more than {seconds} seconds of computing"
    if ended_by == "SIGKILL":
        return "the system ended the process that read it, perhaps for want of memory"
    return "the process that read it failed, so it may be damaged"


def _refusal(origin: Origin, why: str) -> UnusableModelError:
    return UnusableModelError(
        f"{origin.name} of {origin.checkpoint} cannot be converted ({why}). Fetch it again, or "
        "save the model with save_pretrained(..., safe_serialization=True)."
    )


# --- origin -------------------------------------------------------------------------------
# An origin is what is converted: the files of weights, and those that belong with them.

PYTORCH, TENSORFLOW, SAFETENSORS = "pytorch", "tensorflow", "safetensors"

_BESIDE = (
    *("config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json"),
    *("special_tokens_map.json", "added_tokens.json", "vocab.json", "vocab.txt", "merges.txt"),
    MODULES,
)


@dataclass(frozen=True)
class Origin:
    """Weights in another format, on this machine.

    Args:
        checkpoint: as the user knows it.
        revision: commit of a model of the hub; empty for a folder.
        name: of the file that was chosen: the weights, or their index.
        weights: the files that hold them, in order.
        beside: config and tokenizer files.
    """

    checkpoint: str
    revision: str
    name: str
    weights: tuple[Path, ...]
    beside: tuple[Path, ...]

    @property
    def format(self) -> str:
        """`pytorch`, `tensorflow`, or `safetensors` whose weights have other names."""
        if self.name in (WEIGHTS, INDEX):
            return SAFETENSORS
        return TENSORFLOW if self.name.endswith(".h5") else PYTORCH

    @property
    def bytes(self) -> int:
        """Size of the weights."""
        return sum(path.stat().st_size for path in self.weights)

    @property
    def memory(self) -> int:
        """Bytes that a conversion takes: one file after the other is read, and copied."""
        return 2 * max(path.stat().st_size for path in self.weights)


def origin_of(checkpoint: str) -> Origin:
    """Find the weights to convert; those of a hub model are fetched.

    Args:
        checkpoint: a folder, or a hub id with an optional `@revision`.
    """
    chosen: list[str] = []

    def accept(named: str, names: list[str]) -> None:
        chosen[:] = [_choice(named, [name for name in names if "/" not in name])]

    source = find(checkpoint, accept)
    with saying_unreadable(source.checkpoint):
        return _origin(source, chosen[0])


def _origin(source: ModelSource, name: str) -> Origin:
    config = read_object(source.checkpoint, source.folder / "config.json")
    check_numbers(source.checkpoint, config)
    if name in (WEIGHTS, INDEX) and not has_wrapped_names(source):
        raise UnusableModelError(
            f"{source.checkpoint} has safetensors already; give its name to --model as it is."
        )
    revision = source.revision if is_commit(source.revision) else ""
    return Origin(source.checkpoint, revision, name, _weights(source, name), _beside(source))


def _choice(checkpoint: str, names: list[str]) -> str:
    name = next((name for name in (WEIGHTS, INDEX) if name in names), convertible(names))
    if name is None or "config.json" not in names:
        raise UnusableModelError(
            f"{checkpoint} holds nothing that can be converted: a config.json and one of "
            f"{', '.join(CONVERTIBLE)} are needed."
        )
    return name


def _weights(source: ModelSource, name: str) -> tuple[Path, ...]:
    if name in (WEIGHTS, INDEX):
        return tuple(weight_files(source.checkpoint, source.folder))
    first = _file(source, name)
    if not name.endswith(".index.json"):
        return (first,)
    names = names_in_index(source.checkpoint, first, ".bin")
    return tuple(_file(source, part) for part in names)


def _file(source: ModelSource, name: str) -> Path:
    """A file of the checkpoint; one of a hub model is fetched if it is not here."""
    path = source.folder / name
    if not path.exists() and is_commit(source.revision):
        path = fetch_file(source.checkpoint, source.revision, name)
    if not is_regular(path):
        raise UnusableModelError(f"{name} of {source.checkpoint} is not there, or is no file.")
    return path


def _beside(source: ModelSource) -> tuple[Path, ...]:
    found = [
        path
        for path in sorted(source.folder.iterdir())
        if (path.name in _BESIDE or path.suffix == ".model") and not path.is_dir()
    ]
    if source.folder / MODULES in found:
        found += sorted(filter(is_regular, source.folder.glob(POOLINGS)))
    for path in found:
        check_file(source.checkpoint, path)
    return tuple(found)
