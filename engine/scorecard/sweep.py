"""Every contestant measured in every column, a contestant at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.scorecard.cells import Health, cell, health, refused
from engine.scorecard.table import cell_entry, contestant_entry, measure_entry

if TYPE_CHECKING:
    from engine.measures.cabm.settings import Ask, Derive
    from engine.scorecard.asking import Asker
    from engine.scorecard.plan import Contestant, Plan


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
) -> Swept:
    """Measure what a plan names; what the store knows is not measured again.

    A contestant or a column that fails does not end the sweep: its cells say why.

    Args:
        asker: gives what measures a contestant.
        on_cell: called after every cell.
        on_contestant: called with what is there after every contestant but the last.
    """
    swept = Swept(measures=[measure_entry(column) for column in plan.columns])
    for number, contestant in enumerate(plan.contestants, start=1):
        _measure(plan, number, contestant, asker, swept, on_cell)
        if number < len(plan.contestants):
            on_contestant(swept)
    return swept


def _measure(
    plan: Plan,
    number: int,
    contestant: Contestant,
    asker: Asker,
    swept: Swept,
    on_cell: Callable[[], None],
) -> None:
    """Add one contestant with its cells."""
    asked: tuple[Ask, Derive] | None = None
    checked: Health | None = None
    reason = contestant.problem
    if not reason:
        asked = asker(contestant.spec)
        checked = health(asked[0])
        reason = checked.refusal
    entry = contestant_entry(number, contestant, checked)
    swept.contestants.append(entry)
    for column, measure in zip(plan.columns, swept.measures, strict=True):
        by_seed = {
            seed: refused(reason)
            if reason or asked is None
            else cell(contestant.spec, column, *asked, seed)
            for seed in plan.seeds
        }
        swept.cells.append(cell_entry(entry["id"], measure, by_seed, contestant.spec.dtype))
        on_cell()
