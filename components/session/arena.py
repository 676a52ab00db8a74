"""The Arena page's way to the engine: reports of models, those that are kept, and their rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.session.measuring import known, manifest, measure, store, stored
from engine.measurement import Measurement, derived, stored_derived
from engine.spec import ModelSpec

if TYPE_CHECKING:
    import pandas as pd

    from engine.datasets.prompts.prompt import PromptSet
    from engine.evaluators.suite import Suite
    from engine.measures.arena.settings import Settings

Progress = Callable[[int, int], None]


def arena_report(
    spec: ModelSpec, prompts: PromptSet, suite: Suite, settings: Settings, on_progress: Progress
) -> tuple[dict[str, Any], list[str]]:
    """The report of one model, judged without classifiers; it is kept for later rankings.

    Args:
        on_progress: called with (finished prompts, all prompts).

    Returns:
        The report, and warnings, for example that it could not be kept.

    Raises:
        BiascopeError: what the model, the prompts or the evaluators refuse.
    """
    from engine.measures.arena.run import report

    warnings: list[str] = []

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        found = measure(name, spec, items, params, on_progress)
        warnings.extend(found.warnings)
        return found

    found = report(ask, _derive, prompts, suite, settings, spec)
    warnings += _kept_later(found)
    return found, warnings


def arena_stored(
    spec: ModelSpec, prompts: PromptSet, suite: Suite, settings: Settings
) -> dict[str, Any] | None:
    """The report of a model if the store has it; nothing is computed and no model is opened."""
    from engine.measures.arena.run import report

    try:
        return report(
            partial(_stored_measurement, spec), _stored_derived, prompts, suite, settings, spec
        )
    except LookupError:
        return None
