"""Measuring through the store: what is known is read, only the rest is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import streamlit as st

from components.frame.session.in_memory import opened
from components.frame.session.sharing import spend
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.flow.derived import derived, stored_derived
from engine.flow.manifest import described
from engine.flow.measurement import measure as measured
from engine.flow.stored import known as known_in
from engine.flow.stored import stored_values
from engine.server import shared
from engine.storage.store import Store, default_store


@st.cache_resource
def store() -> Store:
    """The result store, opened once for all browser sessions."""
    return default_store()


def measure(
    name: str,
    spec: ModelSpec,
    items: list[Any],
    params: dict[str, Any],
    on_progress: Callable[[int, int], None] | None = None,
) -> Measurement:
    """Measure items on a spec; what the store knows is not computed again."""
    allow(name, spec, items, params)
    return measured(name, spec, items, params, lambda: opened(spec), store(), on_progress)


def allow(name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]) -> None:
    """On a shared server, take what a measurement computes from this session's allowance."""
    if shared.is_shared():
        done = known(name, spec, items, params)
        spend([item for index, item in enumerate(items) if index not in done], params)


def stored(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> list[Any] | None:
    """Values if the store knows them all, without loading anything."""
    found = stored_values(name, spec, items, params, store())
    return [found[index] for index in range(len(items))] if len(found) == len(items) else None


class StoredValues(Sequence[Any]):
    """Values of a measure read from the store a few hundred at a time, in the items' order.

    Thousands of pairs with a score for every token fill gigabytes as Python objects; a caller
    that iterates once never holds them all.
    """

    _CHUNK = 400

    def __init__(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> None:
        self._ask = (name, spec, params)
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        name, spec, params = self._ask
        for start in range(0, len(self._items), self._CHUNK):
            yield from measure(name, spec, self._items[start : start + self._CHUNK], params).values

    def __getitem__(self, index: Any) -> Any:
        name, spec, params = self._ask
        return measure(name, spec, [self._items[index]], params).values[0]


def known(name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]) -> set[int]:
    """Indices of the items that are already measured, without loading anything."""
    return known_in(name, spec, items, params, store())


def manifest(
    name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
) -> dict[str, Any]:
    """What was measured, for values that all came from the store."""
    return described(name, spec, items, params)


def stored_measurement(
    spec: ModelSpec, name: str, items: list[Any], params: dict[str, Any]
) -> Measurement:
    """As `measure`, from the store alone."""
    values = stored(name, spec, items, params)
    if values is None:
        raise LookupError(name)
    return Measurement(values, manifest(name, spec, items, params))


def outcome(
    name: str, version: int, item: Any, params: dict[str, Any], work: Callable[[], Any]
) -> Any:
    """What is worked out from measured values, read from the store where it is known."""
    return derived(name, version, item, params, work, store())


def stored_outcome(
    name: str, version: int, item: Any, params: dict[str, Any], _work: Callable[[], Any]
) -> Any:
    """The same, from the store alone.

    Raises:
        LookupError: if the store does not know it.
    """
    found = stored_derived(name, version, item, params, store())
    if not found:
        raise LookupError(name)
    return found[0]
