"""The file of results that comes with Biascope: written from nothing, for the bundled model."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.core.errors import BiascopeError, StorageError, why
from engine.core.spec import BUNDLED, ModelSpec
from engine.first_sight.prepare import Prepared, Progress, prepare
from engine.storage.store import Store, write_shipped

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


def ship(
    spec: ModelSpec, kind: str, model: Callable[[], MaskedLM], progress: Progress, path: Path
) -> Prepared:
    """Measure all that the pages show at first sight anew, and write it as the shipped file."""
    if spec != ModelSpec(BUNDLED, spec.revision):
        raise BiascopeError(
            "The results that come with Biascope are those of the bundled model in float32 and "
            "without a mask; leave out --model, --dtype and --mask."
        )
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "results.sqlite")
        outcome = prepare(spec, kind, model, store, progress)
        problems = [*outcome.refused.values(), *outcome.warnings]
        if problems:
            raise BiascopeError(f"Nothing was written: {problems[0]}")
        try:
            write_shipped(path, store.values())
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"{path} cannot be written ({why(error)}); results "
                "are shipped from a copy of the source code that you may write to."
            ) from error
        store.close()
    return outcome
