"""What a user chooses for a study, and the two ways a study reaches numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from engine.measures.cabm.features import UNSIGNED
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL
from engine.measures.cabm.scores import THRESHOLD
from engine.measures.cabm.weighting import DRAWS, SHAP_RF

if TYPE_CHECKING:
    from engine.measurement import Measurement

CLS = "cls"

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
        sentence: sentence vector, `cls` or `mean`.
        templates: for unmasking; empty to leave it out.
        draws: bootstrap draws of the forests' weights.
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
