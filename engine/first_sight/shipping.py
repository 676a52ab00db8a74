"""The file of results that comes with Biascope: written from nothing, for the bundled model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.errors import BiascopeError
from engine.first_sight.prepare import Prepared, Progress, prepare
from engine.store import Store, write_shipped

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM
    from engine.spec import ModelSpec


def ship(
    spec: ModelSpec, kind: str, model: Callable[[], MaskedLM], progress: Progress, path: Path
) -> Prepared:
    """Measure all that the pages show at first sight anew, and write it as the shipped file.

    Raises:
        BiascopeError: if a page has no figures for this model, or something could not be kept.
    """
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "results.sqlite")
        outcome = prepare(spec, kind, model, store, progress)
        problems = [*outcome.refused.values(), *outcome.warnings]
        if problems:
            raise BiascopeError(f"Nothing was written: {problems[0]}")
        write_shipped(path, store.values())
        store.close()
    return outcome
