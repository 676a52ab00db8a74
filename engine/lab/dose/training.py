"""Training the models of a run that are not there yet, each like one of an injection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict

from engine.lab.dose.place import DosePlace
from engine.lab.dose.settings import DosedModel, DoseRequest, shares_at
from engine.lab.planted_model import PlantedModel, train_planted
from engine.training.loop import TrainingStep


def train_dosed(
    model: DosedModel,
    request: DoseRequest,
    place: DosePlace,
    device: str = "auto",
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[TrainingStep]:
    """Train one model unless it is finished, yielding after every step.

    Args:
        place: claimed for this request.
        should_stop: asked after every step; when true a checkpoint is written and it ends.
    """
    if place.finished(model.variant):
        return
    settings = request.settings_of(model)
    shares = shares_at(request.tables()[model.seed], model.dose, settings.sentences)
    manifest = {
        "variant": model.variant,
        "dose": model.dose,
        "seed": model.seed,
        **request.identity(),
        "corpus": [asdict(share) for share in shares],
    }
    asked = PlantedModel(model.variant, request.injection.original, shares, settings, manifest)
    missing = sum(not place.finished(one.variant) for one in request.models)
    yield from train_planted(asked, place, device, should_stop, missing)
