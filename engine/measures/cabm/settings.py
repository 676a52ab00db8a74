"""What a user chooses for a study, and the two ways a study reaches numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from engine.families import MASKED
from engine.measures.cabm.features import UNSIGNED
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL
from engine.measures.cabm.scores import THRESHOLD
from engine.measures.cabm.vectors import CLS, NONE
from engine.measures.cabm.weighting import DRAWS, SHAP_RF

if TYPE_CHECKING:
    from engine.measurement import Measurement


Ask = Callable[[str, list[Any], dict[str, Any]], "Measurement"]


class Derive(Protocol):
    """(name, version, item, params, work) -> `work()`, or what it gave before."""

    def __call__(
        self,
        name: str,
        version: int,
        item: Any,
        params: dict[str, Any],
        work: Callable[[], Any],
        /,
    ) -> Any: ...


@dataclass(frozen=True)
class Settings:
    """What a user chooses.

    Args:
        weighting: one of `weighting.WEIGHTINGS`, or `user` with `user_weights`.
        alpha: of the PMI's smoothing; `smoothing`: how it is dealt.
        context: `unsigned` or `signed`.
        sentence: sentence vector, `cls`, `mean` or `none`, which leaves the context out.
        templates: for unmasking; empty to leave it out.
        draws: bootstrap draws of the forests' weights.
        kind: of the model; see `for_kind`.
    """

    weighting: str = SHAP_RF
    user_weights: tuple[tuple[str, float], ...] = ()
    alpha: float = ALPHA
    smoothing: str = PROPORTIONAL
    context: str = UNSIGNED
    sentence: str = CLS
    threshold: float = THRESHOLD
    templates: tuple[str, ...] = ()
    seed: int = 0
    draws: int = DRAWS
    kind: str = MASKED


def for_kind(chosen: Settings, kind: str) -> Settings:
    """The settings for a kind of model: only a masked one has [CLS] and fills in templates.

    Where [CLS] was chosen, any other kind leaves the context out.
    """
    if kind == MASKED:
        return chosen
    sentence = NONE if chosen.sentence == CLS else chosen.sentence
    return replace(chosen, sentence=sentence, templates=(), kind=kind)
