"""Folders as people save models: what lies there in place of a model, and what to do next.

Training writes checkpoints into folders of their own, the hub's cache keeps commits, adapters come
without the model that they change, downloads come packed. Each is named in the refusal. Nothing is
read but names, and the adapter's own config.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.core.checkpoint_names import local_folder
from engine.core.errors import UnusableModelError
from engine.models.files import INDEX, WEIGHTS, object_if_there

ADAPTER = "adapter_config.json"
PICKLES = (".bin", ".pt", ".pth", ".ckpt")

_ARCHIVES = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".zst", ".7z", ".rar")
# Weights for other programs, which nothing here reads or converts.
_OTHERS = {
    ".gguf": "weights for llama.cpp",
    ".onnx": "a network for ONNX",
    ".msgpack": "weights for Flax",
    ".mlmodel": "a network for Core ML",
}
_UNFINISHED = (".incomplete", ".part", ".partial", ".crdownload", ".download", ".aria2", ".tmp")
_CACHED = re.compile(r"models--(?P<name>.+)")  # a model's folder in the hub's cache
_DEEPEST = 4  # folders: `hub`, that of a model in the hub's cache, its snapshots, a commit
_MOST = 200  # folders looked into
_SHOWN = 3
_MERGE = (
    "merge it into that model (peft's merge_and_unload) and give the folder that save_pretrained "
    "writes"
)


def why_no_model(checkpoint: str, names: Sequence[str]) -> str:
    """What a folder without a config.json holds, and what would do, as one sentence."""
    folder = local_folder(checkpoint)
    if any(map(_is_of_an_adapter, names)):
        return why_adapter(checkpoint)
    found = list(_models_within(folder)) if folder is not None else []
    if folder is not None and found:
        return f"{checkpoint} holds no model itself, but {_place(folder, found)}."
    for inner, within in _folders_within(folder) if folder is not None else ():
        if any(map(_is_of_an_adapter, within)):
            return why_adapter(str(inner))
    if packed := archive_among(names):
        return (
            f"{checkpoint} holds no model, but the archive {packed}; unpack it and give the folder "
            "that comes out."
        )
    weights = next((name for name in names if name.endswith((".safetensors", *PICKLES))), None)
    if weights is not None:
        return (
            f"{checkpoint} holds weights ({weights}), but there is no config.json in it; put the "
            "config.json and the tokenizer of the model that was trained beside them."
        )
    if folder is not None and (cached := _CACHED.fullmatch(folder.resolve().name)):
        name = cached["name"].replace("--", "/")
        return (
            f"{checkpoint} is the place of {name} in the hub's cache, and no commit there holds a "
            f"model, as where a download was stopped; fetch {name} again, or give another folder."
        )
    return (
        f"{checkpoint} holds no model: there is no config.json in it; give the folder that "
        "save_pretrained wrote."
    )


def is_adapter_alone(names: Sequence[str]) -> bool:
    """Whether a folder holds an adapter and no weights that it could have been merged into."""
    whole = {WEIGHTS, INDEX, "pytorch_model.bin", "pytorch_model.bin.index.json", "tf_model.h5"}
    return any(map(_is_of_an_adapter, names)) and not whole.intersection(names)


def _is_of_an_adapter(name: str) -> bool:
    """Whether a file is that of an adapter, of peft or of the library adapters."""
    return name == ADAPTER or name.startswith(("adapter_model.", "pytorch_adapter."))


def why_adapter(checkpoint: str) -> str:
    """Why an adapter alone is no model."""
    folder = local_folder(checkpoint)
    of = ""
    if folder is not None:
        try:
            named = object_if_there(checkpoint, folder / ADAPTER).get("base_model_name_or_path")
        except UnusableModelError:
            named = None
        of = f" ({named[:100]})" if isinstance(named, str) and named else ""
    return (
        f"{checkpoint} holds an adapter alone, which changes the weights of another "
        f"model{of}; {_MERGE}."
    )


def refuse_left_adapter(checkpoint: str, folder: Path) -> None:
    """Refuse weights beside the files of an adapter, which may be merged into them or not."""
    left = sorted(path.name for path in folder.glob("adapter_*"))
    if ADAPTER in left:
        raise UnusableModelError(
            f"{checkpoint} holds whole weights and an adapter ({', '.join(left[:_SHOWN])}); if it "
            "is merged into these weights, delete the adapter's files, and if it is not, "
            f"{_MERGE}."
        )


def other_weights(checkpoint: str, names: Sequence[str]) -> str:
    """What a folder with a config.json holds in place of safetensors, as `only model.gguf, …`.

    Returns:
        Empty where there is nothing of this kind.
    """
    folder = local_folder(checkpoint)
    for name in names:
        for suffix, what in _OTHERS.items():
            if name.endswith(suffix):
                return f"only {name}, {what}"
    if packed := archive_among(names):
        return f"only the archive {packed}, which has to be unpacked first"
    below = [] if folder is None else list(_weights_within(folder))
    return f"its weights in the folder {below[0]}, and not beside its config.json" if below else ""


def refuse_unfinished(checkpoint: str, names: Sequence[str]) -> None:
    """Refuse a folder whose weights or config are still those of a download that was cut off.

    Args:
        names: of its files.
    """
    cut = next((name for name in sorted(names) if name.lower().endswith(_UNFINISHED)), None)
    if cut is not None:
        raise UnusableModelError(
            f"{checkpoint} is not complete: {cut} is a download that has not ended; fetch the "
            "model again."
        )


def models_below(checkpoint: str) -> str:
    """Which folders of a folder hold a model, and what to give; empty where none does."""
    folder = local_folder(checkpoint)
    found = list(_models_within(folder)) if folder is not None else []
    return _place(folder, found) if folder is not None and found else ""


def archive_among(names: Sequence[str]) -> str:
    """The first archive among the names of files; empty where there is none."""
    return next((name for name in sorted(names) if name.lower().endswith(_ARCHIVES)), "")


def _place(folder: Path, found: list[str]) -> str:
    """Which folders hold a model, and the newest of them as what to give."""
    found.sort(key=_natural)
    shown = ", ".join(found[-_SHOWN:]) + (", …" if len(found) > _SHOWN else "")
    which = f"its folder {shown} does" if len(found) == 1 else f"its folders {shown} do"
    return f"{which}; give {folder / found[-1]}"


def _natural(name: str) -> list[tuple[int, str]]:
    """So that checkpoint-1000 comes after checkpoint-500."""
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", name)]


def _models_within(folder: Path) -> Iterator[str]:
    """Folders below this one that hold a model, relative to it."""
    for inner, names in _folders_within(folder):
        if "config.json" in names and any(
            name.endswith((".safetensors", *PICKLES, ".h5")) for name in names
        ):
            yield str(inner.relative_to(folder))


def _weights_within(folder: Path) -> Iterator[str]:
    for inner, names in _folders_within(folder):
        if any(name.endswith(".safetensors") for name in names):
            yield str(inner.relative_to(folder))


def _folders_within(folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """Folders below this one with the names in them; links are not followed."""
    waiting, looked = [folder], 0
    while waiting and looked < _MOST:
        outer = waiting.pop(0)
        try:
            inner = sorted(path for path in outer.iterdir() if path.is_dir())
        except OSError:
            continue
        for each in inner:
            if each.is_symlink() or each.name.startswith("."):
                continue
            looked += 1
            try:
                names = [path.name for path in each.iterdir()]
            except OSError:
                continue
            yield each, names
            if len(each.relative_to(folder).parts) < _DEEPEST:
                waiting.append(each)
