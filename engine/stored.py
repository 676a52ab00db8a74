"""What the store knows of measurements, also of versions before that still count for a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import BiascopeError, StorageError, is_unicode
from engine.measures.kinds import Named, suits
from engine.measures.registry import MEASURES, Earlier
from engine.measures.shapes import fits
from engine.models.facts import kind_of
from engine.store import Context, Store, canonical_json

if TYPE_CHECKING:
    from engine.spec import ModelSpec


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
    return stored_texts(name, spec, context_of(name, spec, params), texts, store)


def known(
    name: str, spec: ModelSpec, items: Sequence[Any], params: dict[str, Any], store: Store
) -> set[int]:
    """Indices of the items whose values are stored; nothing is loaded, and no value is read."""
    context = context_of(name, spec, params)
    found = store.known(context, items)
    if len(found) < len(items):
        for earlier in _counting(name, spec):
            found |= store.known(context.of_version(earlier.version), items)
    return found


def check_kind(name: str, spec: ModelSpec, items: Sequence[Any], params: dict[str, Any]) -> None:
    """Refuse what means nothing for the model's kind; an earlier version may have stored it.

    Raises:
        BiascopeError: as `suits`.
    """
    kind = kind_of(spec)
    if kind is not None:  # else loading the model says what is wrong with it
        suits(name, Named(spec.checkpoint, kind), items, params)


def context_of(name: str, spec: ModelSpec, params: dict[str, Any]) -> Context:
    """What the values of a measure are stored under, in its version of today."""
    return Context.of(spec.identity(), name, MEASURES[name].version, params)


def stored_texts(
    name: str, spec: ModelSpec, context: Context, texts: Sequence[str], store: Store | None
) -> dict[int, Any]:
    """As `stored_values`, of items of the right kind that are canonical JSON already.

    Args:
        context: from `context_of`.
        store: None for none, which knows nothing.
    """
    if store is None:
        return {}
    shape = MEASURES[name].shape
    found = fitting(store, context, texts, shape)
    missing = [index for index in range(len(texts)) if index not in found]
    if not missing:
        return found
    for earlier in _counting(name, spec):
        wanted = [texts[index] for index in missing]
        older = _of_earlier(store, context.of_version(earlier.version), wanted, earlier, shape)
        if older:
            # Kept under today's version too, where everyone finds them.
            kept = [(wanted[place], canonical_json(value)) for place, value in older.items()]
            keep(store, context, kept)
        found |= {missing[place]: value for place, value in older.items()}
        missing = [index for index in missing if index not in found]
    return found


def _counting(name: str, spec: ModelSpec) -> list[Earlier]:
    """Versions before whose values still count for a model."""
    return [earlier for earlier in MEASURES[name].earlier if kind_of(spec) in earlier.kinds]


def _of_earlier(
    store: Store, context: Context, texts: Sequence[str], earlier: Earlier, shape: Any
) -> dict[int, Any]:
    """Values of a version before, with the keys that they have had since."""
    found = fitting(store, context, texts, dict[str, Any])
    values = {index: value | earlier.added for index, value in found.items()}
    return {index: value for index, value in values.items() if fits(value, shape)}


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
