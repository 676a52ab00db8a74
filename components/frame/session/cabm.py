"""The CABM page's way to the engine: a study of one model through the store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame.session.measuring import (
    known,
    measure,
    outcome,
    store,
    stored_measurement,
    stored_outcome,
)
from components.frame.session.state import Newest
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.flow.derived import derived, is_derived

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from engine.measures.cabm.data.cooccurrence import CorpusCounts
    from engine.measures.cabm.data.sentences import FramedSet
    from engine.measures.cabm.settings import CabmSettings
    from engine.measures.cabm.studied import CabmStudy


Progress = Callable[[str, int, int], None]


def study(
    spec: ModelSpec,
    data: FramedSet,
    counts: CorpusCounts,
    settings: CabmSettings,
    on_progress: Progress,
) -> CabmStudy:
    """A study of one model; what the store knows is not computed again.

    Args:
        on_progress: called with (measure, finished items, all items).
    """
    from engine.measures.cabm.study import study

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        return measure(
            name, spec, items, params, lambda done, total: on_progress(name, done, total)
        )

    return study(ask, outcome, data, counts, settings)


def missing(spec: ModelSpec, data: FramedSet, sentence: str) -> int:
    """Sentences of a set that were not read yet, without loading anything."""
    items = [entry.item() for entry in data.sentences]
    return len(items) - len(known("cabm", spec, items, {"sentence": sentence}))


def stored(
    spec: ModelSpec, data: FramedSet, counts: CorpusCounts, settings: CabmSettings
) -> pd.DataFrame | None:
    """Scores of the chosen weighting, if the store knows all they rest on; nothing is computed."""
    from engine.measures.cabm.study import study

    key = (spec, data.name, counts.corpus, settings)
    scores: pd.DataFrame | None = _known_scores().get(key)
    if scores is None:
        if missing(spec, data, settings.sentence):
            return None
        ask, derive = partial(stored_measurement, spec), stored_outcome
        try:
            found = study(ask, derive, data, counts, replace(settings, templates=()))
            weights = found.weigh(found.weighting, intervals=False)["weights"]
        except LookupError:
            return None
        scores = _known_scores()[key] = found.scored(weights)
    return scores


@st.cache_resource(show_spinner=False)
def _known_scores() -> Newest[pd.DataFrame]:
    """Reading vectors again takes megabytes; the scores are a few numbers."""
    return Newest(64)


# --- projection ---------------------------------------------------------------------------
# Maps that take long to compute: computed once, then read from the store.


def projected(method: str, points: np.ndarray, seed: int) -> list[list[float]]:
    """Coordinates of points by t-SNE or UMAP; the first UMAP of a process compiles for seconds.

    Args:
        method: `projection.TSNE` or `projection.UMAP`.
        points: [point, hidden].

    Returns:
        [point][2].
    """
    from engine.statistics.projection import VERSIONS, mapped

    found: list[list[float]] = derived(
        _name(method),
        VERSIONS[method],
        _points(points),
        {"seed": seed},
        lambda: mapped(method, points, seed).tolist(),
        store(),
    )
    return found


def is_projected(method: str, points: np.ndarray, seed: int) -> bool:
    """Whether that map can be read from the store."""
    from engine.statistics.projection import VERSIONS

    item = _points(points)
    return is_derived(_name(method), VERSIONS[method], item, {"seed": seed}, store())


def _name(method: str) -> str:
    return f"projection {method}"


def _points(points: np.ndarray) -> dict[str, Any]:
    from engine.flow.packing import packed

    return {"points": packed(points.reshape(-1)), "shape": list(points.shape)}
