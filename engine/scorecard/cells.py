"""One figure of one contestant: measured through the store, or read from it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from engine.columns.column import Reading
from engine.core.errors import (
    BiascopeError,
    InputTextError,
    PluginFailedError,
    UnusableModelError,
)
from engine.flow.asking import Measurement
from engine.flow.derived import stored_derived
from engine.flow.registry import MEASURES, ORIGINS
from engine.flow.stored import stored_values
from engine.measures.health.check import RED, health_items
from engine.measures.health.unread import unread_by, unread_report, unread_sentence
from engine.models.facts import kind_of

if TYPE_CHECKING:
    from engine.columns.column import Column
    from engine.core.spec import ModelSpec
    from engine.flow.asking import Ask, Derive
    from engine.storage.store import Store

_NAME, _VERSION = "scorecard_cell", 1
_HEALTH, _HEALTH_VERSION = "scorecard_health", 1  # of models whose check could not even begin
_LASTING = (InputTextError, UnusableModelError)  # the same model and data are refused again


@dataclass(frozen=True)
class Health:
    """Whether the figures of a contestant can mean anything.

    Args:
        status: `green`, `amber` or `red`.
        reasons: one sentence for each thing that a user should know.
        is_read: whether the model could be read at all.
    """

    status: str
    reasons: tuple[str, ...]
    is_read: bool = True

    @property
    def refusal(self) -> str:
        """Why nothing that reads the language-model head is measured; empty where it is."""
        if self.status != RED:
            return ""
        return f"The health check failed: {' '.join(self.reasons)}"

    def refusal_of(self, column: Column) -> str:
        """Why a column is not measured; what reads no head is tried, and says itself why not."""
        without_head = not any(MEASURES[name].head for name in column.measures)
        return "" if self.is_read and without_head and column.measures else self.refusal


class Failed(Reading):
    """A cell without a figure, as the code of a plug-in failed; it is never kept."""


def refused(reason: str) -> Reading:
    """A cell without a figure."""
    return Reading(None, None, 0, problem=reason)


def health(spec: ModelSpec, ask: Ask, derive: Derive) -> Health:
    """The health check of a contestant; a model that cannot be read has failed it.

    Why it cannot be read is kept, so that nobody measures it in vain again.
    """
    try:
        found = ask("health", [health_items()], {}).values[0]
    except _LASTING as error:
        reason = str(error)
        derive(_HEALTH, _HEALTH_VERSION, _health_item(spec), {}, lambda: reason)
        return Health(RED, (reason,), is_read=False)
    except BiascopeError as error:
        return Health(RED, (str(error),), is_read=False)
    return Health(found["status"], tuple(found["reasons"]))


def stored_health(spec: ModelSpec, store: Store) -> Health | None:
    """What the store knows of it; nothing is loaded."""
    for found in stored_values("health", spec, [health_items()], {}, store).values():
        return Health(found["status"], tuple(found["reasons"]))
    for reason in stored_derived(_HEALTH, _HEALTH_VERSION, _health_item(spec), {}, store):
        return Health(RED, (reason,), is_read=False)
    return None


def _health_item(spec: ModelSpec) -> dict[str, Any]:
    return {"spec": spec.identity(), "version": MEASURES["health"].version}


def cell(spec: ModelSpec, column: Column, ask: Ask, derive: Derive, seed: int = 0) -> Reading:
    """One figure of one contestant, computed unless the store knows it.

    A refusal that follows from the model and the data alone is kept as a figure is.

    Args:
        ask: measures `spec`, misses alone.
        derive: keeps what is worked out from measured values.
        seed: of intervals and of whatever the measure draws.
    """
    kind = kind_of(spec)
    if kind is None:
        return refused(f"The files of {spec.checkpoint} are not on this machine any more.")
    try:
        return _cell(spec, column, ask, derive, kind, seed)
    except PluginFailedError as error:
        return Failed(None, None, 0, problem=str(error))
    except BiascopeError as error:
        return refused(str(error))


def _cell(
    spec: ModelSpec, column: Column, ask: Ask, derive: Derive, kind: str, seed: int
) -> Reading:
    if reason := column.refuses(kind):
        return refused(reason)
    note = _unread_note(spec, column)

    def read() -> dict[str, Any]:
        try:
            reading = column.read(_within(column, ask), derive, kind, seed)
            if note and not column.names_unread:
                reading = replace(reading, notes=(*reading.notes, note))
            return _value(reading)
        except _LASTING as error:
            return _value(refused(str(error)))

    return _reading(derive(_NAME, _VERSION, _item(spec, column, kind, seed), {}, read))


def _within(column: Column, ask: Ask) -> Ask:
    """What a column asks with: its cells are kept under the versions of its own measures alone."""

    def asked(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        if name not in column.measures:
            raise ValueError(f"{column.name} asks for {name!r}, which its measures do not name")
        return ask(name, items, params)

    return asked


def stored_cell(spec: ModelSpec, column: Column, store: Store, seed: int = 0) -> Reading | None:
    """A cell that is finished; nothing is loaded or computed.

    Returns:
        None where it is not finished, or was refused for a reason that may not hold any more.
    """
    kind = kind_of(spec)
    if kind is None:
        return None
    known = stored_health(spec, store)
    if known is not None and (reason := known.refusal_of(column)):
        return refused(reason)
    try:
        if reason := column.refuses(kind):
            return refused(reason)
    except PluginFailedError:
        return None
    item = _item(spec, column, kind, seed)
    for found in stored_derived(_NAME, _VERSION, item, {}, store):
        return _reading(found)
    return None


def _item(spec: ModelSpec, column: Column, kind: str, seed: int) -> dict[str, Any]:
    """All that decides a cell, the versions of what its column asks for among it.

    Cells of models that read all of a column's texts are those of versions that did not look.
    """
    plugins = {name: ORIGINS[name].mark for name in column.measures if name in ORIGINS}
    later = column.interval_version > 1  # cells of columns that never had another stay known
    return {
        **({"interval_version": column.interval_version} if later else {}),
        **({"plugins": plugins} if plugins else {}),
        **({"unread": True} if _unread_note(spec, column) else {}),
        "spec": spec.identity(),
        "family": column.name.partition(":")[0],
        "column": dict(column.identity),
        "version": column.version,
        "measures": {name: MEASURES[name].version for name in column.measures},
        "kind": kind,
        "seed": seed,
    }


def _unread_note(spec: ModelSpec, column: Column) -> str:
    """One sentence on the words of a column's texts that a model cannot read; empty without any."""
    unread = unread_by(spec, column.texts)
    found = unread_report(unread)
    return unread_sentence(found, len(unread)) if found else ""


def _value(reading: Reading) -> dict[str, Any]:
    """A reading as the store keeps it; what is no number is none."""
    if reading.value is not None and not math.isfinite(reading.value):
        reading = Reading(None, None, reading.n, problem="The figure is too large to be a number.")
    bounds = reading.interval
    if bounds is not None and not all(map(math.isfinite, bounds)):
        reading = replace(reading, interval=None)
    return vars(reading)


def _reading(found: Mapping[str, Any]) -> Reading:
    """A reading from what the store has of it, where lists are in place of tuples."""
    kept = {field.name: found[field.name] for field in fields(Reading)}
    lists = {name: tuple(part) for name, part in kept.items() if isinstance(part, list)}
    return Reading(**kept | lists)
