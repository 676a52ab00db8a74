"""What the store knows of measurements."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, StorageError, is_unicode
from engine.flow.kinds import Named
from engine.flow.registry import MEASURES, stored_name, suits
from engine.flow.shapes import fits
from engine.models.facts import kind_of
from engine.storage.store import Context, Store

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec


def stored_values(
    name: str, spec: ModelSpec, items: Sequence[Any], params: dict[str, Any], store: Store
) -> dict[int, Any]:
    """Index of each item whose value is stored -> the value; nothing is loaded or computed.

    What `measure` would refuse has no value here.
    """
    try:
        check_kind(name, spec, items, params)
    except BiascopeError:
        return {}
    texts = [canonical_json(item) for item in items]
    found = stored_texts(name, context_of(name, spec, params), texts, store)
    return holding(name, spec, params, texts, found)


def known(
    name: str, spec: ModelSpec, items: Sequence[Any], params: dict[str, Any], store: Store
) -> set[int]:
    """Indices of the items whose values are stored; nothing is loaded, and no value is read."""
    return store.known(context_of(name, spec, params), items)


def check_kind(name: str, spec: ModelSpec, items: Sequence[Any], params: dict[str, Any]) -> None:
    """Refuse what means nothing for the model's kind; an earlier version may have stored it."""
    kind = kind_of(spec)
    if kind is not None:  # else loading the model says what is wrong with it
        suits(name, Named(spec.checkpoint, kind), items, params)


def context_of(name: str, spec: ModelSpec, params: dict[str, Any]) -> Context:
    """What the values of a measure are stored under, in its version of today."""
    return Context.of(spec.identity(), stored_name(name), MEASURES[name].version, params)


def stored_texts(
    name: str, context: Context, texts: Sequence[str], store: Store | None
) -> dict[int, Any]:
    """What is stored of items of the right kind that are canonical JSON already.

    Args:
        context: from `context_of`.
        store: None for none, which knows nothing.
    """
    return fitting(store, context, texts, MEASURES[name].shape)


def holding(
    name: str,
    spec: ModelSpec,
    params: dict[str, Any],
    texts: Sequence[str],
    found: dict[int, Any],
) -> dict[int, Any]:
    """Stored values without those of earlier versions that hold no longer; see `Measure.holds`.

    Args:
        texts: of the items, as `stored_texts` takes them.
        found: what it returned.
    """
    holds = MEASURES[name].holds
    if holds is None:
        return found
    return {
        index: value
        for index, value in found.items()
        if holds(spec, json.loads(texts[index]), params, value)
    }


def fitting(
    store: Store | None, context: Context, texts: Sequence[str], shape: Any
) -> dict[int, Any]:
    """Stored values of items; one that is not what its measure gives is a miss."""
    if store is None:
        return {}
    found = store.get_texts(context, texts)
    return {index: value for index, value in found.items() if fits(value, shape)}


def keep(store: Store, context: Context, results: list[tuple[str, str]]) -> list[str]:
    """Store a batch; a store that fails costs a warning, never a result.

    What no text can hold, such as half a character, is refused by every measure: not kept.

    Returns:
        Sentences for the user.
    """
    kept = [(item, value) for item, value in results if is_unicode(item + value)]
    try:
        store.put_texts(context, kept)
    except StorageError as error:
        return [str(error)]
    return []
