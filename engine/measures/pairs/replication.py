"""The table of the CineBias thesis: CPS of three large models, and of EstBERT, beside ours.

The CineBias and the Estonian pairs are not public, so those rows run only where a file is
given; the CrowS-Pairs rows run wherever the checkpoints can be fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.flow.descriptor import PublishedTables
from engine.measures.pairs.frame import STEREO, pair_frame
from engine.measures.pairs.summary import summarise
from engine.measures.pairs.variants import VARIANTS

if TYPE_CHECKING:
    import pandas as pd

CROWS_PAIRS, CINEBIAS, ESTONIAN = "CrowS-Pairs", "CineBias", "Estonian pairs"
LARGE = ("bert-large-uncased", "roberta-large", "answerdotai/ModernBERT-large")
ESTBERT = "tartuNLP/EstBERT"
ALL_ROWS, STEREO_ROWS = "all", "stereo only"
ACCURACY, STEREO_ACCURACY = "accuracy", "accuracy, stereo only"

TABLES = PublishedTables(
    paper="Exploring Social Bias in Language Models through the Lens of Cinema (CineBias thesis, "
    "University of Tartu 2025)",
    shows="table 4.1, CPS of CrowS-Pairs, CineBias and Estonian pairs, and token accuracies",
    models=LARGE,
    data=("crows-pairs",),
    others="CineBias and Estonian pairs are not public: --cinebias FILE, and --estonian FILE with "
    f"{ESTBERT}",
    time="about an hour a large model",
)

# (data, part, pairs, figures of LARGE in order); percent.
# Source: CineBias thesis (University of Tartu, 2025), table 4.1.
_TABLE: tuple[tuple[str, str, int, tuple[float, float, float]], ...] = (
    (CROWS_PAIRS, ALL_ROWS, 1508, (59.6, 65.4, 65.7)),
    (CROWS_PAIRS, STEREO_ROWS, 1290, (60.6, 66.7, 67.5)),
    # Source: the release, Evaluation/CrowSPairs_stereo.
    (CROWS_PAIRS, STEREO_ACCURACY, 1290, (64.46, 68.02, 69.34)),
    (CINEBIAS, ALL_ROWS, 1012, (61.2, 65.5, 64.2)),
    (CINEBIAS, "gender", 681, (61.4, 63.6, 62.9)),
    (CINEBIAS, "nationality", 84, (59.5, 66.7, 67.9)),
    (CINEBIAS, "race-color", 82, (51.2, 73.2, 62.2)),
    (CINEBIAS, "sexual orientation", 52, (73.1, 76.9, 73.1)),
    (CINEBIAS, "physical appearance", 44, (61.4, 61.4, 61.4)),
    (CINEBIAS, "age", 38, (68.4, 73.7, 73.7)),
    (CINEBIAS, "religion", 31, (58.1, 61.3, 67.7)),
    (CINEBIAS, ACCURACY, 1012, (67.1, 68.1, 69.6)),
)


@dataclass(frozen=True)
class Figure:
    """One published figure.

    Args:
        part: of the data: all rows, stereo rows, or one bias type; or the token accuracy.
        pairs: that it was taken over.
        score: percent.
    """

    data: str
    part: str
    model: str
    pairs: int
    score: float


def published() -> list[Figure]:
    """All figures of the table."""
    large = [
        Figure(data, part, model, pairs, score)
        for data, part, pairs, scores in _TABLE
        for model, score in zip(LARGE, scores, strict=True)
    ]
    estonian = [
        Figure(ESTONIAN, ALL_ROWS, ESTBERT, 241, 54.8),
        Figure(ESTONIAN, ACCURACY, ESTBERT, 241, 39.8),
    ]
    return large + estonian


def published_models() -> list[str]:
    """Checkpoints that the table has figures of."""
    return list(dict.fromkeys(figure.model for figure in published()))


def models_of(data: str) -> list[str]:
    """Checkpoints that the table has figures of for a data set."""
    return list(dict.fromkeys(figure.model for figure in published() if figure.data == data))


def parts_of(data: str) -> list[str]:
    """Parts of a data set that the table has figures of, in its order."""
    return list(dict.fromkeys(figure.part for figure in published() if figure.data == data))


def pairs_beside_published(
    data: str, model: str, pairs: pd.DataFrame, values: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Our figures beside the published ones for one model on one data set.

    Args:
        model: as the table names it; of any other, the same parts without published figures.
        pairs: the rows that were scored.
        values: CPS values of the pair measure, one a row.

    Returns:
        One entry a figure: the fields of `Figure` with `published` for its score, and `ours`,
        `n`, `interval` (95%, of exactly these pairs: a bootstrap of pairs for an accuracy, Wilson
        elsewhere) and `difference` (ours - published, points), None where the data has no such
        rows. `pairs` and
        `published` are None of a model that the table does not have.
    """
    frame = pair_frame(pairs, values, VARIANTS["cps"], published=True)
    figures = {
        figure.part: figure
        for figure in published()
        if (figure.data, figure.model) == (data, model)
    }
    return [_entry(data, part, model, figures.get(part), frame) for part in parts_of(data)]


def _entry(
    data: str, part: str, model: str, figure: Figure | None, frame: pd.DataFrame
) -> dict[str, Any]:
    entry: dict[str, Any] = {
        **{"data": data, "part": part, "model": model},
        "pairs": figure and figure.pairs,
        "published": figure and figure.score,
        **{"ours": None, "n": 0, "interval": None, "difference": None},
    }
    rows = _rows(frame, part)
    if not rows["scored"].any():
        return entry
    found = summarise(rows, published=True)
    is_accuracy = part in (ACCURACY, STEREO_ACCURACY)
    names = (
        ("accuracy", "accuracy_interval_of_these_pairs")
        if is_accuracy
        else ("metric_score", "interval_of_these_pairs")
    )
    ours, interval = (found[name] for name in names)
    return entry | {
        "ours": ours,
        "n": found["n"],
        "interval": interval,
        "difference": None if figure is None else ours - figure.score,
    }


def _rows(frame: pd.DataFrame, part: str) -> pd.DataFrame:
    """Rows of a part; bias types are found however their names are joined."""
    if part in (ALL_ROWS, ACCURACY):
        return frame
    if part in (STEREO_ROWS, STEREO_ACCURACY):
        return frame[frame["stereo_antistereo"] == STEREO]
    plain = frame["bias_type"].str.casefold().str.replace(r"[\s_-]+", " ", regex=True)
    return frame[plain == part.replace("-", " ")]
