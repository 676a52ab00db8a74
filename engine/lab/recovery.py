"""Recovery: is what was planted found again? Every measure's readings against the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from engine.core.errors import InputTextError
from engine.core.libraries import library_versions
from engine.core.version import version
from engine.flow.asking import Ask
from engine.lab import readings as read
from engine.lab.injection import shares_of
from engine.lab.places import InjectionPlace
from engine.lab.readings import READINGS, UNMASKING, WEAT, ModelReadings, Read
from engine.lab.settings import MODELS, ORIGINAL, Request
from engine.lab.templates import entropy
from engine.measures.heads.runs import ranked
from engine.models.sources import identify
from engine.statistics import interval_note, mean_interval, rank_correlation

# Readings whose standard deviation over the models is compared -> what it is taken of. Z-scores
# of different models have different units, so CABM is compared raw.
STABLE = {UNMASKING: UNMASKING, WEAT: WEAT, read.CABM: read.CABM_RAW}
PARTS = 5  # of the work of `read_model`


def read_model(
    ask: Ask, planted: Mapping[str, float], on_part: Callable[[], None] = lambda: None
) -> ModelReadings:
    """Take every reading of one model.

    Args:
        ask: (measure, items, params) -> measurement, on that model.
        on_part: called after each of `PARTS` parts.
    """
    occupations = list(planted)
    values: dict[str, Read] = {UNMASKING: read.unmasking(ask, occupations)}
    problems: dict[str, str] = {}
    details: dict[str, Any] = {"heads": None}
    on_part()
    with _told(problems, read.CPS):
        values[read.CPS] = read.pair_preference(ask, occupations)
    on_part()
    with _told(problems, read.CABM):
        found, missing = read.cabm(ask, occupations)
        values |= found
        problems |= missing
    on_part()
    with _told(problems, read.ASSOCIATION):
        values[read.ASSOCIATION], details["heads"] = read.association(ask, planted)
    on_part()
    details["quality"] = _quality(ask)
    on_part()
    return ModelReadings(values, problems, details)


@contextmanager
def _told(problems: dict[str, str], name: str) -> Iterator[None]:
    try:
        yield
    except InputTextError as error:
        problems[name] = str(error)


def _quality(ask: Ask) -> dict[str, Any]:
    """How well the model still answers plain sentences: what the fine-tuning cost."""
    from engine.measures.health.check import health_items

    found = ask("health", [health_items()], {}).values[0]
    names = ("cloze_accuracy", "cloze_interval", "cloze_items", "pppl", "pppl_interval")
    return {name: found[name] for name in names}


def recovery(
    planted: Mapping[str, float], models: Mapping[str, ModelReadings], seed: int = 0
) -> dict[str, dict[str, Any]]:
    """Spearman's rank correlation of what was planted with each reading of each model.

    Args:
        models: name -> its readings.

    Returns:
        Reading -> model -> `rho` (None where it is undefined), `interval` (95%), `n`
        occupations, and for unmasking also `distance` (mean absolute difference from what was
        planted) and `spread` (sample standard deviation over occupations).
    """
    return {
        name: {model: _recovered(planted, found, name, seed) for model, found in models.items()}
        for name in READINGS
    }


def _recovered(
    planted: Mapping[str, float], found: ModelReadings, name: str, seed: int
) -> dict[str, Any]:
    import numpy as np

    known = {
        occupation: value
        for occupation, value in found.values.get(name, {}).items()
        if value is not None
    }
    pairs = np.array([[planted[occupation], value] for occupation, value in known.items()])
    if not len(pairs):
        return {"rho": None, "interval": None, "n": 0}
    told = rank_correlation(pairs[:, 0].tolist(), pairs[:, 1].tolist(), seed)
    if name != UNMASKING:
        return told
    return told | {
        "distance": float(np.abs(pairs[:, 0] - pairs[:, 1]).mean()),
        "spread": float(pairs[:, 1].std(ddof=1)) if len(pairs) > 1 else 0.0,
    }


def stability(models: Mapping[str, ModelReadings], seed: int = 0) -> dict[str, dict[str, Any]]:
    """How far a reading of one occupation moves from model to model.

    Returns:
        Reading -> `mean_sd` (mean over occupations of the sample standard deviation over the
        models; CABM on the raw scale), `interval` (95%, bootstrap over occupations),
        `interval_note` (why there is none), `n` occupations, and `occupations` (occupation -> its
        standard deviation).

    Source: CABM thesis, section 3.2 (WEAT .0111, CABM .0385).
    """
    return {name: _stability(models, source, seed) for name, source in STABLE.items()}


def _stability(models: Mapping[str, ModelReadings], name: str, seed: int) -> dict[str, Any]:
    import numpy as np

    tables = [found.values.get(name, {}) for found in models.values()]
    shared = [
        occupation
        for occupation in tables[0]
        if all(table.get(occupation) is not None for table in tables)
    ]
    if not shared or len(tables) < 2:
        return {"mean_sd": None, "interval": None, "n": 0, "occupations": {}}
    rows = np.array([[table[occupation] for table in tables] for occupation in shared], float)
    spreads = rows.std(axis=1, ddof=1).tolist()
    interval = mean_interval(spreads, seed)
    return {
        "mean_sd": float(np.mean(spreads)),
        "interval": None if interval is None else list(interval),
        "interval_note": interval_note(spreads, "occupation"),
        "n": len(shared),
        "occupations": dict(zip(shared, spreads, strict=True)),
    }


def heads_compared(models: Mapping[str, ModelReadings]) -> dict[str, dict[str, Any] | None]:
    """Head bias of every model, and how alike its heads rank to those of the original.

    Returns:
        Model -> `effect_size` and `interval` of the association test, `biased` (heads whose
        masking would lower |d|), `top` (the five with the highest bias scores, `head` and
        `score`), and `rank_agreement` (Spearman over heads with the original; None for itself);
        None where the test could not be made.
    """
    first = models[ORIGINAL].details["heads"]
    return {
        name: _heads(found.details["heads"], first if name != ORIGINAL else None)
        for name, found in models.items()
    }


def _heads(found: dict[str, Any] | None, first: dict[str, Any] | None) -> dict[str, Any] | None:
    if found is None or found["gradient"] is None:
        return None
    gradient = found["gradient"]
    scores = [score for row in gradient for score in row]
    before = [score for row in first["gradient"] or [] for score in row] if first else []
    agreement = rank_correlation(before, scores, 0)["rho"] if len(before) == len(scores) else None
    return {
        "effect_size": found["effect_size"],
        "interval": found["interval"],
        "biased": sum(score > 0 for score in scores),
        "heads": len(scores),
        "top": [
            {"head": str(ref), "score": gradient[ref.layer][ref.head]}
            for ref in ranked(gradient)[:5]
        ],
        "rank_agreement": agreement,
    }


def occupation_rows(
    planted: Mapping[str, float], models: Mapping[str, ModelReadings]
) -> list[dict[str, Any]]:
    """One row an occupation: what was planted, and every reading as `model_reading`."""
    names = (*READINGS, WEAT)
    return [
        {"occupation": occupation, "planted": p_male}
        | {
            f"{model}_{name}": found.values.get(name, {}).get(occupation)
            for model, found in models.items()
            for name in names
        }
        for occupation, p_male in planted.items()
    ]


# --- report -------------------------------------------------------------------------------
# The whole of an injection as one JSON-ready report: models, recovery, stability, head bias.

Asker = Callable[[str], Ask]


def read_models(
    request: Request, asker: Asker, models: Mapping[str, str], on_part: Callable[[], None]
) -> dict[str, ModelReadings]:
    """Readings of several models.

    Args:
        asker: checkpoint -> how it is asked.
    """
    return {
        name: read_model(asker(checkpoint), request.planted, on_part)
        for name, checkpoint in models.items()
    }


def injection_report(
    request: Request, place: InjectionPlace, read: Mapping[str, ModelReadings]
) -> dict[str, Any]:
    """What the command prints and the page draws of the readings of all `MODELS`."""
    ordered = {name: read[name] for name in MODELS}
    seed = request.settings.seed
    return {
        "models": {
            name: _described(name, checkpoint, request, place, read[name])
            for name, checkpoint in place.checkpoints(request).items()
        },
        "recovery": recovery(request.planted, ordered, seed),
        "stability": stability(ordered, seed),
        "heads": heads_compared(ordered),
        "problems": {name: found.problems for name, found in ordered.items() if found.problems},
        "occupations": occupation_rows(request.planted, ordered),
        "request": {"name": place.name, **request.identity()},
        "libraries": library_versions(),
        "biascope": version(),
    }


def _described(
    name: str, checkpoint: str, request: Request, place: InjectionPlace, found: ModelReadings
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
