"""The whole of an injection as one JSON-ready report: models, recovery, stability, head bias."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.libraries import library_versions
from engine.flow.asking import Ask
from engine.lab.injection import shares_of
from engine.lab.places import Place
from engine.lab.readings import Reading
from engine.lab.recovery import (
    heads_compared,
    occupation_rows,
    read_model,
    recovery,
    stability,
)
from engine.lab.settings import MODELS, ORIGINAL, VARIANTS, Request
from engine.lab.validation import entropy
from engine.models.sources import identify

Asker = Callable[[str], Ask]


def checkpoints(request: Request, place: Place) -> dict[str, str]:
    """What opens the original and each model made from it."""
    made = {variant: str(place.model(variant).resolve()) for variant in VARIANTS}
    return {ORIGINAL: request.original, **made}


def read_models(
    request: Request, asker: Asker, models: Mapping[str, str], on_part: Callable[[], None]
) -> dict[str, Reading]:
    """Readings of several models.

    Args:
        asker: checkpoint -> how it is asked.
        models: name -> checkpoint.
    """
    return {
        name: read_model(asker(checkpoint), request.planted, on_part)
        for name, checkpoint in models.items()
    }


def report(request: Request, place: Place, read: Mapping[str, Reading]) -> dict[str, Any]:
    """What the command prints and the page draws.

    Args:
        read: readings of all `MODELS`.
    """
    ordered = {name: read[name] for name in MODELS}
    seed = request.settings.seed
    return {
        "models": {
            name: _described(name, checkpoint, request, place, read[name])
            for name, checkpoint in checkpoints(request, place).items()
        },
        "recovery": recovery(request.planted, ordered, seed),
        "stability": stability(ordered, seed),
        "heads": heads_compared(ordered),
        "problems": {name: found.problems for name, found in ordered.items() if found.problems},
        "occupations": occupation_rows(request.planted, ordered),
        "request": {"name": place.name, **request.identity()},
        "libraries": library_versions(),
    }


def _described(
    name: str, checkpoint: str, request: Request, place: Place, found: Reading
) -> dict[str, Any]:
    quality = {"quality": found.details["quality"]}
    if name == ORIGINAL:
        return {"checkpoint": request.checkpoint, "revision": request.revision, **quality}
    told = {"checkpoint": checkpoint, "revision": identify(checkpoint).revision, **quality}
    shares = shares_of(name, request)
    curve = place.curve(name)
    looked = [entry["validation"] for entry in curve if "validation" in entry]
    return told | {
        "sentences": sum(share.sentences for share in shares),
        "male": sum(share.male for share in shares),
        "steps": request.settings.steps,
        "validation": looked[-1] if looked else None,
        "least": entropy({share.occupation: share.p_male for share in shares}),
        "seconds": round(sum(entry.get("seconds", 0.0) for entry in curve), 3),
    }
