"""What masked heads cost a fine-tuned checkpoint on a labelled file, whatever its head gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.measures.nlu.predictions import MaskCost, class_index, class_names, mask_cost
from engine.measures.nlu.regression import ScoreCost, gives_numbers, label_numbers, score_cost

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.files.labelled import Labelled
    from engine.flow.asking import Measurement
    from engine.models.loading import MaskedLM

CLASSES, SCORES = "nlu", "nlu_scores"  # measures

Cost = MaskCost | ScoreCost


def labelled_cost(
    spec: ModelSpec,
    lm: MaskedLM,
    labelled: Sequence[Labelled],
    measured: Callable[[str, ModelSpec], Measurement],
    classes: Sequence[str] = (),
) -> Cost:
    """Measure a checkpoint without its mask and, if it has one, with it.

    Args:
        lm: the checkpoint, of `loading.load_classifier`.
        measured: (measure, spec) -> its values for these texts.
        classes: what a file calls the classes, in order, where the checkpoint has no names.

    Raises:
        InputTextError: where the labels are not what the checkpoint gives.
    """
    labels = [entry.label for entry in labelled]
    if gives_numbers(lm):
        wanted = label_numbers(labels)
        return score_cost(spec, wanted, lambda one: measured(SCORES, one))
    asked = class_index(labels, class_names(lm), classes)
    return mask_cost(spec, asked, lambda one: measured(CLASSES, one))
