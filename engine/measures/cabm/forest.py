"""Random forests on the features, and what they rest on: the one place that imports shap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.statistics import wilson

if TYPE_CHECKING:
    import numpy as np
    from sklearn.ensemble import RandomForestClassifier


LEAST_LABELLED = 4  # of each list


def check_labels(labels: Sequence[int]) -> None:
    """Refuse lists that no forest can learn.

    Raises:
        InputTextError: if a list has fewer than `LEAST_LABELLED` targets.
    """
    sizes = Counter(labels)
    if min(sizes[0], sizes[1]) < LEAST_LABELLED:
        raise InputTextError(
            f"A forest learns from two lists of at least {LEAST_LABELLED} occupations each; these "
            f"have {sizes[0]} and {sizes[1]}. Use the weighting pca or equal, or give a column "
            "list."
        )


def grow_forest(
    inputs: np.ndarray, labels: Sequence[int], trees: int, seed: int, tried: bool = False
) -> RandomForestClassifier:
    """A forest that tells the lists apart.

    Args:
        inputs: [target, feature or component].
        labels: [target], 0 or 1.
        tried: also try each target on the trees that did not see it.
    """
    from sklearn.ensemble import RandomForestClassifier

    forest = RandomForestClassifier(trees, random_state=seed, n_jobs=1, oob_score=tried)
    return forest.fit(inputs, labels)


def shap_values(forest: RandomForestClassifier, scores: np.ndarray) -> tuple[np.ndarray, float]:
    """What each feature adds to the probability of the first list.

    Returns:
        [target, feature], and the base value; their sum is the forest's probability.

    Source: Lundberg et al. 2020, TreeExplainer.
    """
    from shap import TreeExplainer

    first = list(forest.classes_).index(0)
    explained = TreeExplainer(forest)(scores)
    return explained.values[:, :, first], float(explained.base_values[0, first])


def forest_weights(
    scores: np.ndarray,
    known: Sequence[int],
    labels: Sequence[int],
    by_shap: bool,
    seed: int,
    trees: int,
) -> dict[str, Any]:
    """Weights by a forest, with how well it tells the lists apart.

    Args:
        scores: [target, feature], all targets.
        known: places of those with a label.
        labels: of those.

    Returns:
        `weights` [feature]; `forest`: `right` of `n` targets told apart by trees that had not
        seen them, with Wilson `interval`, `trees`, `seed`; and for SHAP `shap`: `values`
        [target][feature], `base`, `probability` [target] of the first list, `mean` |value|
        over the labelled targets.

    Source: CABM thesis, 2.5.2 and 2.5.3.
    """
    if not by_shap:
        weights, forest = _pca_forest(scores[[*known]], labels, trees, seed, tried=True)
        return {"weights": weights, "forest": _out_of_bag(forest, labels, seed)}
    forest = grow_forest(scores[[*known]], labels, trees, seed, tried=True)
    values, base = shap_values(forest, scores)
    mean = abs(values[[*known]]).mean(axis=0)
    first = list(forest.classes_).index(0)
    return {
        "weights": shares(mean),
        "forest": _out_of_bag(forest, labels, seed),
        "shap": {
            "values": values.tolist(),
            "base": base,
            "probability": forest.predict_proba(scores)[:, first].tolist(),
            "mean": mean.tolist(),
        },
    }


def drawn_weights(
    scores: np.ndarray, labels: Sequence[int], by_shap: bool, seed: int, draws: int, trees: int
) -> np.ndarray:
    """Weights of targets drawn with replacement within each list: [draw, feature].

    Each draw grows its own, smaller forest: the draw decides, not the number of trees.
    """
    import numpy as np

    generator = np.random.default_rng(seed)
    places = [np.flatnonzero(np.array(labels) == label) for label in (0, 1)]
    found = []
    for draw in range(draws):
        rows = np.concatenate([generator.choice(place, len(place)) for place in places])
        drawn = [labels[row] for row in rows]
        if by_shap:
            values, _ = shap_values(
                grow_forest(scores[rows], drawn, trees, seed + draw), scores[rows]
            )
            found.append(shares(abs(values).mean(axis=0)))
        else:
            found.append(_pca_forest(scores[rows], drawn, trees, seed + draw)[0])
    return np.array(found)


def _pca_forest(
    scores: np.ndarray, labels: Sequence[int], trees: int, seed: int, tried: bool = False
) -> tuple[np.ndarray, RandomForestClassifier]:
    """Importances of the components mapped back to the features through |loadings|."""
    spread = scores.std(axis=0)
    spread[spread == 0] = 1.0  # a draw may repeat one value
    again = (scores - scores.mean(axis=0)) / spread
    loadings = pca_loadings(again)
    forest = grow_forest(again @ loadings.T, labels, trees, seed, tried)
    return shares(forest.feature_importances_ @ abs(loadings)), forest


def _out_of_bag(forest: RandomForestClassifier, labels: Sequence[int], seed: int) -> dict[str, Any]:
    """How many labelled targets are classified correctly by trees that had not seen them."""
    import numpy as np

    votes = forest.oob_decision_function_
    seen = ~np.isnan(votes).any(axis=1)
    right = int((forest.classes_[votes[seen].argmax(axis=1)] == np.array(labels)[seen]).sum())
    total = int(seen.sum())
    return {
        "right": right,
        "n": total,
        "interval": list(wilson(right, total)),
        "trees": forest.n_estimators,
        "seed": seed,
    }


# --- loadings -----------------------------------------------------------------------------
# Principal components of the features, and sizes as weights that sum to 1.


def pca_loadings(scores: np.ndarray) -> np.ndarray:
    """Loadings of the principal components of z-scores.

    Returns:
        [component, feature], by falling variance, each turned so that its largest loading is
        positive.
    """
    import numpy as np

    _, _, loadings = np.linalg.svd(scores - scores.mean(axis=0), full_matrices=False)
    largest = np.abs(loadings).argmax(axis=1)
    signs = np.sign(loadings[np.arange(len(loadings)), largest])
    return loadings * signs[:, None]


def shares(sizes: np.ndarray) -> np.ndarray:
    """Sizes of at least 0 as weights that sum to 1; equal ones where all are 0."""
    import numpy as np

    total = float(sizes.sum())
    return sizes / total if total > 0 else np.full(len(sizes), 1 / len(sizes))
