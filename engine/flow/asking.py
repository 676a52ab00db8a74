"""How a study reaches numbers without knowing models, stores or screens: it is given two functions.

Whoever runs a study (a command, a page, a job, the Scorecard, machines of a cluster) says how a
question is answered: `Ask` measures items on one model, `Derive` works something out of measured
values and keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core.spec import ModelSpec


@dataclass(frozen=True)
class Measurement:
    """Values in the order of the items, with what is needed to trust and repeat them.

    Args:
        values: one JSON-ready value an item.
        manifest: spec, measure and version, parameters, data digest, library versions,
            device, seconds, and how many values came from the store.
        warnings: sentences for the user, for example that nothing could be kept.
    """

    values: list[Any]
    manifest: dict[str, Any]
    warnings: list[str] = field(default_factory=list)


# (name of the measure, items, its parameters) -> one value an item
Ask = Callable[[str, list[Any], dict[str, Any]], Measurement]
# The same of any model: one beside it, or the same under another mask.
AskModel = Callable[[str, ModelSpec, list[Any], dict[str, Any]], Measurement]
# The same of one measure with its parameters.
AskItems = Callable[[list[Any]], Measurement]


class Derive(Protocol):
    """(name, version, item, params, work) -> `work()`, or what it gave before."""

    def __call__(
        self,
        name: str,
        version: int,
        item: Any,
        params: dict[str, Any],
        work: Callable[[], Any],
        /,
    ) -> Any: ...
