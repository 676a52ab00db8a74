"""Fits made by hand for tests: small whole numbers, worked out on paper."""

from __future__ import annotations

import numpy as np

from engine.core.interventions import ErasedConcept, SteeringVector
from engine.files.fit_file import ERASURE, STEERING, Fit, fit_bytes
from engine.files.fits import keep_fit


def erasure(model, left, right, center=None, **other):
    """An erasure of a loaded model."""
    left, right = np.atleast_2d(left).astype(np.float32), np.atleast_2d(right).astype(np.float32)
    center = np.zeros(left.shape[1]) if center is None else center
    arrays = {"center": np.asarray(center, np.float32), "left": left, "right": right}
    return _fit(model, ERASURE, "leace", 0, len(left), arrays, **other)


def vector(model, values, layer=1, **other):
    """A vector for steering a loaded model."""
    arrays = {"vector": np.asarray(values, np.float32)}
    return _fit(model, STEERING, "mean-difference", layer, 1, arrays, **other)


def kept(fit) -> ErasedConcept | SteeringVector:
    """What names a fit in a spec, once it is kept in the cache of the test."""
    return keep_fit(fit_bytes(fit))


def _fit(model, kind, method, layer, rank, arrays, **other):
    return Fit(
        **{
            "kind": kind,
            "concept": "gender",
            "method": method,
            "checkpoint": model.source.checkpoint,
            "revision": model.source.revision,
            "family": model.family.name,
            "layers": model.layers,
            "layer": layer,
            "rank": rank,
            "arrays": arrays,
            "about": {"pairs": 20},
        }
        | other
    )
