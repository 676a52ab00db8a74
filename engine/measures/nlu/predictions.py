"""Language understanding under a mask: a sequence classifier on a labelled file.

What masking heads costs beside bias: accuracy, F1 and Matthews correlation of one
fine-tuned checkpoint with and without its heads.

Source: Yang et al. 2023 (Bias A-head?), appendix A, table 2; metrics of Wang et al. 2018.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.inference.runner import class_scores
from engine.measures.nlu.reading import read_texts
from engine.statistics import detectable_difference, mcnemar_test, wilson
from engine.statistics.power import detectable_turned
from engine.statistics.shares import share_difference_interval
from engine.statistics.tables import FEWEST_OF_CLASS, table_intervals

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


def class_predictions(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """The class that a sequence classifier gives each text.

    Args:
        lm: of `loading.load_classifier`.
        items: `{"text": ..., "second": ... or None}`.
        params: `multi_label`, true for a head whose classes do not exclude one another: the
            probability is then the sigmoid of the class alone, and not the softmax of all.

    Returns:
        For each text `class` (index of the likeliest) and `probability` (of that class, 0 to 1);
        or `problem`, one sentence, where it is longer than the model reads or the model gives no
        numbers for it.
    """
    multi_label = params.get("multi_label", False)
    return [
        {"problem": found} if isinstance(found, str) else _value(found, multi_label)
        for found in read_texts(lm, items, class_scores)
    ]


def _value(scores: list[float], multi_label: bool) -> dict[str, Any]:
    from scipy.special import expit, softmax

    if not all(map(math.isfinite, scores)):
        return {"problem": "The classifier gave scores that are no numbers for this text."}
    best = max(range(len(scores)), key=scores.__getitem__)
    probabilities = expit(scores) if multi_label else softmax(scores)
    return {"class": best, "probability": float(probabilities[best])}


def class_index(
    labels: Sequence[str], names: Sequence[str], published: Sequence[str] = ()
) -> list[int]:
    """Classes of a file as the model counts them.

    Args:
        labels: as the file names them: the model's own names, or their numbers.
        published: names of the classes in the order of their numbers; they are taken only where
            the model has none of its own (LABEL_0, LABEL_1, ...).
    """
    known = {name.casefold(): number for number, name in enumerate(names)}
    if len(published) == len(names) and is_unnamed(names):
        known |= {name.casefold(): number for number, name in enumerate(published)}
    known |= {str(number): number for number in range(len(names))}
    known |= {f"{number}.0": number for number in range(len(names))}
    unknown = sorted({label for label in labels if label.casefold() not in known})
    if unknown:
        raise InputTextError(
            f"The file has the label {unknown[0]!r}; the model's classes are "
            f"{', '.join(f'{number} ({name})' for number, name in enumerate(names))}."
        )
    return [known[label.casefold()] for label in labels]


def is_unnamed(names: Sequence[str]) -> bool:
    """Whether a checkpoint has numbers in place of names of its classes."""
    return all(name == f"LABEL_{number}" for number, name in enumerate(names))


def class_names(lm: MaskedLM) -> list[str]:
    """Names of a classifier's classes, in order."""
    named = lm.model.network.config.id2label
    return [str(named[number]) for number in sorted(named)]


def understanding(
    values: Sequence[dict[str, Any]], classes: Sequence[int], seed: int = 0
) -> dict[str, Any]:
    """Agreement of predictions with a file's labels.

    Args:
        values: what `class_predictions` returned.
        classes: right answers, as the model counts them.

    Returns:
        `n`, `skipped`, `accuracy` (0 to 1) with its Wilson `interval`, `f1` (of class 1 where
        there are two classes, else the mean over classes), `matthews` (-1 to 1; 0 is chance),
        `f1_interval` and `matthews_interval` (see `table_intervals`; None where a class has few
        texts, which `interval_note` says), `seed`, and `right` (one truth value a scored text).
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
        **_intervals(given, wanted, binary, seed),
        "seed": seed,
        "right": right,
    }


def _intervals(
    given: Sequence[int], wanted: Sequence[int], binary: bool, seed: int
) -> dict[str, list[float] | str | None]:
    """Intervals of F1 and Matthews correlation, or why there are none."""
    import numpy as np

    counts = Counter(wanted)
    few = min(counts[name] for name in ({0, 1} if binary else counts))
    if few < FEWEST_OF_CLASS:
        note = f"a class has fewer than {FEWEST_OF_CLASS} texts"
        return {"f1_interval": None, "matthews_interval": None, "interval_note": note}
    names = sorted({*given, *wanted, *((0, 1) if binary else ())})
    table = np.zeros((len(names), len(names)))
    np.add.at(table, (np.searchsorted(names, wanted), np.searchsorted(names, given)), 1)
    found = table_intervals(table, lambda tables: _figures(tables, binary), seed)
    ends = {f"{name}_interval": list(bounds) for name, bounds in found.items()}
    return {**ends, "interval_note": None}


def _figures(tables: np.ndarray, binary: bool) -> dict[str, np.ndarray]:
    """F1 and Matthews correlation (Gorodkin 2004) of tables [draw, class, answer]."""
    import numpy as np

    hits = np.einsum("dii->di", tables)
    wanted, given = tables.sum(axis=2), tables.sum(axis=1)
    f1 = _ratio(2 * hits, wanted + given)
    texts = tables.sum(axis=(1, 2))
    covariance = hits.sum(axis=1) * texts - (wanted * given).sum(axis=1)
    spread = (texts**2 - (wanted**2).sum(axis=1)) * (texts**2 - (given**2).sum(axis=1))
    # The mean over classes leaves out those that neither the file nor an answer has.
    there = np.maximum((wanted + given > 0).sum(axis=1), 1)
    return {
        "f1": f1[:, 1] if binary else f1.sum(axis=1) / there,
        "matthews": _ratio(covariance, np.sqrt(spread)),
    }


def _ratio(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Zero where there is nothing to divide by, as scikit-learn has it."""
    import numpy as np

    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)


# --- masked -------------------------------------------------------------------------------
# The same classifier with and without its heads, on the same texts.


@dataclass(frozen=True)
class MaskCost:
    """What masking heads costs a classifier.

    Args:
        unmodified: see `understanding`.
        masked: the same with the heads masked; None where none is.
    """

    unmodified: dict[str, Any]
    masked: dict[str, Any] | None
    manifest: dict[str, Any]
    warnings: list[str]

    @property
    def turned(self) -> tuple[int, int]:
        """How many right answers masking loses, and how many it gains."""
        after = (self.masked or self.unmodified)["right"]
        pairs = Counter(zip(self.unmodified["right"], after, strict=True))
        return pairs[True, False], pairs[False, True]

    @property
    def p(self) -> float | None:
        """Exact McNemar p that masking changed nothing; None where no head is masked."""
        return None if self.masked is None else mcnemar_test(*self.turned)

    @property
    def change(self) -> dict[str, Any] | None:
        """What masking changes; None where no head is masked.

        Returns:
            `accuracy` (masked - unmodified, -1 to 1) with its `interval` (95%, over texts), right
            answers `lost` and `gained`, `p`, and `detectable`, the smallest change that would be
            detected with 80% power (None where these texts cannot show any).
        """
        import numpy as np

        if self.masked is None:
            return None
        before, after = (np.array(side["right"], float) for side in (self.unmodified, self.masked))
        interval = share_difference_interval(after - before)
        exact, (lost, gained) = detectable_turned(len(after)), self.turned
        least = None
        if interval is not None and exact is not None:
            least = max(exact, detectable_difference(*interval))
        return {
            "accuracy": float((after - before).mean()),
            "interval": None if interval is None else list(interval),
            "lost": lost,
            "gained": gained,
            "p": self.p,
            "detectable": least if least is not None and least <= 1 else None,
        }


def mask_cost(
    spec: ModelSpec, classes: Sequence[int], measured: Callable[[ModelSpec], Measurement]
) -> MaskCost:
    """Measure a classifier without its mask and, if it has one, with it.

    Args:
        classes: right answers, as the model counts them.
        measured: spec -> what `class_predictions` gives under its mask.
    """
    found = [measured(one) for one in dict.fromkeys((spec.unmasked(), spec))]
    scores = [understanding(each.values, classes) for each in found]
    warnings = [text for each in found for text in each.warnings]
    masked = scores[1] if len(scores) > 1 else None
    return MaskCost(scores[0], masked, found[-1].manifest, warnings)
