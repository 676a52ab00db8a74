"""What is converted: the files of weights, and those that belong with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import UnusableModelError
from engine.core.spec import is_commit
from engine.models.checks import INDEX, WEIGHTS, check_file, names_in_index
from engine.models.files import is_regular, read_object, readable
from engine.models.hub import fetch_file
from engine.models.sizes import check_numbers
from engine.models.sources import CONVERTIBLE, ModelSource, convertible, find

PYTORCH, TENSORFLOW = "pytorch", "tensorflow"

_BESIDE = (
    *("config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json"),
    *("special_tokens_map.json", "added_tokens.json", "vocab.json", "vocab.txt", "merges.txt"),
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
        """`pytorch` or `tensorflow`."""
        return TENSORFLOW if self.name.endswith(".h5") else PYTORCH

    @property
    def bytes(self) -> int:
        """Size of the weights."""
        return sum(path.stat().st_size for path in self.weights)


def origin_of(checkpoint: str) -> Origin:
    """Find the weights to convert; those of a hub model are fetched.

    Args:
        checkpoint: a folder, or a hub id with an optional `@revision`.
    """
    chosen: list[str] = []

    def accept(named: str, names: list[str]) -> None:
        chosen[:] = [_choice(named, [name for name in names if "/" not in name])]

    source = find(checkpoint, accept)
    with readable(source.checkpoint):
        return _origin(source, chosen[0])


def _origin(source: ModelSource, name: str) -> Origin:
    config = read_object(source.checkpoint, source.folder / "config.json")
    check_numbers(source.checkpoint, config)
    revision = source.revision if is_commit(source.revision) else ""
    return Origin(source.checkpoint, revision, name, _weights(source, name), _beside(source))


def _choice(checkpoint: str, names: list[str]) -> str:
    if WEIGHTS in names or INDEX in names:
        raise UnusableModelError(
            f"{checkpoint} has safetensors already; give its name to --model as it is."
        )
    name = convertible(names)
    if name is None or "config.json" not in names:
        raise UnusableModelError(
            f"{checkpoint} holds nothing that can be converted: a config.json and one of "
            f"{', '.join(CONVERTIBLE)} are needed."
        )
    return name


def _weights(source: ModelSource, name: str) -> tuple[Path, ...]:
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
    for path in found:
        check_file(source.checkpoint, path)
    return tuple(found)
