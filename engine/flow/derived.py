"""What is worked out from measured values: kept in the store, and read from it where it is known.

No model takes part, so none is loaded: the item holds all that decides the outcome. Its numbers are
results of arithmetic, whose last digits differ from processor to processor; the store is asked for
them without these digits, so that what one machine kept another one finds.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from engine.core.digest import canonical_json
from engine.flow.registry import derived_shape, stored_name
from engine.flow.stored import fitting, keep
from engine.storage.store import Context, Store

_DIGITS = 7  # of a number in an item; arithmetic in float64 agrees in more on every machine


def derived(
    name: str,
    version: int,
    item: Any,
    params: dict[str, Any],
    work: Callable[[], Any],
    store: Store | None,
    on_warning: Callable[[str], None] | None = None,
) -> Any:
    """An outcome, worked out unless the store knows it.

    Args:
        version: rises when the outcome for the same item changes.
        item: JSON-ready.
        work: gives the JSON-ready outcome; called only if the store does not know it.
        store: None to work everything out and keep nothing.
        on_warning: called with a sentence for the user if it cannot be kept.
    """
    context = _context(name, version, params)
    text = canonical_json(_without_last_digits(item))
    known = fitting(store, context, [text], derived_shape(name, params))
    if known:
        return known[0]
    outcome = _worked(context, text, work)
    if store is not None:
        for warning in keep(store, context, [(text, outcome)]):
            if on_warning is not None:
                on_warning(warning)
    return json.loads(outcome)


def _worked(context: Context, text: str, work: Callable[[], Any]) -> str:
    """What `work` gives for an item (`text`) under a context, as it is stored."""
    return canonical_json(work())


def stored_derived(
    name: str, version: int, item: Any, params: dict[str, Any], store: Store
) -> list[Any]:
    """What `derived` would read from the store: one value, or none."""
    context = _context(name, version, params)
    asked = canonical_json(_without_last_digits(item))
    found = fitting(store, context, [asked], derived_shape(name, params))
    return list(found.values())


def is_derived(name: str, version: int, item: Any, params: dict[str, Any], store: Store) -> bool:
    """Whether the store knows what `derived` gives; it is not read."""
    return bool(store.known(_context(name, version, params), [_without_last_digits(item)]))


def _without_last_digits(item: Any) -> Any:
    """The same with every number that is not whole rounded to seven digits."""
    if isinstance(item, float):
        return float(f"{item:.{_DIGITS}g}")
    if isinstance(item, dict):
        return {key: _without_last_digits(value) for key, value in item.items()}
    if isinstance(item, list | tuple):
        return [_without_last_digits(value) for value in item]
    return item


def _context(name: str, version: int, params: dict[str, Any]) -> Context:
    """What an outcome is stored under; no model is part of it."""
    return Context.of({}, stored_name(name), version, params)
