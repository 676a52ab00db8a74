"""How a sentence encoder makes one vector of a text, as its files say: `modules.json`.

Folders of sentence-transformers name a network, a pooling and what follows it. The pooling is
read, and offered as that of association tests; a layer behind it is named and not applied. Neither
loads a weight or runs code that a file names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.core.errors import UnusableModelError
from engine.core.wording import listed
from engine.models.files import is_plain_name, read_json, read_object
from engine.models.sources import ModelSource

MODULES = "modules.json"
CLS, MEAN_ALL = "cls", "mean-all"  # poolings of association tests, see `seat/reading.py`
# Modes of a pooling. A root of the length changes no direction, and cosines read nothing else.
_POOLINGS = {"cls": CLS, "mean": MEAN_ALL, "mean_sqrt_len": MEAN_ALL}
_SHORT = {"cls_token": "cls", "mean_tokens": "mean", "mean_sqrt_len_tokens": "mean_sqrt_len"}
_MODE = "pooling_mode"
_LEFT = "whole texts are represented by [CLS] unless another pooling is chosen"
_LENGTH_ALONE = "Normalize"  # cosines do not change with it
_SHOWN = 60  # signs of a name in a file


@dataclass(frozen=True)
class SentenceModules:
    """What follows the network.

    Args:
        pooling: of the association tests, that of the files; empty where they name none of these.
        notes: one sentence for each thing that is not as the files ask.
    """

    pooling: str = ""
    notes: tuple[str, ...] = ()


def modules_of(source: ModelSource) -> SentenceModules:
    """The pooling of a checkpoint and what is not applied; nothing where it has no such file."""
    if not (source.folder / MODULES).exists():
        return SentenceModules()
    try:
        modules = list(_modules(source))
        pooling, notes = "", []
        for kind, path in modules:
            if kind == "Pooling":
                pooling, note = _pooling(source, path)
                notes += [note] * bool(note)
            elif kind not in ("Transformer", _LENGTH_ALONE):
                notes.append(
                    f"Its {MODULES} has a {kind[:_SHOWN]} module, which is not applied: its "
                    "vectors are those without it."
                )
    except UnusableModelError as error:
        return SentenceModules(notes=(f"{error} Until then {_LEFT}.",))
    return SentenceModules(pooling, tuple(notes))


def _modules(source: ModelSource) -> Iterator[tuple[str, str]]:
    """Kind and folder of each module, in their order."""
    entries = read_json(source.checkpoint, source.folder / MODULES)
    for entry in entries if isinstance(entries, list) else [None]:
        kind, path = (
            (entry.get("type"), entry.get("path")) if isinstance(entry, dict) else (None, None)
        )
        if not isinstance(kind, str) or not isinstance(path, str):
            raise UnusableModelError(
                f"The {MODULES} of {source.checkpoint} is no list of modules with a type and a "
                "path; fetch it again."
            )
        yield kind.rpartition(".")[2], path


def _pooling(source: ModelSource, path: str) -> tuple[str, str]:
    """The pooling that a module names; or none, and why."""
    file = f"{path[:_SHOWN]}/config.json"
    if not is_plain_name(path):
        return "", f"Its {MODULES} names {path[:_SHOWN]!r}, which is no folder within it: {_LEFT}."
    try:
        modes = list(_modes(read_object(source.checkpoint, source.folder / path / "config.json")))
    except UnusableModelError:
        return "", f"Its {file}, which names its pooling, cannot be read: {_LEFT}."
    if len(modes) == 1 and modes[0] in _POOLINGS:
        return _POOLINGS[modes[0]], ""
    asked = listed([mode[:_SHOWN] for mode in modes]) or "none"
    return "", (
        f"Its {file} asks for the pooling {asked}, which association tests do not have: {_LEFT}."
    )


def _modes(config: dict[str, Any]) -> Iterator[str]:
    """Names of the modes that are on, as `mean`."""
    named = config.get(_MODE)
    for mode in named if isinstance(named, list) else [named]:
        if isinstance(mode, str):
            yield mode
    for key, is_on in config.items():
        if key.startswith(f"{_MODE}_") and is_on is True:
            mode = key.removeprefix(f"{_MODE}_")
            yield _SHORT.get(mode, mode)
