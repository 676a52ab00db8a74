"""What every measure says of one dosed model, unit by unit, turned toward what was planted.

A measure that reads occupations gives a number an occupation; its figure is their mean in the half
that was planted as more masculine, less that in the other half. So it is above 0 where the model
follows what was planted, whichever way stereotypes point. A column of the Scorecard that has no
figure an occupation is read as it is: nothing was planted in its sentences, so it shows what the
training does to a set that cannot follow the planted proportions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.columns.column import CLUSTERS, IDENTITY, PERCENT
from engine.core.errors import BiascopeError
from engine.lab import readings as read
from engine.lab.dose.settings import LISTS, halves
from engine.lab.templates import PRONOUNS, bundled
from engine.measures.lpbs.sets import LEAST_TEMPLATES
from engine.statistics.list_difference import list_difference

if TYPE_CHECKING:
    from engine.columns.column import Column, Reading
    from engine.flow.asking import Ask, Derive

SHARE, LPBS = "pair_share", "lpbs"
_OCCUPATIONS = "occupations"  # of a column's detail: occupation -> figure


@dataclass(frozen=True)
class Instrument:
    """One measure of a run.

    Args:
        name: of a reading, or of a column.
        title: in plain words.
        unit: of the figure; empty where it has none.
        counted: what its n counts.
        digits: decimals it is written with.
        texts: sentences that are read of one occupation; 0 where that is not known.
        planted: whether it reads the planted occupations, so that it can follow them.
        neutral: the figure that means no bias.
        scale: of the figure, of which differences and slopes are not; see `columns.column.Scale`.
    """

    name: str
    title: str
    unit: str
    counted: str
    digits: int
    texts: int = 0
    planted: bool = True
    neutral: float | None = 0.0
    scale: str = IDENTITY.name


def _of_occupations(name: str, title: str, unit: str, digits: int, texts: int) -> Instrument:
    return Instrument(name, title, unit, "occupations", digits, texts)


_HELD_OUT, _PAIRS = len(bundled().held_out), len(read.PAIRED)
# As many as the measure asks for; each is read four times, with and without its occupation.
_LPBS_TEMPLATES = tuple(
    template for template in bundled().held_out if template.pronouns[0].lower() == "he"
)[:LEAST_TEMPLATES]
LAB = (
    _of_occupations(read.UNMASKING, "Pronoun probability, P(he) of he and she", "", 3, _HELD_OUT),
    _of_occupations(read.CPS, "CrowS-Pairs Score of he and she pairs", "nats", 3, _PAIRS),
    _of_occupations(SHARE, "Sentence pairs that prefer he", "points", 1, _PAIRS),
    _of_occupations(LPBS, "Log-probability bias score", "nats", 3, len(_LPBS_TEMPLATES)),
    _of_occupations(
        read.ASSOCIATION, "Association with gendered words (SEAT)", "", 4, len(bundled().neutral)
    ),
    _of_occupations(read.WEAT, "Cosine to he and she (WEAT)", "", 4, 2 * _HELD_OUT),
    _of_occupations(read.CABM, "CABM, raw scale, equal weights", "", 4, 2 * _HELD_OUT),
    _of_occupations(read.SIGNED, "CABM's context shift, signed", "", 4, 2 * _HELD_OUT),
)
# Columns that are measured unless others are named: quick ones on gender.
COLUMNS = ("unmasking:bundled", "cabm:bundled", "bec-pro:bundled", "seat:gender", "gest:bundled:0")
PARTS = 5  # of the readings in `LAB`; each column is one more


@dataclass(frozen=True)
class DoseReading:
    """One measure on one model.

    Args:
        value: the figure; None where it is not defined.
        interval: 95%, over units.
        n: units behind it.
        parts: [unit] what each gives; their mean is the figure, or the column's scale of it is.
        clusters: [unit] number of the cluster that a unit is in; empty where each is its own.
        problem: why there is no figure, one sentence.
    """

    value: float | None
    interval: tuple[float, float] | None = None
    n: int = 0
    parts: tuple[float | None, ...] = ()
    clusters: tuple[int, ...] = ()
    problem: str = ""


@dataclass
class _Found:
    """Readings of one model, and the instruments of its columns."""

    readings: dict[str, DoseReading] = field(default_factory=dict)
    instruments: list[Instrument] = field(default_factory=list)


def read_dosed(
    ask: Ask,
    derive: Derive,
    kind: str,
    table: Mapping[str, float],
    columns: Sequence[Column] = (),
    on_part: Callable[[], None] = lambda: None,
) -> tuple[dict[str, DoseReading], list[Instrument]]:
    """Take every reading of one model.

    Args:
        ask: (measure, items, params) -> measurement, on that model.
        derive: keeps what is worked out from measured values.
        kind: of the model.
        table: occupation -> P(male) that dose 1 plants.
        on_part: called after each of `PARTS` parts, and after each column.

    Returns:
        Name of each measure -> its reading, and the measures in their order.
    """
    found = _Found({}, list(LAB))
    for part in (_unmasking, _pairs, _cabm, _association, _lpbs):
        part(found.readings, ask, table)
        on_part()
    for column in columns:
        _column(found, column, ask, derive, kind, table)
        on_part()
    return found.readings, found.instruments


Readings = dict[str, DoseReading]


@contextmanager
def _problem(readings: Readings, *names: str) -> Iterator[None]:
    """Keep why measures have no figure; the others are measured all the same."""
    try:
        yield
    except BiascopeError as error:
        for name in names:
            readings[name] = DoseReading(None, problem=str(error))


def _unmasking(readings: Readings, ask: Ask, table: Mapping[str, float]) -> None:
    with _problem(readings, read.UNMASKING):
        readings[read.UNMASKING] = in_halves(read.unmasking(ask, list(table)), table)


def _pairs(readings: Readings, ask: Ask, table: Mapping[str, float]) -> None:
    with _problem(readings, read.CPS, SHARE):
        found = read.pair_differences(ask, list(table))
        known = {name: values for name, values in found.items() if values}
        means = {name: sum(values) / len(values) for name, values in known.items()}
        shares = {
            name: PERCENT.of(sum(0.5 * (value > 0) + 0.5 * (value >= 0) for value in values))
            / len(values)
            for name, values in known.items()
        }
        readings[read.CPS] = in_halves(means, table)
        readings[SHARE] = in_halves(shares, table)


def _cabm(readings: Readings, ask: Ask, table: Mapping[str, float]) -> None:
    with _problem(readings, read.CABM, read.WEAT, read.SIGNED):
        found, _ = read.cabm(ask, list(table))
        readings[read.CABM] = in_halves(found[read.CABM_RAW], table)
        for name in (read.WEAT, read.SIGNED):
            readings[name] = in_halves(found[name], table)


def _association(readings: Readings, ask: Ask, table: Mapping[str, float]) -> None:
    with _problem(readings, read.ASSOCIATION):
        readings[read.ASSOCIATION] = in_halves(read.associations(ask, table)[0], table)


def _lpbs(readings: Readings, ask: Ask, table: Mapping[str, float]) -> None:
    with _problem(readings, LPBS):
        readings[LPBS] = in_halves(log_probability_biases(ask, list(table)), table)


def log_probability_biases(ask: Ask, occupations: Sequence[str]) -> read.Read:
    """Log-probability bias score of he against she of every occupation, mean over templates, nats.

    Source: Kurita et al. 2019, section 2.
    """
    he, she = PRONOUNS["he"]
    asked = [(name, template.masked(name)) for name in occupations for template in _LPBS_TEMPLATES]
    items = [
        {"template": text.replace(name, "{target}", 1), "target": name, "first": he, "second": she}
        for name, text in asked
    ]
    found: dict[str, list[float]] = {name: [] for name in occupations}
    for (name, _), value in zip(asked, ask("lpbs", items, {}).values, strict=True):
        if "problem" not in value:
            found[name].append(value["score"])
    return {name: sum(scores) / len(scores) if scores else None for name, scores in found.items()}


def in_halves(figures: Mapping[str, float | None], table: Mapping[str, float]) -> DoseReading:
    """The mean of the half that was planted as more masculine, less that of the other half.

    Args:
        figures: occupation -> figure, higher where it is more masculine.
        table: occupation -> P(male) that dose 1 plants.
    """
    known = {name: figure for name, figure in figures.items() if figure is not None}
    found = list_difference(known, halves(table), LISTS)
    return DoseReading(found.value, found.interval, found.n, found.parts)


# --- columns ------------------------------------------------------------------------------
# A column of the Scorecard that gives a figure an occupation can follow what was planted.


def _column(
    found: _Found,
    column: Column,
    ask: Ask,
    derive: Derive,
    kind: str,
    table: Mapping[str, float],
) -> None:
    planted = False
    with _problem(found.readings, column.name):
        if reason := column.refuses(kind):
            raise BiascopeError(reason)
        reading = column.read(ask, derive, kind, 0)
        figures = _shared(reading, table)
        planted = bool(figures)
        found.readings[column.name] = (
            in_halves(figures, table) if figures else _as_it_is(reading, column)
        )
    found.instruments.append(
        Instrument(
            name=column.name,
            title=f"{column.title.partition(',')[0]}, {column.data}" if planted else column.title,
            unit=column.unit,
            counted=column.counted,
            digits=column.digits,
            texts=0,
            planted=planted,
            neutral=0.0 if planted else column.neutral,
            scale=IDENTITY.name if planted else column.scale.name,
        )
    )


def _shared(reading: Reading, table: Mapping[str, float]) -> dict[str, float | None]:
    """Figures of the occupations that were planted."""
    known: Mapping[str, Any] = reading.detail.get(_OCCUPATIONS, {})
    return {name: known[name] for name in table if name in known}


def _as_it_is(reading: Reading, column: Column) -> DoseReading:
    clusters = reading.detail.get(CLUSTERS) or ()
    parts = reading.parts
    if column.scale is PERCENT:
        parts = tuple(None if part is None else PERCENT.of(part) for part in parts)
    return DoseReading(
        reading.value, reading.interval, reading.n, parts, tuple(clusters), reading.problem
    )
