"""What CABM gives, key by key: vectors, weights and their validation."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from engine.flow.packing import Packed


class FramedValue(TypedDict):
    """Vectors of a framed sentence; see `cabm.vectors.framed_vectors`."""

    target: Packed
    word: Packed
    sentence: NotRequired[Packed]  # not where no sentence vector was asked for


class CabmWeights(TypedDict):
    """Weight of each feature, with its intervals; see `cabm.weighting.learn_weights`."""

    weights: dict[str, float]
    intervals: dict[str, Any] | None
    draws: int


class ForestScore(TypedDict):
    """How well a forest tells the lists apart; see `cabm.forest.forest_weights`."""

    right: int
    n: int
    interval: list[float]
    trees: int
    seed: int


class ForestWeights(CabmWeights):
    """Weights that a forest learned."""

    forest: ForestScore


class ShapExplained(TypedDict):
    """What each feature adds to the probability of the first list; all but `mean` by target."""

    values: list[list[float]]
    base: float
    probability: list[float]
    mean: list[float]


class ShapWeights(ForestWeights):
    """The same, with the SHAP values that they are made of."""

    shap: ShapExplained


class CabmValidation(TypedDict):
    """The validation panel; see `cabm.validation.validation`."""

    problems: dict[str, str | None]
    holm: dict[str, Any]
    categories: dict[str, dict[str, int]]
    weightings: list[dict[str, Any]]
    unmasking: dict[str, Any] | None
