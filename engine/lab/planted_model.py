"""Training one model on a synthetic corpus of known proportions, and writing it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import StorageError
from engine.core.replacing import put_in_place
from engine.core.wording import counted
from engine.lab.folder import TrainedFolder
from engine.lab.settings import InjectionSettings
from engine.lab.templates import PlantedShare, corpus, encoded, validation_loss
from engine.models.devices import choose_device
from engine.models.room import check_room as check_memory
from engine.models.sources import resolve
from engine.training.checkpoint import rewrite_settings, writing_to
from engine.training.loop import TrainingStep, train
from engine.training.planting import Planting

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel


# Seconds between checkpoints: what a power cut may cost; a small model's takes a second.
CHECKPOINT_EVERY = 60.0
VALIDATIONS = 8  # a run
# Held at once: the model, the one it came from, gradients and two moments of the optimiser.
_COPIES = 5


@dataclass(frozen=True)
class PlantedModel:
    """One model that is trained on a corpus of known proportions.

    Args:
        variant: names it in its folder.
        original: what opens the model that it is trained from.
        shares: of the corpus.
        settings: sizes, and the seed of corpus, order, masked words and dropout.
        manifest: written next to the model, JSON-ready; the same for the same run, so that its
            revision is too.
    """

    variant: str
    original: str
    shares: Sequence[PlantedShare]
    settings: InjectionSettings
    manifest: dict[str, Any]


def train_planted(
    asked: PlantedModel,
    place: TrainedFolder,
    device: str,
    should_stop: Callable[[], bool],
    models: int,
) -> Iterator[TrainingStep]:
    """Train one model and write it, yielding after every step; a checkpoint is taken up.

    Args:
        place: claimed for the run.
        should_stop: asked after every step; when true a checkpoint is written and it ends.
        models: of the whole run, which the disk needs room for.
    """
    from engine.measures.health.check import gate
    from engine.models.loading import MaskedLM, load

    # Eager attention: the fused kernel's backward is several times slower on CPUs.
    check_memory(resolve(asked.original), "float32", choose_device(device), _COPIES)
    model, original = (load(asked.original, device, attention="eager") for _ in range(2))
    gate(MaskedLM(original))
    check_room(place.folder, model.parameters, models)
    settings = asked.settings
    cut = encoded(model.tokenizer, corpus(asked.shares, settings.seed))
    objective = Planting(model, original, *cut, settings.named, settings.hold, settings.bfloat16)
    folder = place.training(asked.variant)
    with writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
        log = place.log(asked.variant).open("a", encoding="utf-8")
    last = None
    with log:
        planted = {share.occupation: share.p_male for share in asked.shares}
        checkpoints = settings.training(CHECKPOINT_EVERY)
        for last in train(model, cut.pieces, checkpoints, folder, should_stop, objective):
            lines = [{"step": last.step, "loss": last.loss, "seconds": last.seconds}]
            if _is_validated(last):
                lines.append({"step": last.step, "validation": validation_loss(model, planted)})
            with writing_to(folder):
                log.writelines(json.dumps(line) + "\n" for line in lines)
                log.flush()
            yield last
    if last is None or last.step == settings.steps:
        write_planted_model(model, place.model(asked.variant), asked.manifest)
        shutil.rmtree(folder / "checkpoint", ignore_errors=True)


def _is_validated(step: TrainingStep) -> bool:
    every = max(1, step.steps // VALIDATIONS)
    return step.step % every == 0 or step.step in (1, step.steps)


# --- writing ------------------------------------------------------------------------------
# A finished model as a folder that loads like any other checkpoint, written whole or not.

MANIFEST = "planted.json"
# What only tells of this machine.
_PRIVATE = {
    "config.json": ("_name_or_path",),
    "tokenizer_config.json": ("name_or_path", "is_local", "local_files_only"),
}
# Bytes a weight: of the finished model, and of a checkpoint with the optimiser's two moments.
_MODEL, _CHECKPOINT = 4, 12


def write_planted_model(model: LoadedModel, folder: Path, manifest: dict[str, Any]) -> None:
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
                if (fresh / name).exists():
                    rewrite_settings(fresh / name, keys)
            text = json.dumps(manifest, ensure_ascii=False, indent=1)
            (fresh / MANIFEST).write_text(text, encoding="utf-8")
            put_in_place(fresh, folder)
    except StorageError:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def check_room(folder: Path, parameters: int, models: int) -> None:
    """Refuse a run that the disk has no room for, before anything is trained.

    Args:
        folder: where it will write, perhaps not there yet.
        models: that will be written.
    """
    # A checkpoint is written next to the older one; all finished models stay.
    needed = parameters * (2 * _CHECKPOINT + models * _MODEL)
    place = next(path for path in (folder, *folder.resolve().parents) if path.exists())
    with writing_to(folder):
        free = shutil.disk_usage(place).free
    if free < needed:
        raise StorageError(
            f"Training needs about {needed / 1e6:,.0f} MB in {folder} for checkpoints and "
            f"{counted(models, 'model')}, and {free / 1e6:,.0f} MB are free. Free some space, or "
            "give another folder."
        )
