"""Erasures and vectors as files of fits, with numbers made by hand, for tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.interventions import ErasedConcept, SteeringVector
from engine.files.fit_file import ERASURE, STEERING, Fit, fit_bytes
from engine.files.fits import forget_fit, keep_fit
from engine.models.facts import facts_of
from engine.models.sources import resolve

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel

Reference = ErasedConcept | SteeringVector
Arrays = dict[str, np.ndarray[Any, Any]]


def erasure(
    model: str | LoadedModel,
    left: Any = None,
    right: Any = None,
    center: Any = None,
    **changed: object,
) -> Fit:
    """An erasure of a model.

    Args:
        model: where it is, or the loaded one.
        left: [rank, hidden]; the first dimension by default, as `right`.
        center: [hidden]; 0 by default.
        changed: fields that are as they never were fitted.
    """
    first = _first_dimension(model) if left is None or right is None else None
    one, other = (
        np.atleast_2d(first if given is None else given).astype(np.float32)
        for given in (left, right)
    )
    middle = np.zeros(one.shape[1]) if center is None else center
    arrays = {"center": np.asarray(middle, np.float32), "left": one, "right": other}
    return _fit(model, ERASURE, "leace", 0, len(one), arrays, changed)


def vector(model: str | LoadedModel, values: Any = None, layer: int = 1, **changed: object) -> Fit:
    """A vector for steering a model.

    Args:
        model: where it is, or the loaded one.
        values: [hidden]; along the first dimension by default.
        layer: counted from 1.
        changed: fields that are as they never were fitted.
    """
    along = _first_dimension(model) if values is None else values
    arrays = {"vector": np.asarray(along, np.float32)}
    return _fit(model, STEERING, "mean-difference", layer, 1, arrays, changed)


def keep(fit: Fit) -> Reference:
    """Keep a fit in the cache of the test, and name it."""
    return keep_fit(fit_bytes(fit))


@contextmanager
def kept(*fits: Fit) -> Iterator[list[Reference]]:
    """Keep fits, and delete them in the end: for a cache that several tests share."""
    references = [keep(fit) for fit in fits]
    try:
        yield references
    finally:
        for reference in references:
            forget_fit(reference)


def _first_dimension(model: str | LoadedModel) -> np.ndarray[Any, Any]:
    source = resolve(model) if isinstance(model, str) else model.source
    config = json.loads((source.folder / "config.json").read_text(encoding="utf-8"))
    return np.eye(1, config["hidden_size"], dtype=np.float32)[0]


def _fit(
    model: str | LoadedModel,
    kind: str,
    method: str,
    layer: int,
    rank: int,
    arrays: Arrays,
    changed: dict[str, object],
) -> Fit:
    if isinstance(model, str):
        source = resolve(model)
        facts = facts_of(source)
        family, layers = facts.family, facts.layers
    else:
        source, family, layers = model.source, model.family.name, model.layers
    known: dict[str, Any] = {
        **{"kind": kind, "concept": "gender", "method": method, "layer": layer, "rank": rank},
        **{"checkpoint": source.checkpoint, "revision": source.revision},
        **{"family": family, "layers": layers},
        "arrays": arrays,
    }
    return Fit(**known | changed)
