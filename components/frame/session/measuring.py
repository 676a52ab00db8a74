"""Measuring through the store, in guarded precision too, and which sentences a model can read.

What is known is read, only the rest is computed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.frame.session.device import chosen_device
from components.frame.session.in_memory import open_model
from components.frame.session.models import facts
from components.frame.session.sharing import spend
from components.frame.session.state import MEASURED
from engine.core.families import FAMILIES
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.flow.derived import derived, stored_derived
from engine.flow.guarded import COARSE, Guarded
from engine.flow.manifest import manifest_before
from engine.flow.measurement import measure as measured
from engine.flow.pace import Pace
from engine.flow.stored import known as known_in
from engine.flow.stored import stored_values
from engine.measures.pairs.guarded_scores import guarded_pairs
from engine.measures.pairs.variants import variant_of
from engine.models.devices import why_no_bfloat16
from engine.server import shared
from engine.storage.store import Store, default_store

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.health.reading import Reading


@st.cache_resource(show_spinner=False)
def store() -> Store:
    """The result store, opened once for all browser sessions."""
    return default_store()


def not_kept() -> str:
    """Why what was measured last is not kept, in a sentence; empty where all is."""
    return store().not_kept


def pace(kind: dict[str, Any], details: Any, sizes: Sequence[float]) -> Pace:
    """How fast work of a kind is here, as earlier work of it was; what is timed is kept.

    Args:
        kind: JSON-ready, what decides about the speed; machine and device are added.
        details: JSON-ready, what may decide about it too.
        sizes: [item] units of work.
    """
    return Pace(store().path.parent, kind | {"device": chosen_device()}, details, sizes)


def measure(
    name: str,
    spec: ModelSpec,
    items: list[Any],
    params: dict[str, Any],
    on_progress: Callable[[int, int], None] | None = None,
) -> Measurement:
    """Measure items on a spec; what the store knows is not computed again."""
    allow(name, spec, items, params)
    begun = time.monotonic()
    try:
        return measured(
            name, spec, items, params, partial(open_model, spec, name), store(), on_progress
        )
    finally:
        if get_script_run_ctx(suppress_warning=True) is not None:
            st.session_state[MEASURED] = (begun, time.monotonic())


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
    return manifest_before(name, spec, items, params)


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


# --- guarded ------------------------------------------------------------------------------
# Guarded precision scores pairs in mixed precision, and in float32 near a tie, for the Pairs page.

Progress = Callable[[int, int], None]


def guarded_scores(
    spec: ModelSpec,
    pairs: pd.DataFrame,
    variant: str,
    reduction: str | None,
    published: bool,
    on_progress: Progress,
) -> Guarded:
    """Pairs scored in guarded precision; what the store knows is not computed again.

    Args:
        spec: in float32.
    """

    def of(wanted: ModelSpec) -> Callable[..., Measurement]:
        return lambda name, items, params: measure(name, wanted, items, params, on_progress)

    coarse = _reason(spec) or of(replace(spec, dtype=COARSE))
    return guarded_pairs(pairs, variant_of(variant), of(spec), coarse, reduction, published)


def guarded_stored(
    spec: ModelSpec, pairs: pd.DataFrame, variant: str, reduction: str | None, published: bool
) -> Guarded | None:
    """The same from the store alone; None where it does not know all that is needed."""
    fine, rough = (
        partial(stored_measurement, wanted) for wanted in (spec, replace(spec, dtype=COARSE))
    )
    coarse: Any = _reason(spec) or rough
    try:
        return guarded_pairs(pairs, variant_of(variant), fine, coarse, reduction, published)
    except LookupError:
        return None


def _reason(spec: ModelSpec) -> str:
    """Why mixed precision is not used for a model here; empty where it is."""
    family = facts(spec).family
    if any(known.float32_only for known in FAMILIES.values() if known.name == family):
        return f"{family} runs in float32 only"
    return why_no_bfloat16(chosen_device())


# --- sentences ----------------------------------------------------------------------------
# A model cannot read every sentence of a file; those that it can are found here.


def readable_sentences(
    spec: ModelSpec, texts: Sequence[str], params: dict[str, Any]
) -> tuple[list[int], list[tuple[int, str]]]:
    """Which sentences a model can read; it is loaded unless all values are stored.

    Args:
        texts: that suit the kind of the model.
        params: of the completion measure.

    Returns:
        Indices of those that it can, and (index, problem) of the others.
    """
    from engine.measures.completion.completed_file import readable_texts

    have = known("completion", spec, [{"text": text} for text in texts], params)
    return readable_texts(texts, range(len(texts)), params, have, lambda: open_model(spec))


def readings(spec: ModelSpec, texts: Sequence[str]) -> list[Reading]:
    """How a model reads texts: words that it cannot read, and words that it has whole."""
    from engine.measures.health.reading import readings_by

    return readings_by(spec, texts)
