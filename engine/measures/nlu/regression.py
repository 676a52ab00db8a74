"""Numbers that a sequence classifier with one output gives texts, as for STS-B, GLUE's regression.

Read as they leave the network: an activation that a library adds when it is asked, such as the
sigmoid of a cross-encoder, leaves Spearman's correlation as it is and can change Pearson's.

Source: Cer et al. 2017 (STS-B); metrics of Wang et al. 2018.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.flow.asking import Measurement
from engine.inference.runner import class_scores
from engine.measures.nlu.reading import read_texts
from engine.statistics.correlation import (
    correlation_change_interval,
    fisher_interval,
    spearman_interval,
)

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

FEWEST = 3  # texts; a correlation of fewer says nothing
_PERFECT = 1 - 1e-9


def gives_numbers(lm: MaskedLM) -> bool:
    """Whether a sequence classifier has one output, which is a number and not a class."""
    return bool(lm.model.network.config.num_labels == 1)


def text_scores(
    lm: MaskedLM, items: Sequence[dict[str, Any]], _params: dict[str, Any]
) -> list[dict[str, Any]]:
    """The number that a regression head gives each text.

    Args:
        lm: of `loading.load_classifier`, with one output.
        items: `{"text": ..., "second": ... or None}`.

    Returns:
        For each text `score`, on the scale that the head was trained on; or `problem`, one
        sentence, where it is longer than the model reads or the model gives no number for it.
    """
    return [
        {"problem": found} if isinstance(found, str) else _value(found[0])
        for found in read_texts(lm, items, class_scores)
    ]


def _value(score: float) -> dict[str, Any]:
    if not math.isfinite(score):
        return {"problem": "The model gave a score that is no number for this text."}
    return {"score": score}


def label_numbers(labels: Sequence[str]) -> list[float]:
    """Labels of a file as numbers.

    Raises:
        InputTextError: where one is no number, or all are the same.
    """
    numbers = []
    for label in labels:
        number = _number(label)
        if number is None:
            raise InputTextError(
                f"The file has the label {label!r}; this model gives each text one number, as for "
                "STS-B, so labels have to be numbers too."
            )
        numbers.append(number)
    if len(set(numbers)) == 1:
        hidden = " (GLUE's test files hide them)" if numbers[0] == -1 else ""
        raise InputTextError(
            f"All {counted(len(numbers), 'label', 'are')} {labels[0]}{hidden}; a correlation "
            "needs labels that "
            "differ, such as those of STS-B's dev file."
        )
    return numbers


def _number(label: str) -> float | None:
    try:
        number = float(label)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def closeness(values: Sequence[dict[str, Any]], wanted: Sequence[float]) -> dict[str, Any]:
    """How far scores go with a file's labels.

    Args:
        values: what `text_scores` returned.
        wanted: [text], the labels.

    Returns:
        `n`, `skipped`, `pearson` and `spearman` (-1 to 1; 0 is no relation) with their 95%
        `pearson_interval` and `spearman_interval` (Fisher's transformation; None below four
        texts), and `scores` ([text], None where it could not be read). A correlation is None where
        all scores, or the labels of all texts that were read, are the same.

    Raises:
        InputTextError: if fewer than three texts could be read.

    Source: Pearson 1895; Spearman 1904; intervals: Fisher 1921, Bonett and Wright 2000.
    """
    import numpy as np
    from scipy.stats import rankdata

    scores = [value.get("score") for value in values]
    read = np.array(
        [(score, label) for score, label in zip(scores, wanted, strict=True) if score is not None],
        float,
    ).reshape(-1, 2)
    if len(read) < FEWEST:
        raise InputTextError(
            f"{len(read)} of {len(values)} texts could be read by this model; a correlation needs "
            f"{FEWEST} at least."
        )
    varies = bool((np.ptp(read, axis=0) > 0).all())
    pearson = float(np.corrcoef(read.T)[0, 1]) if varies else None
    spearman = float(np.corrcoef(rankdata(read, axis=0).T)[0, 1]) if varies else None
    return {
        "n": len(read),
        "skipped": len(values) - len(read),
        "pearson": pearson,
        "pearson_interval": _pearson_interval(pearson, len(read)),
        "spearman": spearman,
        "spearman_interval": None if spearman is None else spearman_interval(spearman, len(read)),
        "scores": scores,
    }


def _pearson_interval(pearson: float | None, cases: int) -> tuple[float, float] | None:
    """Fisher's; where all texts lie on a line, that of a perfect order, which has a width."""
    if pearson is None:
        return None
    if abs(pearson) > _PERFECT:
        return spearman_interval(math.copysign(1.0, pearson), cases)
    return fisher_interval(pearson, cases)


@dataclass(frozen=True)
class ScoreCost:
    """What masking heads costs a regression head.

    Args:
        unmodified: see `closeness`.
        masked: the same with the heads masked; None where none is.
        change: `pearson`, `spearman` (masked - unmodified) and their `pearson_interval` and
            `spearman_interval` (95%, bootstrap over texts; None below 40 texts); None where no
            head is masked.
    """

    unmodified: dict[str, Any]
    masked: dict[str, Any] | None
    change: dict[str, Any] | None
    manifest: dict[str, Any]
    warnings: list[str]


def score_cost(
    spec: ModelSpec,
    wanted: Sequence[float],
    measured: Callable[[ModelSpec], Measurement],
    seed: int = 0,
) -> ScoreCost:
    """Measure a regression head without its mask and, if it has one, with it.

    Args:
        wanted: [text], the labels.
        measured: spec -> what `text_scores` gives under its mask.
        seed: of the bootstrap of the change.
    """
    found = [measured(one) for one in dict.fromkeys((spec.unmasked(), spec))]
    sides = [closeness(each.values, wanted) for each in found]
    warnings = [text for each in found for text in each.warnings]
    masked = sides[1] if len(sides) > 1 else None
    change = None if masked is None else _change(sides[0], masked, wanted, seed)
    return ScoreCost(sides[0], masked, change, found[-1].manifest, warnings)


def _change(
    before: dict[str, Any], after: dict[str, Any], wanted: Sequence[float], seed: int
) -> dict[str, Any]:
    both = [
        row
        for row in zip(wanted, before["scores"], after["scores"], strict=True)
        if None not in row
    ]
    labels, first, second = ([float(part) for part in side] for side in zip(*both, strict=True))
    intervals = correlation_change_interval(labels, first, second, seed)
    found: dict[str, Any] = {"seed": seed}
    for name, interval in intervals.items():
        known = before[name] is not None and after[name] is not None
        found[name] = after[name] - before[name] if known else None
        found[f"{name}_interval"] = interval if known else None
    return found
