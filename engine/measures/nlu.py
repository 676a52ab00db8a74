"""Language understanding under a mask: a sequence classifier on a labelled file.

What masking heads costs beside bias: accuracy, F1 and Matthews correlation of one
fine-tuned checkpoint with and without its heads.

Source: Yang et al. 2023 (Bias A-head?), appendix A, table 2; metrics of Wang et al. 2018.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import InputTextError
from engine.inference.classes import class_row, class_scores
from engine.inference.plan import Row
from engine.statistics import mcnemar_test, wilson

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


def class_predictions(
    lm: MaskedLM, items: Sequence[dict[str, Any]], _params: dict[str, Any]
) -> list[dict[str, Any]]:
    """The class that a sequence classifier gives each text.

    Args:
        lm: of `loading.load_classifier`.
        items: `{"text": ..., "second": ... or None}`.

    Returns:
        For each text `class` (index) and `probability` (of that class, 0 to 1); or
        `problem`, one sentence, where it is longer than the model reads.
    """
    rows: list[Row] = []
    values: list[dict[str, Any]] = []
    asked = []
    for number, item in enumerate(items):
        try:
            rows.append(class_row(lm, item["text"], item["second"]))
        except InputTextError as error:
            values.append({"problem": str(error)})
            continue
        values.append({})
        asked.append(number)
    for number, scores in zip(asked, class_scores(lm, rows), strict=True):
        values[number] = _value(scores)
    return values


def _value(scores: list[float]) -> dict[str, Any]:
    from scipy.special import softmax

    best = max(range(len(scores)), key=scores.__getitem__)
    return {"class": best, "probability": float(softmax(scores)[best])}


def class_index(labels: Sequence[str], names: Sequence[str]) -> list[int]:
    """Classes of a file as the model counts them.

    Args:
        labels: as the file names them: the model's own names, or their numbers.
        names: the model's classes in order.

    Raises:
        InputTextError: if a label is neither.
    """
    known = {name.casefold(): number for number, name in enumerate(names)}
    known |= {str(number): number for number in range(len(names))}
    known |= {f"{number}.0": number for number in range(len(names))}
    unknown = sorted({label for label in labels if label.casefold() not in known})
    if unknown:
        raise InputTextError(
            f"The file has the label {unknown[0]!r}; the model's classes are "
            f"{', '.join(f'{number} ({name})' for number, name in enumerate(names))}."
        )
    return [known[label.casefold()] for label in labels]


def class_names(lm: MaskedLM) -> list[str]:
    """Names of a classifier's classes, in order."""
    named = lm.model.network.config.id2label
    return [str(named[number]) for number in sorted(named)]


def understanding(values: Sequence[dict[str, Any]], classes: Sequence[int]) -> dict[str, Any]:
    """Agreement of predictions with a file's labels.

    Args:
        values: what `class_predictions` returned.
        classes: right answers, as the model counts them.

    Returns:
        `n`, `skipped`, `accuracy` (0 to 1) with its Wilson `interval`, `f1` (of class 1 where
        there are two classes, else the mean over classes), `matthews` (-1 to 1; 0 is chance),
        and `right` (one truth value a scored text).

    Raises:
        InputTextError: if no text could be read.
    """
    from sklearn.metrics import f1_score, matthews_corrcoef

    read = [
        (value["class"], wanted)
        for value, wanted in zip(values, classes, strict=True)
        if "class" in value
    ]
    if not read:
        raise InputTextError("No text of the file could be read by this model.")
    given, wanted = (list(side) for side in zip(*read, strict=True))
    right = [one == other for one, other in read]
    binary = {*given, *wanted} <= {0, 1}
    f1 = f1_score(wanted, given, average="binary" if binary else "macro", zero_division=0)
    return {
        "n": len(read),
        "skipped": len(values) - len(read),
        "accuracy": sum(right) / len(right),
        "interval": list(wilson(sum(right), len(right))),
        "f1": float(f1),
        # With one class alone there is nothing to correlate: 0, as scikit-learn has it.
        "matthews": float(matthews_corrcoef(wanted, given)) if len({*given, *wanted}) > 1 else 0.0,
        "right": right,
    }


def compared(before: dict[str, Any], after: dict[str, Any]) -> float:
    """Exact McNemar p that masking changed nothing.

    Args:
        before: what `understanding` returned for the untouched classifier.
        after: the same for the masked one, on the same texts.
    """
    pairs = list(zip(before["right"], after["right"], strict=True))
    lost = sum(one and not other for one, other in pairs)
    won = sum(other and not one for one, other in pairs)
    return mcnemar_test(lost, won)
