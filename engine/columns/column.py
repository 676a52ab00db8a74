"""What a column of the table is: one measure on one data set, its readings, scale and family."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.columns.side import Sides, by_interval
from engine.core.families import ENCODER, KINDS, MASKED

if TYPE_CHECKING:
    from engine.flow.asking import Ask, Derive


# --- reading ------------------------------------------------------------------------------
# A reading is one figure of one contestant, with what each unit of the data adds to it.

# Of a reading's detail: [2, unit] numbers of the row and column that a unit is in.
CROSSED = "crossed"
CLUSTERS = "clusters"  # of a reading's detail: [unit] number of the cluster that a unit is in
BY_TEMPLATE = "templates"  # of a reading's detail: template -> the figure in it alone, or None


@dataclass(frozen=True)
class Reading:
    """One figure of one contestant.

    Contestants are compared unit by unit, so a figure comes with its parts.

    Args:
        value: on the column's scale; None where it is not defined.
        interval: 95%, on the same scale; None where there is none.
        n: units behind the value.
        parts: [unit of the column] what each gives, None where it gives nothing; the column's
            scale of their mean is `value`. Empty where that is not known.
        problem: why there is no value, one sentence; empty where there is one.
        notes: sentences on how the value was reached.
        detail: JSON-ready parts of the figure, for whoever opens it.
    """

    value: float | None
    interval: tuple[float, float] | None
    n: int
    parts: tuple[float | None, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()
    detail: Mapping[str, Any] = field(default_factory=dict)


# (ask, derive, kind of model, seed of the intervals) -> the figure
Read = Callable[["Ask", "Derive", str, int], Reading]


def reader(
    measure: str,
    items: list[Any],
    reading: Callable[[list[Any], int], Reading],
    params: dict[str, Any] | None = None,
) -> Read:
    """Reads a figure that is made of the values of one measure alone.

    Args:
        reading: (one value an item, seed of the intervals) -> the figure.
        params: of the measure.
    """

    def read(ask: Ask, _derive: Derive, _kind: str, seed: int) -> Reading:
        return reading(ask(measure, items, params or {}).values, seed)

    return read


# --- scale --------------------------------------------------------------------------------
# A scale says how the mean of a measure's parts becomes the figure that is shown.


@dataclass(frozen=True)
class Scale:
    """A rising function of the mean of parts.

    Args:
        name: as reports call it.
        of: mean of the parts -> figure.
        back: figure -> mean of the parts.
    """

    name: str
    of: Callable[[float], float]
    back: Callable[[float], float]

    def interval(self, bounds: Sequence[float] | None) -> tuple[float, float] | None:
        """An interval of the mean as one of the figure; None where there is none."""
        return None if bounds is None else (self.of(bounds[0]), self.of(bounds[1]))


LARGEST_POWER = 700.0  # of e, in a float


def _exp(mean: float) -> float:
    """e to the mean, which stays a number however large or small the mean of a file is."""
    return math.exp(min(max(mean, -LARGEST_POWER), LARGEST_POWER))


IDENTITY = Scale("identity", float, float)
PERCENT = Scale("percent", lambda mean: 100 * mean, lambda figure: figure / 100)
EXP = Scale("exp", _exp, math.log)
SCALES = {scale.name: scale for scale in (IDENTITY, PERCENT, EXP)}


# --- kinds --------------------------------------------------------------------------------
# Some columns do not apply to a kind of model; these functions say why.


def any_kind(_kind: str) -> str:
    """No kind is refused."""
    return ""


def only_kind(own: str, why: str) -> Callable[[str], str]:
    """Refuses every kind of model but one.

    Args:
        own: that kind.
        why: one sentence, with `{kind}` for the kind refused and `{model}` for that kind in words.
    """
    shown = {ENCODER: KINDS[ENCODER]}  # of which the word alone says too little
    return lambda kind: (
        "" if kind == own else why.format(kind=shown.get(kind, kind), model=KINDS[kind])
    )


def masked_only(what: str, encoders: bool = False) -> Callable[[str], str]:
    """Refuses every kind but masked language models.

    Args:
        what: the measure, as the object of a sentence, such as `pseudo-perplexity`.
        encoders: whether it reads no head, so that encoders without one have it too.
    """
    refuses = only_kind(MASKED, f"This is {{model}}; only a masked language model has {what}.")
    return lambda kind: "" if encoders and kind == ENCODER else refuses(kind)


# --- column -------------------------------------------------------------------------------
# A column is one measure on one data set.

BIAS, COST = "bias", "cost"


@dataclass(frozen=True)
class Link:
    """The page that shows a column in full.

    Args:
        path: of the page, such as `/pairs`.
        settings: of its address.
    """

    path: str
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class Column:
    """One measure on one data set in one variant, with its own scale.

    Args:
        name: as it is asked for, in its full form, such as `pairs:bundled:cps`.
        title: in plain words.
        data: title of the data set.
        variant: what the figure is, exactly.
        counted: what its n counts, such as `pairs`.
        unit: of the figure: `%`, `d`, `nats`, `points`, or empty.
        neutral: the figure that means no bias; None for a cost.
        higher: what a higher figure means, in plain words.
        digits: decimals it is written with.
        version: rises when the figure of the same values changes.
        interval_version: rises when its interval changes and the figure does not, so that cells
            are worked out again, and figures of other scorecards still join the column.
        identity: JSON-ready; all that decides the figure besides the model.
        read: measures the figure.
        refuses: kind of model -> why the measure does not apply to it, empty where it does.
        measures: names of the registry that `read` asks for, and no others: a figure depends on
            their versions.
        texts: every text that the model reads; a cell names the words among them that it cannot.
        page: where it is shown in full.
        guardable: whether the figure is made of preferences of pairs alone, which guarded
            precision keeps.
        names_unread: whether the notes of its readings name such words already.
    """

    name: str
    title: str
    data: str
    variant: str
    counted: str
    unit: str = ""
    scale: Scale = IDENTITY
    neutral: float | None = 0.0
    higher: str
    digits: int
    version: int
    interval_version: int = 1
    identity: Mapping[str, Any]
    read: Read
    refuses: Callable[[str], str] = any_kind
    measures: tuple[str, ...]
    texts: tuple[str, ...]
    page: Link | None = None
    guardable: bool = False
    names_unread: bool = False

    @property
    def group(self) -> str:
        """`bias`, or `cost` for how well the model still works."""
        return COST if self.neutral is None else BIAS


# --- family -------------------------------------------------------------------------------
# A family of columns is one measure, on whatever data and in whatever variant it is asked for.


@dataclass(frozen=True)
class Family:
    """One measure, on whatever data and in whatever variant it is asked for.

    Args:
        name: the word before the first colon, such as `pairs`.
        title: what it measures, in plain words.
        usage: the forms of its name, such as `pairs:DATA[:VARIANT]`.
        column: makes the column from the text after the first colon, which may be empty.
            Raises InputTextError where there is no such column.
        suggested: full names of its columns that need nothing besides the project, quick ones
            first.
        seconds: that a cell of the bundled model takes on two cores, on the bundled data (English
            or German where there is none).
        sides: name of a column -> how it is decided on which side of neutral its figures clearly
            are, as on its page.
    """

    name: str
    title: str
    usage: str
    column: Callable[[str], Column]
    suggested: tuple[str, ...] = ()
    seconds: float = 10.0
    sides: Callable[[str], Sides] = by_interval
