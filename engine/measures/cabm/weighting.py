"""Weights of the three features: PCA, PCA and forest, SHAP and forest, equal, or the user's."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.measures.cabm import FEATURES
from engine.measures.cabm.forest import pca_loadings, shares

if TYPE_CHECKING:
    import numpy as np

    from engine.flow.asking import Derive


VERSION = 1  # rises when the weights of the same features change
SHAP_RF, PCA_RF, PCA, EQUAL, USER = "shap-rf", "pca-rf", "pca", "equal", "user"
AUTOMATIC = "automatic"  # SHAP and forest, or equal weights: see `weighting_rule`
LEARNED = (SHAP_RF, PCA_RF, PCA)
WEIGHTINGS = (*LEARNED, EQUAL)  # those that need nothing of the user's
FORESTS = (SHAP_RF, PCA_RF)
CHOICES = (AUTOMATIC, *WEIGHTINGS, USER)
NAMES = {
    AUTOMATIC: "automatic",
    SHAP_RF: "SHAP + RF",
    PCA_RF: "PCA + RF",
    PCA: "PCA",
    EQUAL: "equal",
    USER: "user-defined",
}

LEAST_TARGETS = 8
TREES, DRAWN_TREES = 200, 50  # of the forest, and of each bootstrap draw's
DRAWS = 100
_PCA_FACTOR = 10  # its draws cost next to nothing
_SAME = 1e-9  # relative spread below which a feature is constant
_SUM = 1e-3  # how far the user's weights may be from a sum of 1


def standardised(
    features: np.ndarray,
    used: Sequence[bool] | None = None,
    names: Sequence[str] = FEATURES,
) -> np.ndarray:
    """z-scores over targets, with the population standard deviation.

    Args:
        features: [target, feature], in their own units.
        used: which features have to vary, all by default; the others become 0 where they are
            constant.
        names: of the features, where the model has not all of them.

    Raises:
        InputTextError: if there are fewer than `LEAST_TARGETS`, or a feature that is used is
            the same for all.
    """
    if len(features) < LEAST_TARGETS:
        raise InputTextError(
            f"CABM needs at least {LEAST_TARGETS} occupations that can be compared, for z-scores, "
            f"forests and densities; there are {len(features)}."
        )
    centred = features - features.mean(axis=0)
    spread = features.std(axis=0)
    constant = spread <= _SAME * (1 + abs(features).max(axis=0))
    for place, name in enumerate(names):
        if constant[place] and (used is None or used[place]):
            raise InputTextError(_constant(name, float(features[0, place]), len(features)))
    spread[constant] = 1.0
    scores: np.ndarray = centred / spread
    scores[:, constant] = 0.0
    return scores


def _constant(name: str, value: float, targets: int) -> str:
    told = (
        f"{name}_bias is {value:.3f} for all {counted(targets, 'occupation')}, so it does not "
        "distinguish "
        "them and cannot be z-scored."
    )
    if name == "pmi":
        told += (
            " In balanced sentences it always is; count PMI in another corpus, or give the weights "
            "yourself with pmi at 0."
        )
    return told


def pca_weights(scores: np.ndarray) -> np.ndarray:
    """|loadings| of the first component, to a sum of 1. Source: CABM thesis, 2.5.1."""
    return shares(abs(pca_loadings(scores)[0]))


def equal_weights(names: Sequence[str] = FEATURES) -> np.ndarray:
    """An equal share each."""
    import numpy as np

    return np.full(len(names), 1 / len(names))


def by_feature(weights: np.ndarray, names: Sequence[str]) -> dict[str, float]:
    """Weights by name; a feature that the model does not have weighs 0."""
    return dict.fromkeys(FEATURES, 0.0) | dict(zip(names, weights.tolist(), strict=True))


def unlearned(weights: np.ndarray, names: Sequence[str]) -> dict[str, Any]:
    """Weights that are given, as `learn_weights` returns those that it learned."""
    return {"weights": by_feature(weights, names), "intervals": None, "draws": 0}


def user_weights(
    given: Mapping[str, float], names: Sequence[str] = FEATURES, free: bool = False
) -> np.ndarray:
    """Weights that a person chose.

    Args:
        given: feature -> weight; a feature left out weighs 0.
        names: features that the model has; they share the weight of the others.
        free: the weights may have any sum and are taken as they are, as the published ones.

    Returns:
        [name], sum 1 unless free.
    """
    import numpy as np

    for name, weight in given.items():
        if name not in FEATURES:
            raise InputTextError(f"{name!r} is not a feature; features are {', '.join(FEATURES)}.")
        if not math.isfinite(weight) or weight < 0 or (weight > 1 and not free):
            most = "at least 0" if free else "between 0 and 1"
            raise InputTextError(f"A weight is {most}; {name} has {weight:g}.")
    total = sum(given.values())
    if abs(total - 1) > _SUM and not free:
        written = ", ".join(f"{name} {weight:g}" for name, weight in given.items())
        raise InputTextError(f"The weights {written} sum to {total:.3f}; they have to sum to 1.")
    if not total:
        raise InputTextError("All weights are 0; give at least one feature a weight above 0.")
    kept = np.array([given.get(name, 0.0) for name in names])
    if not kept.any():
        missing = ", ".join(name for name in FEATURES if name not in names)
        raise InputTextError(
            f"All weight is on {missing}, which this model does not have; give some of it to "
            f"{' or '.join(names)}."
        )
    return kept if free else kept / kept.sum()


def parse_weights(text: str) -> dict[str, float]:
    """Weights as `pmi=0.5,cosine=0.3,context=0.2`."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition("="))
        try:
            weight = float(number)
        except ValueError:
            raise InputTextError(
                f"Weights are written pmi=0.5,cosine=0.3,context=0.2; got {text!r}."
            ) from None
        if name in found:
            raise InputTextError(f"{name} has two weights in {text!r}; give it one.")
        found[name] = weight
    return found


def learn_weights(
    features: np.ndarray,
    labels: Sequence[int | None],
    weighting: str,
    seed: int,
    draws: int = DRAWS,
    names: Sequence[str] = FEATURES,
) -> dict[str, Any]:
    """Learn the weights of one weighting, with their bootstrap over targets.

    Args:
        features: [target, feature], in their own units.
        labels: [target], the group of the list each is on, 0 or 1; None for none. Forests
            learn from these lists alone, never from anything made of the features.
        weighting: one of `WEIGHTINGS`.
        draws: bootstrap draws over targets; 0 for none.
        names: of the features; those that the model does not have weigh 0.

    Returns:
        JSON-ready: `weights` (of all features) and `intervals` (feature -> [low, high] at 95%),
        `draws` made; for forests `forest` (see `forest.forest_weights`), and for SHAP its `shap`.
    """
    if weighting not in WEIGHTINGS:
        raise ValueError(f"a weighting is one of {WEIGHTINGS}, got {weighting!r}")
    scores = standardised(features, names=names)
    if weighting == EQUAL:
        return unlearned(equal_weights(names), names)
    if weighting == PCA:
        found: dict[str, Any] = {"weights": pca_weights(scores)}
        drawn = _pca_draws(features, seed, _PCA_FACTOR * draws)
    else:
        from engine.measures.cabm import forest

        known = [place for place, label in enumerate(labels) if label is not None]
        listed = [label for label in labels if label is not None]
        forest.check_labels(listed)
        found = forest.forest_weights(scores, known, listed, weighting == SHAP_RF, seed, TREES)
        drawn = forest.drawn_weights(
            scores[known], listed, weighting == SHAP_RF, seed, draws, DRAWN_TREES
        )
    return {
        **found,
        "weights": by_feature(found["weights"], names),
        "intervals": _intervals(drawn, names),
        "draws": len(drawn),
    }


def kept_weights(
    derive: Derive,
    features: np.ndarray,
    labels: Sequence[int | None],
    weighting: str,
    seed: int,
    draws: int,
    names: Sequence[str],
) -> dict[str, Any]:
    """The weights of `learn_weights`, read from the store if known."""
    found: dict[str, Any] = derive(
        "cabm_weights",
        VERSION,
        {"features": features.tolist(), "labels": labels},
        {"weighting": weighting, "seed": seed, "draws": draws, "trees": [TREES, DRAWN_TREES]},
        lambda: learn_weights(features, labels, weighting, seed, draws, names),
    )
    return found


def _pca_draws(features: np.ndarray, seed: int, draws: int) -> np.ndarray:
    """PCA weights of targets drawn with replacement: [draw, feature]."""
    import numpy as np

    generator = np.random.default_rng(seed)
    found = []
    for _ in range(draws):
        drawn = features[generator.integers(0, len(features), len(features))]
        spread = drawn.std(axis=0)
        if (spread > _SAME).all():
            found.append(pca_weights((drawn - drawn.mean(axis=0)) / spread))
    return np.array(found)


def _intervals(drawn: np.ndarray, names: Sequence[str]) -> dict[str, list[float]] | None:
    """Percentile intervals at 95%; None where hardly any draw could be made."""
    import numpy as np

    if len(drawn) < 20:
        return None
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return {name: [float(low[place]), float(high[place])] for place, name in enumerate(names)}
