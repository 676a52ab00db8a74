"""Files of a model folder: which may be there, only regular ones opened, and read within limits.

A pipe or a device that lies where a file should be would be waited for without end.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from math import prod
from pathlib import Path
from typing import Any

from engine.core.errors import UnusableModelError, is_unicode, json_problem, why
from engine.core.families import type_to_write

SMALL = 16 * 2**20  # bytes; configurations of published models are thousands of times smaller
MEDIUM = 64 * 2**20  # bytes; an index of weights
LARGE = 256 * 2**20  # bytes; a vocabulary

# What reading JSON raises. ValueError: no JSON, bytes that are not UTF-8, numbers without end.
DAMAGED = (OSError, ValueError, RecursionError)

# For `os.open`: not to wait for a pipe; on Windows, where none lies in a folder, bytes as they are.
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def is_regular(path: Path) -> bool:
    """Whether this is a file, or a link to one, that can be read to its end."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


@contextmanager
def saying_unreadable(checkpoint: str) -> Iterator[None]:
    """Say that the files of a checkpoint cannot be read."""
    try:
        yield
    except OSError as error:
        raise UnusableModelError(f"{checkpoint} cannot be read ({why(error)}).") from error


def open_regular(path: Path) -> BufferedReader:
    """Open a regular file for reading.

    Raises:
        OSError: if it cannot be read, or is no regular file.
    """
    # Without waiting, should a pipe have taken the place of a file that was looked at before.
    number = os.open(path, os.O_RDONLY | _AT_ONCE)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(0, "it is not a regular file")
    return os.fdopen(number, "rb")


def read_json(checkpoint: str, path: Path, limit: int = SMALL) -> Any:
    """Read a JSON file of a checkpoint.

    Args:
        checkpoint: as the user knows it.
        limit: largest size of the file, bytes.
    """
    try:
        with open_regular(path) as stream:
            content = stream.read(limit + 1)
        if len(content) > limit:
            raise ValueError(f"it is larger than {limit // 2**20} MiB")
        return json.loads(content)
    except DAMAGED as error:
        raise UnusableModelError(
            f"The {path.name} of {checkpoint} cannot be read ({why_damaged(error)}). The file may "
            "be damaged; fetch it again."
        ) from None


def why_damaged(error: Exception) -> str:
    """Why a file with JSON in it could not be read, of one of the errors in DAMAGED."""
    if isinstance(error, RecursionError):
        return "its brackets are nested too deeply"
    if isinstance(error, OSError):
        return error.strerror or "it cannot be opened"
    if "int_max_str_digits" in str(error):
        return "it holds a number of thousands of digits"
    return json_problem(error) if isinstance(error, json.JSONDecodeError) else str(error)


def read_object(checkpoint: str, path: Path, limit: int = SMALL) -> dict[str, Any]:
    """Read a JSON file of a checkpoint that must hold one object.

    Raises:
        UnusableModelError: as `read_json`, and if it holds anything else.
    """
    found = read_json(checkpoint, path, limit)
    if not isinstance(found, dict):
        raise UnusableModelError(
            f"The {path.name} of {checkpoint} does not hold a JSON object, so it describes nothing."
        )
    return found


def object_if_there(checkpoint: str, path: Path) -> dict[str, Any]:
    """Read a JSON file that a checkpoint may have; empty where it has none."""
    return read_object(checkpoint, path) if path.exists() else {}


# --- headers ------------------------------------------------------------------------------
# The headers of safetensors files tell names and shapes of weights; no weight is read.
#
# Source: the format's description, https://github.com/huggingface/safetensors#format.

Shapes = dict[str, tuple[int, ...]]

_LIMIT = 100_000_000  # bytes; the format's own
_LARGEST = 2**48  # elements of one weight
_DIMENSIONS = 8
_WHOLE = ("I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64")


def shapes_of(checkpoint: str, files: Iterable[Path]) -> Shapes:
    """Shape of every weight in these files.

    Args:
        checkpoint: as the user knows it.

    Returns:
        Name -> sizes of its dimensions.
    """
    found: Shapes = {}
    for path in files:
        try:
            found |= _shapes(checkpoint, path)
        except DAMAGED as error:
            raise unreadable(checkpoint, why_damaged(error)) from None
    return found


def unreadable(checkpoint: str, why: str) -> UnusableModelError:
    """The refusal of weights that are damaged."""
    return UnusableModelError(
        f"The weights of {checkpoint} cannot be read ({why}). The file may be damaged or "
        "half-downloaded; fetch it again."
    )


def _shapes(checkpoint: str, path: Path) -> Shapes:
    with open_regular(path) as stream:
        size = path.stat().st_size
        length = int.from_bytes(stream.read(8), "little")
        if not 2 <= length <= min(_LIMIT, size - 8):
            raise ValueError(f"{path.name} is not a safetensors file")
        header = json.loads(stream.read(length))
    if not isinstance(header, dict):
        raise ValueError(f"{path.name} has no list of weights")
    weights = {name: entry for name, entry in header.items() if name != "__metadata__"}
    shapes = {name: _shape(name, entry) for name, entry in weights.items()}
    for name, shape in shapes.items():
        # Positions and masks are whole numbers too, but under other names.
        if name.endswith(".weight") and len(shape) > 1 and weights[name].get("dtype") in _WHOLE:
            raise UnusableModelError(
                f"The weights of {checkpoint} are whole numbers ({name[:100]}), as quantising "
                "leaves them, and scores of them are not those of float32; take the checkpoint "
                "that they were made from."
            )
    return shapes


def _shape(name: str, entry: Any) -> tuple[int, ...]:
    shape = entry.get("shape") if isinstance(entry, dict) else None
    if (
        not isinstance(shape, list)
        or len(shape) > _DIMENSIONS
        or not all(type(one) is int and 0 <= one <= _LARGEST for one in shape)
    ):
        raise ValueError(f"{name[:100]!r} has no shape")
    if prod(shape) > _LARGEST:
        raise ValueError(f"{name[:100]!r} is larger than any file")
    return tuple(shape)


# --- checks -------------------------------------------------------------------------------
# A model folder may hold nothing that leads out of it, and no weights but safetensors.
#
# Whatever transformers would read must be in the content digest, or stored results could belong
# to other files.

WEIGHTS = "model.safetensors"
INDEX = "model.safetensors.index.json"

# Suffixes of the files that transformers may open.
_READ = (".json", ".safetensors", ".txt", ".model", ".jinja")
_POINTER = 1024  # bytes; larger than any pointer of Git LFS
_TEMPLATES = "additional_chat_templates"
_SIZES = {
    **dict.fromkeys(("config.json", "tokenizer_config.json", "special_tokens_map.json"), SMALL),
    **dict.fromkeys(("generation_config.json", "chat_template.jinja"), SMALL),
    **dict.fromkeys(("tokenizer.json", "vocab.json", "added_tokens.json"), LARGE),
    **dict.fromkeys(("vocab.txt", "merges.txt"), LARGE),
}
_PARTS = ("vocab.txt", "vocab.json", "merges.txt")
_MARKS = {b"\xef\xbb\xbf": "UTF-8 with BOM", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_DISTRIBUTED = re.compile(r"shard-\d{5}-model-\d{5}-of-\d{5}\.safetensors")

_PART = re.compile(r"\d{5}-of-\d{5}")

# Keys of config.json that change which weights are read, or how.
_OTHER_WEIGHTS = {
    "transformers_weights": "names another file of weights",
    "quantization_config": "asks for quantised weights, whose scores are not those of float32",
    "fusion_config": "asks for layers that are fused in a way of their own",
}


def check_folder(checkpoint: str, folder: Path) -> None:
    """Refuse a folder that would have anything but its own regular files read.

    Args:
        checkpoint: as the user knows it.
    """
    for path in sorted(folder.iterdir()):
        check_file(checkpoint, path)
    templates = folder / _TEMPLATES
    for path in sorted(templates.glob("*.jinja")) if templates.is_dir() else []:
        check_file(checkpoint, path)
    weight_files(checkpoint, folder)
    _check_config(checkpoint, read_object(checkpoint, folder / "config.json"))
    _check_tokenizer(checkpoint, folder)


def check_file(checkpoint: str, path: Path) -> None:
    """Refuse a file that would be read and is none, or is larger than any model needs."""
    if path.suffix not in _READ:
        return
    if not is_unicode(path.name):
        raise UnusableModelError(
            f"{checkpoint} holds a file whose name is not valid UTF-8 ({path.name!r}); rename it."
        )
    if path.is_dir():  # no library opens one, whatever its name
        return
    if not is_regular(path):
        raise UnusableModelError(
            f"{path.name} in {checkpoint} is not a regular file, nor a link to one; put the file "
            "itself there."
        )
    limit = LARGE if path.suffix == ".model" else _SIZES.get(path.name)
    if limit is not None and path.stat().st_size > limit:
        raise UnusableModelError(
            f"{path.name} in {checkpoint} is larger than {limit // 2**20} MiB, which no model "
            "needs; it may be damaged."
        )
    if path.stat().st_size < _POINTER and _begins(path, b"version https://git-lfs"):
        raise UnusableModelError(
            f"{path.name} in {checkpoint} is a pointer of Git LFS and not the file itself; run "
            "`git lfs pull` there, or fetch the model again."
        )
    _refuse_byte_order_mark(checkpoint, path)
    if _DISTRIBUTED.fullmatch(path.name):
        raise UnusableModelError(
            f"{checkpoint} holds the parts of a distributed run ({path.name}); save the model with "
            "save_pretrained."
        )


def _refuse_byte_order_mark(checkpoint: str, path: Path) -> None:
    """Refuse text that an editor has marked, which transformers takes for a part of the text."""
    if (path.name not in _SIZES and path.name != INDEX) or path.suffix == ".jinja":
        return
    # The tokenizer.json is read in place of these, where it is there.
    if path.name in _PARTS and is_regular(path.with_name("tokenizer.json")):
        return
    mark = next((name for start, name in _MARKS.items() if _begins(path, start)), None)
    if mark is not None:
        raise UnusableModelError(
            f"{path.name} in {checkpoint} begins with a byte order mark, as some editors write it "
            f"({mark}); save it as UTF-8 without one, or fetch it again."
        )


def _begins(path: Path, start: bytes) -> bool:
    with open_regular(path) as stream:
        return stream.read(len(start)) == start


def weight_files(checkpoint: str, folder: Path) -> list[Path]:
    """The files of weights that are loaded: one, or those that the index names."""
    whole, index = folder / WEIGHTS, folder / INDEX
    if is_regular(whole):
        return [whole]
    if not index.exists():
        raise UnusableModelError(
            f"{checkpoint} has no {WEIGHTS} and no {INDEX}; Biascope reads no other names. "
            f"{_other_name(folder)}"
        )
    names = names_in_index(checkpoint, index, ".safetensors")
    for name in names:
        if not is_regular(folder / name):
            raise UnusableModelError(
                f"The weights of {checkpoint} cannot be read: its {INDEX} names {name[:100]!r}, "
                "which is no file in the same folder; fetch it again."
            )
    return [folder / name for name in names]


def _other_name(folder: Path) -> str:
    """What to do with a folder whose weights go by another name."""
    names = sorted(path.name for path in folder.glob("*.safetensors"))
    part = next((name for name in names if _PART.search(name)), None)
    if part is not None:
        return f"{part} is one of several parts, which {INDEX} lists; fetch that file too."
    if len(names) == 1 and is_regular(folder / names[0]):
        return f"If {names[0]} holds the whole model, rename it to {WEIGHTS}."
    return "Save it again with save_pretrained."


def names_in_index(checkpoint: str, index: Path, suffix: str) -> list[str]:
    """Names of the files that an index of weights leads to.

    Args:
        suffix: how each of them must end.
    """
    found = read_object(checkpoint, index, MEDIUM).get("weight_map")
    if not isinstance(found, dict) or not found:
        raise UnusableModelError(
            f"The {index.name} of {checkpoint} does not say which file holds which weight "
            "(weight_map); fetch it again."
        )
    names = [_name(checkpoint, index.name, value) for value in found.values()]
    for name in names:
        if not name.endswith(suffix):
            raise UnusableModelError(
                f"The weights of {checkpoint} cannot be read: its {index.name} names "
                f"{name[:100]!r}, which is not a {suffix} file; fetch it again."
            )
    return list(dict.fromkeys(names))


def is_plain_name(name: object) -> bool:
    """Whether this is the name of a file, and not a path."""
    return (
        isinstance(name, str)
        and 0 < len(name) <= 255
        and not set(name) & {"/", "\\", ":", "\0"}
        and name not in (".", "..")
    )


def _name(checkpoint: str, file: str, name: Any) -> str:
    if is_plain_name(name):
        return str(name)
    raise UnusableModelError(
        f"The {file} of {checkpoint} names {str(name)[:100]!r} where the name of a file in the "
        "same folder belongs; nothing outside the folder is read."
    )


def _check_config(checkpoint: str, config: dict[str, Any]) -> None:
    if config.get("model_type") is None:
        raise UnusableModelError(
            f"The config.json of {checkpoint} has no model_type; {type_to_write(config)}."
        )
    for key, reason in _OTHER_WEIGHTS.items():
        if config.get(key) is not None:
            raise UnusableModelError(
                f"The config.json of {checkpoint} {reason} ({key}), which Biascope does not read; "
                f"take a checkpoint without it."
            )


def _check_tokenizer(checkpoint: str, folder: Path) -> None:
    path = folder / "tokenizer_config.json"
    config = object_if_there(checkpoint, path)
    versions = config.get("fast_tokenizer_files") or []
    for name in versions if isinstance(versions, list) else [versions]:
        _name(checkpoint, path.name, name)
    if config.get("init_inputs"):
        raise UnusableModelError(
            f"The {path.name} of {checkpoint} has init_inputs, which may name other files; "
            "save the tokenizer again with save_pretrained."
        )
    path = folder / "special_tokens_map.json"
    for key in object_if_there(checkpoint, path):
        if not key.endswith(("_token", "_tokens")):
            raise UnusableModelError(
                f"The {path.name} of {checkpoint} sets {key[:100]!r}, which is no special token; "
                "save the tokenizer again with save_pretrained."
            )
