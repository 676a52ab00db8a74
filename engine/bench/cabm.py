"""Speed of CABM: a study from nothing, its weights with their bootstrap, and a second look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.bench.timing import seconds
from engine.flow.derived import derived
from engine.flow.measurement import measure
from engine.measures.cabm.data.cooccurrence import Counts
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.settings import Settings
from engine.measures.cabm.study import Study, study
from engine.measures.cabm.unmasking import templates_for
from engine.measures.cabm.weighting import SHAP_RF

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM
    from engine.storage.store import Store


@dataclass(frozen=True)
class CabmSpeed:
    """How long the parts of a study take, seconds.

    Args:
        read: the sentences and the unmasking, by the network.
        weights: SHAP weights of one forest and their bootstrap.
        whole: load, read, weights, scores and validation, with nothing stored.
        second_look: the same from the store.
    """

    sentences: int
    occupations: int
    load: float
    read: float
    weights: float
    whole: float
    second_look: float


def cabm_speed(
    model: Callable[[], MaskedLM], data: FramedSet, counts: Counts, folder: Path
) -> CabmSpeed:
    """Time a study of one set.

    Args:
        model: loads the model, once.
        folder: for the store.
    """
    from engine.storage.store import Store

    loaded: list[MaskedLM] = []
    store = Store(folder / "cabm.sqlite")
    load = seconds(lambda: loaded.append(model()))
    found: list[Study] = []
    read = seconds(lambda: found.append(_study(loaded[0], data, counts, store)))
    weights = seconds(lambda: found[0].weighed(SHAP_RF))
    rest = seconds(lambda: _panel(found[0]))
    second = seconds(lambda: _panel(_study(loaded[0], data, counts, store)))
    store.close()
    return CabmSpeed(
        sentences=len(data.sentences),
        occupations=len(found[0].frame),
        load=load,
        read=read,
        weights=weights,
        whole=load + read + weights + rest,
        second_look=second,
    )


def _study(lm: MaskedLM, data: FramedSet, counts: Counts, store: Store) -> Study:
    def derive(
        name: str, version: int, item: Any, params: dict[str, Any], work: Callable[[], Any]
    ) -> Any:
        return derived(name, version, item, params, work, store)

    return study(
        lambda name, items, params: measure(name, lm.spec, items, params, lambda: lm, store),
        derive,
        data,
        counts,
        Settings(templates=templates_for(data.groups)),
    )


def _panel(found: Study) -> None:
    """What the command works out: scores under every weighting, and the validation."""
    frames = {}
    for name in found.available():
        weighed = found.weighed(name, intervals=name == SHAP_RF)
        frames[name] = found.scored(weighed["weights"])
    found.validated(frames, SHAP_RF)
