"""The sentence at the top of the Heads page with its figure, as it is exported and pinned."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from components.frame import session
from components.frame.present import in_words
from components.frame.shell.subject import done, named, original
from components.frame.widgets import export
from components.frame.widgets.beside import compared_with
from components.frame.widgets.export import Result
from components.heads import before_after_export, cells
from components.heads.charts.association import Row, association
from components.heads.choice import Choice
from components.heads.panel import Panel
from components.heads.results import Results
from engine.core.spec import ModelSpec
from engine.measures.heads.mask_metrics import SEAT

_AWAITED = "The claim on the association is added here once it is final; its p is being corrected."


def draw_section(
    results: Panel, grid: Result, other: ModelSpec | None = None
) -> Callable[[], None] | None:
    """Draw the buttons of the first screen: claim, sentence and grid.

    Returns:
        What adds the claim once it is final; None where it is from the start.
    """
    sentence = before_after_export.of_sentence(
        results.choice, results.own, results.effect, results.after
    )
    others = [result for result in (sentence, grid) if result is not None]

    def claim() -> Result:
        said = results.claim
        return of_claim(results, said.sentence, said.statistics, other)

    if results.is_final:
        export.section("heads", [claim(), *others])
        return None
    awaited = export.section("heads", others, _AWAITED)
    return lambda: awaited.add(claim())


def of_claim(
    results: Results, sentence: str, statistics: str, other: ModelSpec | None = None
) -> Result:
    """The claim with the effect sizes that it compares.

    Args:
        sentence, statistics: what the page says at the top (markdown).
        other: the model whose association it has too.
    """
    choice, after = results.choice, results.after
    rows = _rows(results)
    return Result(
        "heads",
        pd.DataFrame([_cells(row) for row in rows], columns=["model", "SEAT d", "low", "high"]),
        association(rows, results.reach) if rows else None,
        "\n".join(commands(choice, after, other)),
        session.manifest(*choice.seat(after))
        | compared_with(None if other is None else other.identity()),
        f"SEAT d, {choice.name}",
        choice.where,
        reading=f"{statistics}." if statistics else "",
        alt=in_words.listed([(row.name, row.value) for row in rows], "+.2f"),
        about=named(after),
        claim=sentence,
    )


def commands(choice: Choice, spec: ModelSpec, other: ModelSpec | None = None) -> list[str]:
    """The commands of what the claim says: of masked heads, or of the association without a mask.

    With masked heads it measures every metric, since p is corrected for all that are shown.

    Args:
        other: the model compared with, whose association is on the same words.
    """
    plain = spec.is_original
    asked = choice.seat_command() if plain else choice.mask_command((), "")
    same_words = choice.seat_command() if plain else choice.mask_command((SEAT,), "")
    own = asked.for_model(spec).line()
    return [own] if other is None else [own, same_words.for_model(other).line()]


def _rows(results: Results) -> list[Row]:
    """The model as it is and, where something is done to it, with that; where d is defined."""
    after = results.after
    first = original(after)
    if after.is_original:
        shown = {first: cells.seat_result(results.whole_seat)}
    else:
        found = results.rows[SEAT].results
        shown = {first: found[results.specs[0]], done(after): found[after]}
    several = len(shown) > 1
    return [
        Row(name, one.value, one.interval, several and name == first)
        for name, one in shown.items()
        if one.value is not None
    ]


def _cells(row: Row) -> list[float | str | None]:
    low, high = row.interval or (None, None)
    return [row.name, row.value, low, high]
