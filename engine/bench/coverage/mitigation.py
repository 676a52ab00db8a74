"""Designs of a mitigation table: one row against the original, and all rows of a column.

The samples have the sizes of the bundled data: 17 + 17 words of an association test, 60 sentences
of a pseudo-perplexity, and 200 sentences of everyday knowledge on 8 topics.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.bench.coverage.design import AnyDesign, Design, FamilyDesign, Interval
from engine.columns.column import CLUSTERS, Column, Reading
from engine.columns.effect import effect_parts
from engine.mitigation.comparing import UNCLEAR, Compared, compared, corrected
from engine.scorecard.columns import column

if TYPE_CHECKING:
    import numpy as np

_FIGURE = "mitigation, change of a row"
_SET, _SENTENCES = 17, 60
_TOPICS, _EACH = 8, 25
_ROWS = 11
_ALIKE = 0.8  # correlation of a word's scores in both models
_COST, _UNEVEN = 0.03, 0.12  # nats a sentence, and their standard deviation
_LEANS = (0.75, 0.3)  # of the two sets from their middle, before and after


def mitigation_designs() -> Iterator[AnyDesign]:
    """Every design; a sample of an effect size takes 15 ms."""
    seat, pppl, knowledge = (column(name) for name in ("seat", "pppl", "knowledge"))
    effects = f"effect size, {_SET} + {_SET} words"
    truth = _effect(_LEANS[1]) - _effect(_LEANS[0])
    yield Design(_FIGURE, effects, truth, lambda draw: _words(seat, draw, *_LEANS).interval)
    yield Design(
        _FIGURE,
        f"distance of an effect size, {_SET} + {_SET} words",
        truth,
        lambda draw: _words(seat, draw, *_LEANS).distance_interval,
        at_least=True,
    )
    yield Design(
        _FIGURE,
        f"ratio of perplexities, {_SENTENCES} sentences",
        math.exp(_COST),
        lambda draw: _losses(pppl, draw),
    )
    yield Design(
        _FIGURE,
        f"share of wrong answers, {_TOPICS} topics of {_EACH} sentences",
        5.0,
        lambda draw: _answers(knowledge, draw),
        at_least=True,
        hard=True,
    )
    for lean, what in ((0.4, "equally far on the other side"), (-0.4, "no change")):
        yield FamilyDesign(
            "mitigation, rows of a column",
            f"{_ROWS} rows, effect size, {what}",
            lambda draw, lean=lean: _any_clear(seat, draw, lean),  # type: ignore[misc]
        )


def _effect(lean: float) -> float:
    """d of two sets that lie as far from their middle, in standard deviations of a set."""
    return 2 * lean / math.sqrt(1 + lean**2)


def _words(of: Column, draw: np.random.Generator, before: float, after: float) -> Compared:
    import numpy as np

    sides = np.where(np.arange(2 * _SET) < _SET, 1.0, -1.0)
    shared = draw.normal(size=2 * _SET)
    own = draw.normal(size=2 * _SET)
    scores = (
        before * sides + shared,
        after * sides + _ALIKE * shared + math.sqrt(1 - _ALIKE**2) * own,
    )
    readings = [_reading(of, effect_parts(one.tolist(), _SET)) for one in scores]
    return compared(of, readings[0], readings[1], first=_SET)


def _losses(of: Column, draw: np.random.Generator) -> Interval:
    before = draw.gamma(6.0, 0.4, _SENTENCES)
    after = before + draw.normal(_COST, _UNEVEN, _SENTENCES)
    readings = [_reading(of, tuple(one.tolist())) for one in (before, after)]
    return compared(of, readings[0], readings[1], int(draw.integers(2**31))).interval


def _answers(of: Column, draw: np.random.Generator) -> Interval:
    """Wrong answers before and 5 points more of them after; topics differ in how many are lost."""
    import numpy as np

    topics = np.repeat(np.arange(_TOPICS), _EACH)
    lost = np.repeat(draw.beta(2.0, 18.0, _TOPICS), _EACH)  # 10%, half of which were right
    before = (draw.random(_TOPICS * _EACH) < 0.5).astype(float)
    after = np.where(draw.random(_TOPICS * _EACH) < lost, 1.0, before)
    readings = [
        _reading(of, tuple(one.tolist()), {CLUSTERS: topics.tolist()}) for one in (before, after)
    ]
    return compared(of, readings[0], readings[1]).interval


def _any_clear(of: Column, draw: np.random.Generator, lean: float) -> bool:
    """Whether any row of a column is called nearer to neutral or further from it."""
    made = [_words(of, draw, 0.4, -lean) for _ in range(_ROWS)]
    return any(one.verdict(of) != UNCLEAR for one in corrected(made, of))


def _reading(
    of: Column, parts: tuple[float | None, ...], detail: dict[str, list[int]] | None = None
) -> Reading:
    known = [one for one in parts if one is not None]
    return Reading(
        of.scale.of(sum(known) / len(known)), None, len(known), parts, detail=detail or {}
    )
