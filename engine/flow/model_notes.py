"""What is noted of a model when it is loaded, kept for results that are read without loading it.

Only notes are kept, and never that there are none: a model of which nothing is kept is a sound one,
or one that was not loaded since models are looked at. Whoever shows such results can look at the
files at hand (`noted`), see `doubts_of_files` of `engine/models/vocabulary.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError
from engine.core.spec import BUNDLED
from engine.flow.derived import derived, stored_derived

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.storage.store import Store

_NAME, _VERSION = "model_notes", 1


def keep_notes(
    spec: ModelSpec, notes: Sequence[str], store: Store | None, classifier: bool = False
) -> None:
    """Keep the notes of a model that was loaded, whichever of its heads are masked.

    Args:
        notes: sentences; nothing is kept where there are none.
        classifier: whether its classes were read, in place of its language-model head.
    """
    if notes:
        derived(_NAME, _VERSION, _item(spec, classifier), {}, lambda: list(notes), store)


def stored_notes(spec: ModelSpec, store: Store | None, classifier: bool = False) -> list[str]:
    """The notes that are kept of a model; nothing is loaded.

    Args:
        classifier: as it was kept.
    """
    if store is None or spec.checkpoint == BUNDLED:
        return []
    found = stored_derived(_NAME, _VERSION, _item(spec, classifier), {}, store)
    return list(found[0]) if found else []


def noted(manifest: Mapping[str, Any], doubts: Callable[[], Sequence[str]]) -> Sequence[str]:
    """What is noted of the model of a measurement; where nothing is, its files are asked.

    Results of a version that did not look at models have no notes, and loading the model to look
    through its weights would cost what the store saves.

    Args:
        doubts: asks the files; it is shown what was measured, whatever became of them.
    """
    found: Sequence[str] = manifest.get("notes", ())
    if found or manifest["device"] is not None:
        return found
    try:
        return doubts()
    except BiascopeError:
        return ()


def _item(spec: ModelSpec, classifier: bool) -> dict[str, Any]:
    return {"spec": spec.unmasked().identity()} | ({"read_as": "classifier"} if classifier else {})
