"""The shapes of what a run of dose and response keeps: its request and its report."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from engine.core.constraints import Ge, Predicate
from engine.core.shape import IN_ORDER

_Range = Annotated[list[float], IN_ORDER]
_Count = Annotated[int, Ge(0)]
_Some = Annotated[int, Ge(1)]


class Asked(TypedDict):
    """What a run has besides what an injection has."""

    doses: Annotated[list[float], Predicate(bool)]
    seeds: _Some


class Planted(TypedDict):
    """What a dose plants: how far the two halves of the occupations lie apart."""

    dose: float
    gap: float


class Measured(TypedDict):
    """One measure: what its figure is, and whether it reads the planted occupations."""

    measure: str
    title: str
    unit: str
    counted: str
    digits: _Count
    planted: bool
    neutral: float | None
    texts: _Count


class Response(TypedDict):
    """One figure of one model."""

    measure: str
    dose: float
    seed: int
    value: float | None
    interval: _Range | None
    n: _Count


class Difference(TypedDict):
    """How far the models of a dose are from those of dose 0."""

    dose: float
    difference: float | None
    interval: _Range | None
    p_holm: float | None
    n: _Count
    noticed: bool


class Summary(TypedDict):
    """What the curve of one measure comes to."""

    measure: str
    slope: float | None
    slope_interval: _Range | None
    tau: float | None
    detection_limit: float | None
    next_dose: float | None
    needed_n: _Count | None
    n: _Count
    differences: list[Difference]
    problem: NotRequired[str]


class DoseReport(TypedDict):
    """What the measures say of all models; see `report.dose_report`."""

    doses: Annotated[list[Planted], Predicate(bool)]
    seeds: list[int]
    measures: list[Measured]
    responses: list[Response]
    summary: list[Summary]
    problems: dict[str, str]
    request: dict[str, Any]
    libraries: dict[str, str]
    biascope: str
