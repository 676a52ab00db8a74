"""Every contestant measured in every column, a contestant at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.flow.guarded import AUTO
from engine.scorecard.cells import Health, cell, health, refused
from engine.scorecard.plan import PRECISION
from engine.scorecard.table import cell_entry, contestant_entry, measure_entry

if TYPE_CHECKING:
    from engine.columns.column import Column
    from engine.core.spec import ModelSpec
    from engine.flow.asking import Ask, Derive, Measurement
    from engine.scorecard.asking import Asker
    from engine.scorecard.plan import Contestant, Plan

    # What measures a contestant in mixed precision, or why that is not done.
    Coarse = Callable[[ModelSpec], Ask | str]


@dataclass
class Swept:
    """What is measured so far, as a report has it."""

    contestants: list[dict[str, Any]] = field(default_factory=list)
    measures: list[dict[str, Any]] = field(default_factory=list)
    cells: list[dict[str, Any]] = field(default_factory=list)


def sweep(
    plan: Plan,
    asker: Asker,
    on_cell: Callable[[], None],
    on_contestant: Callable[[Swept], object],
    coarse: Coarse | None = None,
) -> Swept:
    """Measure what a plan names; what the store knows is not measured again.

    A contestant or a column that fails does not end the sweep: its cells say why.

    Args:
        asker: gives what measures a contestant.
        on_cell: called after every cell.
        on_contestant: called with what is there after every contestant but the last.
        coarse: measures a contestant in mixed precision; where it is given, columns in guarded
            precision are measured with it, and near ties in float32.
    """
    swept = Swept(measures=[measure_entry(column) for column in plan.columns])
    for number, contestant in enumerate(plan.contestants, start=1):
        _measure(plan, number, contestant, asker, coarse, swept, on_cell)
        if number < len(plan.contestants):
            on_contestant(swept)
    return swept


def _measure(
    plan: Plan,
    number: int,
    contestant: Contestant,
    asker: Asker,
    coarse: Coarse | None,
    swept: Swept,
    on_cell: Callable[[], None],
) -> None:
    """Add one contestant with its cells."""
    asked: tuple[Ask, Derive] | None = None
    checked: Health | None = None
    reason = contestant.problem
    if not reason:
        asked = asker(contestant.spec)
        checked = health(contestant.spec, *asked)
    entry = contestant_entry(number, contestant, checked)
    swept.contestants.append(entry)
    for column, measure in zip(plan.columns, swept.measures, strict=True):
        why = reason if checked is None else checked.refusal_of(column)
        if why or asked is None:
            by_seed = dict.fromkeys(plan.seeds, refused(why))
        else:
            ask = _asking(contestant.spec, column, asked[0], coarse)
            by_seed = {
                seed: cell(contestant.spec, column, ask, asked[1], seed) for seed in plan.seeds
            }
        precision = column.identity.get(PRECISION, contestant.spec.dtype)
        swept.cells.append(cell_entry(entry["id"], measure, by_seed, precision))
        on_cell()


def _asking(spec: ModelSpec, column: Column, ask: Ask, coarse: Coarse | None) -> Ask:
    """What measures a column: in guarded precision where the plan says so."""
    if coarse is None or column.identity.get(PRECISION) != AUTO:
        return ask
    from engine.measures.pairs.guarded_scores import guarded_ask

    def guarded(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        return guarded_ask(ask, coarse(spec))(name, items, params)  # for what is not known yet

    return guarded
