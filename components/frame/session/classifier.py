"""A sequence classifier on a labelled file, with and without masked heads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from components.frame.session.in_memory import loaded_classifier
from components.frame.session.measuring import allow, store
from engine.core.spec import ModelSpec
from engine.files.labelled import Labelled
from engine.flow.measurement import measure

_MEASURE = "nlu"


@dataclass(frozen=True)
class Understanding:
    """What masking heads costs a classifier.

    Args:
        untouched: see `engine.measures.nlu.predictions.understanding`.
        masked: the same with the heads masked; None where none is.
        p: exact McNemar p that masking changed nothing.
        manifest: of the last measurement.
        warnings: shown to the user.
    """

    untouched: dict[str, Any]
    masked: dict[str, Any] | None
    p: float | None
    manifest: dict[str, Any]
    warnings: list[str]


def understanding(
    spec: ModelSpec,
    labelled: Sequence[Labelled],
    on_progress: Callable[[str, int, int], None] | None = None,
) -> Understanding:
    """Accuracy, F1 and Matthews correlation of a classifier; its answers are kept in the store.

    Args:
        spec: of a checkpoint fine-tuned for sequence classification, with its masked heads.
        on_progress: called with (what is measured, finished texts, all texts).
    """
    from engine.measures.nlu.predictions import class_index, class_names, compared
    from engine.measures.nlu.predictions import understanding as scores_of
    from engine.models.loading import MaskedLM

    model = loaded_classifier(spec)
    classes = class_index([entry.label for entry in labelled], class_names(MaskedLM(model)))
    items = [entry.item() for entry in labelled]

    def scored(one: ModelSpec, what: str) -> Any:
        def show(done: int, total: int) -> None:
            if on_progress is not None:
                on_progress(what, done, total)

        allow(_MEASURE, one, items, {})
        lm = MaskedLM(model, one.masked_heads)
        return measure(_MEASURE, one, items, {}, lambda: lm, store(), show)

    found = scored(spec.unmasked(), "unmodified")
    before, warnings = scores_of(found.values, classes), list(found.warnings)
    after = p = None
    if spec.masked_heads:
        found = scored(spec, "masked")
        warnings += found.warnings
        after = scores_of(found.values, classes)
        p = compared(before, after)
    return Understanding(before, after, p, found.manifest, warnings)
