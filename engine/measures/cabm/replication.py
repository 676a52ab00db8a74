"""Figures of the CABM thesis (SLIIT, 2024) beside ours.

The thesis measured bert-base-uncased, partly fine-tuned, on 927 WinoBias sentences whose
choice it does not describe, with PMI from a corpus it does not name. So the order of the
figures is what can be expected to agree, not their digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.flow.beside import PublishedFigure
from engine.flow.descriptor import PublishedTables
from engine.measures.cabm import FEATURES
from engine.measures.cabm.features import PRINTED
from engine.measures.cabm.weighting import PCA, PCA_RF, SHAP_RF

MODEL = "bert-base-uncased"
TABLES = PublishedTables(
    paper="Developing a Metric to Detect Gender Bias in Contextual Word Embeddings (CABM thesis; "
    "SLIIT 2024)",
    shows="2.5 and 2.6: weights, dispersion, correlations, agreements, three injected models",
    models=(MODEL,),
    data=("winobias",),
    time="about five minutes",
    options=("--model", "{place}"),
)
WEIGHTS, SPREAD, CORRELATION, AGREEMENT = "weights", "spread", "correlation", "category agreement"
UNMASKING, SEPARATION, STABILITY = "unmasking agreement", "separation", "over three models"


# (first, second, Pearson, Spearman, category agreement). Source: 2.6.4 and 2.6.5.
_PAIRS = (
    (SHAP_RF, PCA_RF, 0.9314, 0.9298, 64.10),
    (SHAP_RF, PCA, 0.7000, 0.6403, 94.87),
    (PCA_RF, PCA, 0.7909, 0.7047, 69.23),
)
_UNMASKING = {SHAP_RF: 69.23, PCA_RF: 51.28, PCA: 56.41}
# Source: 2.6.2. U and d are between categories, which are cut from the same scores.
_SPREAD = {
    SHAP_RF: {"standard_deviation": 0.3776, "variance": 0.1426, "iqr": 0.3848, "cohens_d": 3.33},
    PCA_RF: {"standard_deviation": 0.5048, "variance": 0.2549, "iqr": 0.6392, "cohens_d": 4.14},
}
_MORE = (
    PublishedFigure(SEPARATION, SHAP_RF, "u", 198.0),
    PublishedFigure(SEPARATION, PCA_RF, "median_difference", 1.0467),
    PublishedFigure(STABILITY, "WEAT", "standard_deviation", 0.0111),
    PublishedFigure(STABILITY, "CABM", "standard_deviation", 0.0385),
)


def published() -> list[PublishedFigure]:
    """All figures, in the order of the thesis; shares are in percent."""
    figures = [
        PublishedFigure(WEIGHTS, name, feature, weight)
        for name, weights in PRINTED.items()
        for feature, weight in zip(FEATURES, weights, strict=True)
    ]
    for name, found in _SPREAD.items():
        figures += [
            PublishedFigure(SEPARATION if quantity == "cohens_d" else SPREAD, name, quantity, score)
            for quantity, score in found.items()
        ]
    for first, second, pearson, spearman, agreement in _PAIRS:
        name = paired(first, second)
        figures += [
            PublishedFigure(CORRELATION, name, "pearson", pearson),
            PublishedFigure(CORRELATION, name, "spearman", spearman),
            PublishedFigure(AGREEMENT, name, "percent", agreement),
        ]
    figures += [
        PublishedFigure(UNMASKING, name, "percent", score) for name, score in _UNMASKING.items()
    ]
    return [*figures, *_MORE]


def paired(first: str, second: str) -> str:
    """Name of two weightings, whichever comes first."""
    return " and ".join(sorted((first, second)))


def our_figures(
    weights: Mapping[str, Mapping[str, float]], panels: Mapping[str, Mapping[str, Any]]
) -> dict[tuple[str, str, str], float | None]:
    """Our figures under the names of the published ones.

    Args:
        weights: weighting -> feature -> weight.
        panels: weighting -> its validation panel.
    """
    found: dict[tuple[str, str, str], float | None] = {}
    for name, given in weights.items():
        found |= {(WEIGHTS, name, feature): weight for feature, weight in given.items()}
    for name, panel in panels.items():
        found |= {(SPREAD, name, key): value for key, value in panel["spread"].items()}
        test = panel["mann_whitney_categories"] or {}
        found |= {
            (SEPARATION, name, key): test.get(key) for key in ("cohens_d", "u", "median_difference")
        }
        if panel["unmasking"]:
            found[UNMASKING, name, "percent"] = panel["unmasking"][name]["agreement"]
        for pair in panel["weightings"]:
            both = paired(pair["first"], pair["second"])
            found[CORRELATION, both, "pearson"] = pair["pearson"]
            found[CORRELATION, both, "spearman"] = pair["spearman"]
            found[AGREEMENT, both, "percent"] = pair["agreement"]
    return found
