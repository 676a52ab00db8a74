"""The shapes of what an injection keeps: its report, and the lines of its loss curves."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from engine.core.constraints import Ge, Predicate
from engine.core.shape import IN_ORDER, fits
from engine.lab.readings import CABM, READINGS, UNMASKING, WEAT
from engine.lab.settings import MODELS

_Range = Annotated[list[float], IN_ORDER]
_Count = Annotated[int, Ge(0)]


class Line(TypedDict):
    """A step of a loss curve; it has a loss, or one of held-out pronouns."""

    step: _Count
    loss: NotRequired[float]
    validation: NotRequired[float]
    seconds: NotRequired[float]


class Correlation(TypedDict):
    """Rank correlation of what was planted with one reading of one model."""

    rho: float | None
    interval: _Range | None
    n: _Count
    distance: NotRequired[float]


class Stability(TypedDict):
    """How far one reading of an occupation moves from model to model."""

    mean_sd: float | None
    interval: _Range | None
    n: _Count


class Head(TypedDict):
    """An attention head with its bias score."""

    head: str
    score: float


class Heads(TypedDict):
    """Head bias of one model."""

    effect_size: float | None
    interval: _Range | None
    biased: _Count
    heads: _Count
    top: list[Head]
    rank_agreement: float | None


class Quality(TypedDict):
    """How well a model answers plain sentences."""

    cloze_accuracy: float | None
    pppl: float | None


class Described(TypedDict):
    """One of the three models; the original was taught no sentences."""

    checkpoint: str
    revision: str
    quality: Quality
    sentences: NotRequired[Annotated[int, Ge(1)]]
    male: NotRequired[_Count]


def _each_of(names: Collection[str]) -> Predicate:
    """What holds for objects that have all of these keys."""

    def complete(value: dict[str, Any]) -> bool:
        lacking = next((name for name in names if name not in value), None)
        if lacking is not None:
            raise ValueError(f"an object with {lacking}")
        return True

    return Predicate(complete)


def _is_row(row: dict[str, Any]) -> bool:
    """Whether a row names an occupation, and has numbers or nothing under all other keys."""
    numbers = {name: value for name, value in row.items() if name != "occupation"}
    if not isinstance(row.get("occupation"), str) or not fits(numbers, dict[str, float | None]):
        raise ValueError("a row of an occupation and of numbers")
    return True


_OF_MODELS = _each_of(MODELS)
_Row = Annotated[dict[str, Any], _each_of(["planted"]), Predicate(_is_row)]
_Correlations = Annotated[dict[str, Correlation], _OF_MODELS]


class Report(TypedDict):
    """What the measures say of the three models; see `recovery.injection_report`."""

    models: Annotated[dict[str, Described], _OF_MODELS]
    recovery: Annotated[dict[str, _Correlations], _each_of(READINGS)]
    stability: Annotated[dict[str, Stability], _each_of((UNMASKING, WEAT, CABM))]
    heads: Annotated[dict[str, Heads | None], _OF_MODELS]
    problems: dict[str, dict[str, str]]
    occupations: Annotated[list[_Row], Predicate(bool)]
    request: dict[str, Any]
    libraries: dict[str, str]
    biascope: NotRequired[str]  # earlier versions did not say
