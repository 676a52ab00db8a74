"""Erasures and vectors as files of fits, with made-up numbers, kept for the time of a test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from engine.core.interventions import ErasedConcept, SteeringVector
from engine.files.fit_file import ERASURE, STEERING, Fit, fit_bytes
from engine.files.fits import forget_fit, keep_fit
from engine.models.facts import facts_of
from engine.models.sources import resolve


def erasure(model: str, concept: str = "gender", **changed: object) -> Fit:
    """An erasure of the first dimension.

    Args:
        changed: fields that are as they never were fitted.
    """
    return _fit(model, ERASURE, concept, "leace", 0, ("center", "left", "right"), changed)


def vector(model: str, concept: str = "gender", layer: int = 1, **changed: object) -> Fit:
    """A vector along the first dimension.

    Args:
        layer: counted from 1.
        changed: fields that are as they never were fitted.
    """
    return _fit(model, STEERING, concept, "mean-difference", layer, ("vector",), changed)


@contextmanager
def kept(*fits: Fit) -> Iterator[list[ErasedConcept | SteeringVector]]:
    """Keep fits, and delete them in the end."""
    references = [keep_fit(fit_bytes(fit)) for fit in fits]
    try:
        yield references
    finally:
        for reference in references:
            forget_fit(reference)


def _fit(
    model: str,
    kind: str,
    concept: str,
    method: str,
    layer: int,
    names: tuple[str, ...],
    changed: dict[str, object],
) -> Fit:
    source = resolve(model)
    facts = facts_of(source)
    config = json.loads((source.folder / "config.json").read_text(encoding="utf-8"))
    first = np.zeros(config["hidden_size"], np.float32)
    first[0] = 1.0
    made = {"center": 0 * first, "left": first[None], "right": first[None], "vector": first}
    known: dict[str, Any] = {
        **{"kind": kind, "concept": concept, "method": method, "layer": layer, "rank": 1},
        **{"checkpoint": source.checkpoint, "revision": source.revision},
        **{"family": facts.family, "layers": facts.layers},
        "arrays": {name: made[name] for name in names},
    }
    return Fit(**known | changed)
