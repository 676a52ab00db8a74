"""Training the biased and the balanced model, stoppable and resumable at any step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from engine.lab.places import InjectionPlace
from engine.lab.planted_model import PlantedModel, train_planted
from engine.lab.settings import VARIANTS, Request
from engine.lab.templates import BIASED, PlantedShare, balanced_shares, biased_shares


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
        shares = shares_of(variant, request)
        asked = PlantedModel(
            variant, request.original, shares, request.settings, _manifest(variant, request, shares)
        )
        for step in train_planted(asked, place, device, should_stop, len(VARIANTS)):
            done = number * steps + step.step
            yield InjectionProgress(variant, done, len(VARIANTS) * steps, step.loss)
        if should_stop():
            return


def _manifest(variant: str, request: Request, shares: list[PlantedShare]) -> dict[str, Any]:
    """What is written next to a model: what was asked, and what really is in its corpus."""
    return {
        "variant": variant,
        **request.identity(),
        "corpus": list(map(asdict, shares)),
    }
