"""The report `biascope.scorecard/1`: its keys and its digest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from engine.columns.column import BIAS, COST, SCALES
from engine.core.constraints import Interval
from engine.core.digest import data_digest
from engine.core.shape import IN_ORDER, one_of
from engine.flow.shapes import Bounds, Correlation, Count, InterventionEntries, Share
from engine.scorecard.words import LARGEST, MOST_DIGITS, ORIGINS, STATUSES

FORMAT, VERSION = "biascope.scorecard", 1
SCHEMA = f"{FORMAT}/{VERSION}"
Figure = Annotated[float, Interval(ge=-LARGEST, le=LARGEST)]


class SpecEntry(InterventionEntries):
    """`ModelSpec.identity()`: whose figures these are."""

    checkpoint: str
    revision: str
    dtype: str
    masked_heads: list[str]


class ContestantEntry(TypedDict):
    """Who is compared.

    Args:
        id: what the other parts of the report call it.
        spec: None where it is no model on a machine.
        source: file or paper, of what was not measured here.
        family: of the network; empty where it is not known.
        parameters: numbers in its weight files.
        health: `green`, `amber` or `red`; empty where it was not checked.
    """

    id: str
    label: str
    origin: Annotated[str, one_of(ORIGINS)]
    spec: SpecEntry | None
    source: str
    note: str
    family: str
    parameters: int | None
    health: str
    health_reasons: list[str]


class MeasureEntry(TypedDict):
    """A column; see `engine.columns.column.Column`.

    Args:
        data_digest: of what decides its figures besides the model.
        page: `path` and `settings` of the page that shows it.
        problem: why it has no figures.
        plugin: that it comes from, as a manifest has it; absent where it is Biascope's.
    """

    name: str
    title: str
    data: str
    data_digest: str
    variant: str
    counted: str
    unit: str
    scale: Annotated[str, one_of(SCALES)]
    neutral: float | None
    higher: str
    digits: Annotated[int, Interval(ge=0, le=MOST_DIGITS)]
    group: Annotated[str, one_of((BIAS, COST))]
    page: dict[str, Any] | None
    version: Count
    problem: str
    plugin: NotRequired[dict[str, str]]


class CellDetail(TypedDict, total=False):
    """What is reckoned with of a cell's detail; a measure adds parts of its own.

    Args:
        units: a digest, where the units are not those of the column's data.
        crossed: [2, unit] numbers of what units share.
        clusters: [unit] number of what units share, where that is one thing.
        templates: template -> value, where the measure has several.
        seeds: seed -> value, where these were asked for.
    """

    units: str
    crossed: list[list[int]] | None
    clusters: list[int] | None
    templates: dict[str, float | None] | None
    seeds: dict[str, float | None] | None


class CellEntry(TypedDict):
    """One figure.

    Args:
        parts: see `Reading.parts`; None where they are not known.
        distance: from the neutral value: in the unit of the figure, of a ratio the absolute
            difference of logarithms; of a cost None.
        rank: 1 is nearest to the neutral value, of a cost the lowest; None where it is not ranked,
            for which a note gives the reason.
        tier: holds those that tests do not distinguish from its first member.
        tested_against: id of that member; None for itself.
    """

    contestant: str
    measure: str
    value: Figure | None
    interval: Bounds | None
    n: Count
    neutral: float | None
    status: Annotated[str, one_of(STATUSES)]
    problem: str
    notes: list[str]
    precision: str
    parts: list[Figure | None] | None
    distance: Figure | None
    rank: Count | None
    rank_interval: Annotated[list[Count], IN_ORDER] | None
    tier: Count | None
    tested_against: str | None
    detail: CellDetail


class ComparisonEntry(TypedDict):
    """Two contestants in one column, on the units that all ranked ones have.

    Args:
        difference: of their distances, second minus first, as `CellEntry.distance`; of a cost of
            the figures, and of their logarithms on the scale `exp`.
        p_holm: corrected over the pairs of the column.
        n: units.
        detectable: the smallest difference that a single test of these two finds with 80% power;
            None where there is no interval.
        note: why there is no interval; empty where there is one.
    """

    measure: str
    first: str
    second: str
    difference: float
    interval: Bounds | None
    p: Share | None
    p_holm: Share | None
    n: Count
    test: str
    detectable: NotRequired[float | None]
    note: NotRequired[str]


class ReliabilityEntry(TypedDict):
    """How far a measure orders the contestants as before; see `engine.scorecard.reliability`."""

    measure: str
    kind: str
    n_contestants: Count
    value: Correlation | None
    interval: Bounds | None
    corrected: Correlation | None
    corrected_interval: NotRequired[Bounds | None]
    uncorrected: NotRequired[str]
    draws: NotRequired[Count]
    seed: NotRequired[int | None]
    problem: str
    range: NotRequired[Bounds | None]
    units: NotRequired[Count]
    clusters: NotRequired[Count | None]
    measures: NotRequired[list[str]]
    templates: NotRequired[Count]
    seeds: NotRequired[list[str]]


class AgreementFigure(TypedDict):
    """Kendall's tau-b of two measures over contestants."""

    tau: Correlation | None
    interval: Bounds | None
    p: Share | None
    p_holm: Share | None


class ConvergenceEntry(AgreementFigure):
    """Whether two measures order the contestants alike; see `engine.scorecard.convergence`."""

    first: str
    second: str
    n_contestants: Count
    problem: str
    signed: NotRequired[AgreementFigure | None]


class PublishedEntry(TypedDict):
    """A printed figure; see `engine.scorecard.published`."""

    measure: str
    label: str
    value: Figure
    interval: Bounds | None
    n: Count | None
    source: str
    note: str
    absolute: NotRequired[bool]


class ScorecardReport(TypedDict):
    """A table of contestants by measures; its digest is that of all other keys."""

    schema: str
    contestants: list[ContestantEntry]
    measures: list[MeasureEntry]
    cells: list[CellEntry]
    comparisons: list[ComparisonEntry]
    reliability: list[ReliabilityEntry]
    convergence: list[ConvergenceEntry]
    published: list[PublishedEntry]
    seed: int
    draws: Count
    level: Share
    manifest: dict[str, Any]
    digest: str


def digest_of(report: Mapping[str, Any]) -> str:
    """Digest of everything in a report but its digest."""
    return data_digest([{key: part for key, part in report.items() if key != "digest"}])
