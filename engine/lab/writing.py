"""A finished model as a folder that loads like any other checkpoint, written whole or not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import StorageError
from engine.training.checkpoint import writing_to

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel

MANIFEST = "planted.json"
_PRIVATE = {
    "config.json": ("_name_or_path",),
    "tokenizer_config.json": ("name_or_path", "is_local", "local_files_only"),
}
# Bytes a weight: of the finished model, and of a checkpoint with the optimiser's two moments.
_MODEL, _CHECKPOINT = 4, 12


def write_model(model: LoadedModel, folder: Path, manifest: dict[str, Any]) -> None:
    """Write float32 safetensors and the tokenizer, with what was planted next to them.

    Float32, so that what is measured is what was trained to the last digit.

    Args:
        manifest: JSON-ready; the same for the same run, so that its revision is too.
    """
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        with writing_to(folder):
            fresh.mkdir(parents=True)
            model.network.save_pretrained(fresh)
            model.tokenizer.save_pretrained(fresh)
            for name, keys in _PRIVATE.items():
                _without(fresh / name, keys)
            text = json.dumps(manifest, ensure_ascii=False, indent=1)
            (fresh / MANIFEST).write_text(text, encoding="utf-8")
            fresh.replace(folder)
    except StorageError:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def _without(path: Path, keys: tuple[str, ...]) -> None:
    """Take out what only tells of this machine."""
    if not path.exists():
        return
    known = json.loads(path.read_text(encoding="utf-8"))
    kept = {key: value for key, value in known.items() if key not in keys}
    path.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def check_room(folder: Path, parameters: int) -> None:
    """Refuse a run that the disk has no room for, before anything is trained.

    Args:
        folder: where it will write, perhaps not there yet.
        parameters: of the model.
    """
    # A checkpoint is written next to the older one; both finished models stay.
    needed = parameters * (2 * _CHECKPOINT + 2 * _MODEL)
    place = next(path for path in (folder, *folder.resolve().parents) if path.exists())
    with writing_to(folder):
        free = shutil.disk_usage(place).free
    if free < needed:
        raise StorageError(
            f"Training needs about {needed / 1e6:,.0f} MB in {folder} for checkpoints and two "
            f"models, and {free / 1e6:,.0f} MB are free. Free some space, or give another folder."
        )
