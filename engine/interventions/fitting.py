"""Fits from a model and pairs of sentences: erasures, and steering vectors with their layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError, InputTextError, UnusableModelError
from engine.core.families import SEQ2SEQ
from engine.core.intervention_text import method_name, slug
from engine.core.wording import counted, listed
from engine.files.fit_file import ERASURE, STEERING, Fit
from engine.inference.states import last_states, layer_states
from engine.interventions.affine import Erasure
from engine.interventions.inlp import inlp
from engine.interventions.judging import FitDirection, apart, judge_direction, judge_erasure
from engine.interventions.leace import leace
from engine.interventions.pairs import ConceptPairs
from engine.interventions.sentence_debias import sentence_debias
from engine.interventions.steering import (
    mean_difference,
    mean_length,
    principal_component,
    separation,
)
from engine.models.loading import MaskedLM

if TYPE_CHECKING:
    import numpy as np

SENTENCE_DEBIAS, INLP, LEACE = "sentence-debias", "inlp", "leace"
RANKS = {SENTENCE_DEBIAS: 1, INLP: 10, LEACE: 1}  # by default
DIRECTIONS: Mapping[str, FitDirection] = {
    "mean-difference": mean_difference,
    "principal-component": principal_component,
}
_PAIRS_A_DIMENSION = 3  # judging leaves about two fifths of the pairs to the fit


def fit_erasure(
    lm: MaskedLM,
    pairs: ConceptPairs,
    method: str,
    rank: int | None = None,
    seed: int = 0,
) -> Fit:
    """Fit an erasure on the states that a model's language-model head reads.

    It is fitted on all pairs. The accuracies of `about` are those of fits on a part of them, each
    tested on others, see `probe`.

    Args:
        lm: whatever is done to it is left out: a fit is of the model as it is.
        method: of `RANKS`.
        rank: dimensions that are taken away; rounds of INLP.
        seed: of folds, random controls and bootstrap.

    Raises:
        BiascopeError: if the model has no such states, or the pairs do not give so many dimensions.
    """
    check_method(method, RANKS)
    check_erasable(lm)
    plain = MaskedLM(lm.model)
    width = int(lm.model.network.config.hidden_size)
    wanted = checked_rank(method, rank, width, len(pairs))
    first, second = (last_states(plain, side) for side in (pairs.first, pairs.second))

    def fit(ours: np.ndarray, theirs: np.ndarray) -> Erasure:
        return erasure_of(ours, theirs, method, wanted)

    whole = fit(first, second)
    if whole.rank < wanted:
        raise InputTextError(
            f"{method_name(method)} finds {counted(whole.rank, 'dimension')} in which the states "
            f"of the two sides differ, and --rank asks for {wanted}; give pairs that differ more, "
            "or a lower --rank."
        )
    units, unit = pairs.units()
    judged = judge_erasure(first, second, units, fit, wanted, seed)
    about = {"pairs": _pairs_said(pairs, units, unit), "seed": seed, **judged}
    return _fit(lm, ERASURE, pairs.concept, method, 0, whole.rank, vars(whole), about)


def fit_steering(
    lm: MaskedLM,
    pairs: ConceptPairs,
    method: str,
    layer: int | None = None,
    seed: int = 0,
) -> Fit:
    """Fit a vector that leads from side B to side A in the output of a layer.

    It is as long as a state of the layer in the mean, so that a strength of 1 adds as much as is
    there. Without a layer, that with the largest separation is chosen on one half of the pairs, and
    the vector is judged on the other half; then it is fitted on all.

    Args:
        lm: whatever is done to it is left out: a fit is of the model as it is.
        method: of `DIRECTIONS`.
        layer: counted from 1.
        seed: of halves, folds, random controls and bootstrap.

    Raises:
        BiascopeError: if the model has no such layer, or it is not known where its layers end.
    """
    check_method(method, DIRECTIONS)
    check_layer(lm, layer)
    direction = DIRECTIONS[method]
    plain = MaskedLM(lm.model)
    first, second = (layer_states(plain, side) for side in (pairs.first, pairs.second))
    units, unit = pairs.units()
    judged_on = units >= 0
    about: dict[str, Any] = {"pairs": _pairs_said(pairs, units, unit), "seed": seed}
    if layer is None:
        chosen_on = _half(units, seed)
        judged_on = ~chosen_on
        found = [
            _held_out_separation(ours[chosen_on], theirs[chosen_on], units[chosen_on], direction)
            for ours, theirs in zip(first, second, strict=True)
        ]
        layer = 1 + max(range(len(found)), key=found.__getitem__)
        about["chosen"] = {"n": int(chosen_on.sum()), "separation": found}
    ours, theirs = first[layer - 1], second[layer - 1]
    unit_vector = direction(ours, theirs)
    if not unit_vector.any():
        raise InputTextError(
            f"The two sides of these pairs have the same states at layer {layer} of "
            f"{lm.model.source.checkpoint}; give pairs that differ in words it knows."
        )
    length = mean_length(_both(ours, theirs))
    about["strength_of_difference"] = apart(ours, theirs, unit_vector) / length
    about |= judge_direction(ours[judged_on], theirs[judged_on], units[judged_on], direction, seed)
    arrays = {"vector": unit_vector * length}
    return _fit(lm, STEERING, pairs.concept, method, layer, 1, arrays, about)


def erasure_of(first: np.ndarray, second: np.ndarray, method: str, rank: int) -> Erasure:
    """An erasure from states alone.

    Args:
        first: [pair, width], states of side A.
        second: [pair, width], states of side B.
        method: of `RANKS`.
        rank: of SentenceDebias and INLP; LEACE of two sides always has 1.
    """
    import numpy as np

    if method == SENTENCE_DEBIAS:
        return sentence_debias(first, second, rank)
    is_first = np.repeat([True, False], [len(first), len(second)])
    states = _both(first, second)
    return leace(states, is_first) if method == LEACE else inlp(states, is_first, rank)


# --- refusals -----------------------------------------------------------------------------
# Before any state is read.


def check_method(method: str, known: Mapping[str, Any]) -> None:
    """Refuse a method that is none of those known."""
    if method not in known:
        raise BiascopeError(f"--method is {listed(list(known))}; got {method[:40]!r}.")


def check_erasable(lm: MaskedLM) -> None:
    """Refuse a model without states that a language-model head reads."""
    model = lm.model
    if model.family.kind == SEQ2SEQ or model.is_classifier:
        what = "is a classifier" if model.is_classifier else "writes with a decoder"
        raise UnusableModelError(
            f"{model.source.checkpoint} {what}, and a concept is erased from the states that a "
            "language-model head reads; choose a masked or a causal language model."
        )


def check_layer(lm: MaskedLM, layer: int | None) -> None:
    """Refuse a layer that the model does not have; None is chosen later."""
    if layer is not None and not 1 <= layer <= lm.model.layers:
        raise InputTextError(
            f"{lm.model.source.checkpoint} has {counted(lm.model.layers, 'layer')}, and there is "
            f"no layer {layer}; --layer is 1 to {lm.model.layers}."
        )


def checked_rank(method: str, rank: int | None, width: int, pairs: int) -> int:
    """The rank of an erasure, or the usual one of its method.

    Args:
        rank: None for the usual one, or less where there are few pairs.
        width: numbers of a state.
        pairs: how many there are.

    Raises:
        InputTextError: if the method, the states or the pairs do not give so much.
    """
    most = min(width, pairs // _PAIRS_A_DIMENSION)
    if rank is None:
        return min(RANKS[method], most)
    if method == LEACE and rank != 1:
        raise InputTextError(
            f"LEACE takes away one dimension for a concept with two sides; got --rank {rank}. "
            "Leave --rank out, or choose sentence-debias or inlp."
        )
    if rank > width:
        raise InputTextError(
            f"The states of this model have {width} numbers, and --rank {rank} would take away "
            "more than all of them; choose a smaller one."
        )
    if not 1 <= rank <= most:
        raise InputTextError(
            f"{counted(pairs, 'pair')} give at most {counted(most, 'dimension')}, because a part "
            f"of them is kept to judge the fit; got --rank {rank}."
        )
    return rank


# --- parts --------------------------------------------------------------------------------


def _half(units: np.ndarray, seed: int) -> np.ndarray:
    """[pair], whether it is in the half on which the layer is chosen; units stay together."""
    import numpy as np

    drawn = np.random.default_rng(seed).permutation(np.unique(units))
    return np.isin(units, drawn[::2])


def _held_out_separation(
    first: np.ndarray, second: np.ndarray, units: np.ndarray, direction: FitDirection
) -> float:
    """Separation along a direction that is fitted on one half of the units, on the other half.

    Returns:
        Standard deviations of a side, the mean of both ways round.
    """
    import numpy as np

    ours = np.isin(units, np.unique(units)[::2])
    return sum(
        separation(first[~part], second[~part], direction(first[part], second[part])) / 2
        for part in (ours, ~ours)
    )


def _both(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.concatenate([first, second])


def _pairs_said(pairs: ConceptPairs, units: np.ndarray, unit: str) -> dict[str, Any]:
    return {**pairs.about(), "unit": unit, "units": int(units.max()) + 1}


def _fit(
    lm: MaskedLM,
    kind: str,
    concept: str,
    method: str,
    layer: int,
    rank: int,
    arrays: Mapping[str, np.ndarray],
    about: dict[str, Any],
) -> Fit:
    """A fit of this model, its numbers in single precision."""
    import numpy as np

    return Fit(
        kind,
        slug(concept),
        method,
        lm.model.source.checkpoint,
        lm.model.source.revision,
        lm.model.family.name,
        lm.model.layers,
        layer,
        rank,
        {name: np.asarray(values, np.float32) for name, values in arrays.items()},
        about,
    )
