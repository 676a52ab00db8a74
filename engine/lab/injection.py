"""Training the biased and the balanced model, stoppable and resumable at any step."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import StorageError
from engine.core.replacing import put_in_place
from engine.lab.places import InjectionPlace
from engine.lab.settings import VARIANTS, Request
from engine.lab.templates import (
    BIASED,
    PlantedShare,
    balanced_shares,
    biased_shares,
    corpus,
    encoded,
    validation_loss,
)
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
class InjectionProgress:
    """How far an injection is.

    Args:
        done, total: steps of both models.
        loss: of the newest step, nats.
    """

    variant: str
    done: int
    total: int
    loss: float


def shares_of(variant: str, request: Request) -> list[PlantedShare]:
    """How many sentences each occupation gets, and how many of them masculine ones."""
    sentences = request.settings.sentences
    if variant == BIASED:
        return biased_shares(request.planted, sentences)
    return balanced_shares(request.planted, sentences)


def inject(
    request: Request,
    place: InjectionPlace,
    device: str = "auto",
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[InjectionProgress]:
    """Train both models that are not there yet, yielding after every step.

    Args:
        place: claimed for this request.
        should_stop: asked after every step; when true a checkpoint is written and it ends.
    """
    steps = request.settings.steps
    for number, variant in enumerate(VARIANTS):
        if place.finished(variant):
            continue
        for step in _trained(variant, request, place, device, should_stop):
            done = number * steps + step.step
            yield InjectionProgress(variant, done, len(VARIANTS) * steps, step.loss)
        if should_stop():
            return


def _trained(
    variant: str,
    request: Request,
    place: InjectionPlace,
    device: str,
    should_stop: Callable[[], bool],
) -> Iterator[TrainingStep]:
    from engine.measures.health.check import gate
    from engine.models.loading import MaskedLM, load

    # Eager attention: the fused kernel's backward is several times slower on CPUs.
    check_memory(resolve(request.original), "float32", choose_device(device), _COPIES)
    model, original = (load(request.original, device, attention="eager") for _ in range(2))
    gate(MaskedLM(original))
    check_room(place.folder, model.parameters)
    shares = shares_of(variant, request)
    cut = encoded(model.tokenizer, corpus(shares, request.settings.seed))
    settings = request.settings
    objective = Planting(model, original, *cut, settings.named, settings.hold, settings.bfloat16)
    folder = place.training(variant)
    with writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
        log = place.log(variant).open("a", encoding="utf-8")
    last = None
    with log:
        planted = {share.occupation: share.p_male for share in shares}
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
        write_planted_model(model, place.model(variant), _manifest(variant, request, shares))
        shutil.rmtree(folder / "checkpoint", ignore_errors=True)


def _is_validated(step: TrainingStep) -> bool:
    every = max(1, step.steps // VALIDATIONS)
    return step.step % every == 0 or step.step in (1, step.steps)


def _manifest(variant: str, request: Request, shares: list[PlantedShare]) -> dict[str, Any]:
    """What is written next to a model: what was asked, and what really is in its corpus."""
    return {
        "variant": variant,
        **request.identity(),
        "corpus": list(map(asdict, shares)),
    }


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


def check_room(folder: Path, parameters: int) -> None:
    """Refuse a run that the disk has no room for, before anything is trained.

    Args:
        folder: where it will write, perhaps not there yet.
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
