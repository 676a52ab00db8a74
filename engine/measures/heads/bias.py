"""Bias score of every head, by gradient and by real ablation, and their agreement (METHODS: Heads).

b[l, h] = d|d| / d m[l, h] at m = 1: how the distance of the SEAT effect size d from zero
changes with the gate of head h in layer l. b > 0: masking the head brings d nearer to zero
(a biased head); b < 0: it moves d away (an anti-biased head). It is a first-order reading,
so the ablation, d with that head really masked, is shown beside it.

Exact with bounded memory: one pass reads the vectors, d is differentiated by the vectors,
and a second pass pushes that gradient back to the gates, batch by batch.

Source: Yang et al. 2023 (Bias A-head?), section 3.2, equation 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.spec import HeadRef, parse_heads
from engine.core.wording import figure_text
from engine.inference.vectors import derivative, gate_gradient, pooled_vectors
from engine.measures.heads.value import HeadBiasValue
from engine.measures.health.unread import unread_in
from engine.measures.seat.association import effect_size
from engine.measures.seat.earlier import MARK, texts_of
from engine.measures.seat.measure import UNDEFINED, target_associations, texts_read
from engine.measures.seat.reading import PreparedTest, read_test
from engine.statistics import rank_correlation, wilson
from engine.words.contexts import MAX_CONTEXTS

if TYPE_CHECKING:
    import pandas as pd
    from torch import Tensor

    from engine.models.loading import MaskedLM


Value = TypeVar("Value")
# |d| has a kink at zero: below this its gradient changes sign with next to nothing.
NEAR_ZERO = 0.1


def bias_params(pooling: str, max_contexts: int = MAX_CONTEXTS) -> dict[str, Any]:
    """Parameters of the measure `head_bias`."""
    return {"pooling": pooling, "max_contexts": max_contexts}


def ablation_params(
    item: dict[str, Any], pooling: str, max_contexts: int = MAX_CONTEXTS
) -> dict[str, Any]:
    """Parameters of the measure `head_ablation`.

    Args:
        item: `AssociationTest.item()`.
    """
    return {"test": item, **bias_params(pooling, max_contexts)}


def ablation_items(layers: int, heads: int) -> list[dict[str, str]]:
    """Items of the measure `head_ablation`: every head of a model, layer by layer."""
    return [{"head": str(HeadRef(layer, head))} for layer in range(layers) for head in range(heads)]


def head_biases(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[HeadBiasValue]:
    """Bias score of every head, for each association test.

    Args:
        items: `AssociationTest.item()`.
        params: `bias_params()`.

    Returns:
        For each test `effect_size` (signed d; None where undefined, with `problem`),
        `gradient` ([layer][head], d|d| by the gate; > 0: a biased head), and what was read:
        `sizes`, `missing`, `skipped`, `inputs`, `tokens`, `warnings`.
    """
    return [_biases(lm, item, params) for item in items]


def _biases(lm: MaskedLM, item: dict[str, Any], params: dict[str, Any]) -> HeadBiasValue:
    reading = read_test(lm, item, params["pooling"], params["max_contexts"])
    told = texts_read(reading)
    vectors = pooled_vectors(lm, reading.shares, len(reading.examples))

    def effect(read: Tensor) -> Tensor | None:
        return effect_size(target_associations(read, reading), reading.size("x"))

    found = derivative(effect, vectors)
    if found is None:
        return {"effect_size": None, "gradient": None, "problem": UNDEFINED, **told}
    value, by_vectors = found
    if abs(value) < NEAR_ZERO:
        told["warnings"].append(
            f"The effect size is near zero ({figure_text(value, '+.3f')}), where |d| has a kink: "
            "the signs of the bias scores mean little."
        )
    sign = 1.0 if value > 0 else -1.0
    gradient = gate_gradient(lm, reading.shares, sign * by_vectors)
    return {"effect_size": value, "gradient": gradient.tolist(), "problem": None, **told}


def head_ablations(
    lm: MaskedLM, items: Sequence[dict[str, str]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Effect size with each head masked, beside the heads that are masked already.

    Args:
        items: `{"head": "layer-head"}`, counted from 1.
        params: `ablation_params()`.

    Returns:
        For each head `effect_size` (signed d; None where it is undefined), and `unread_words` where
        the vocabulary lacks pieces of the test's texts.
    """
    reading = read_test(lm, params["test"], params["pooling"], params["max_contexts"])
    lacking = [unread_in(lm.tokenizer, text) for text in texts_of(params["test"])]
    words = list(dict.fromkeys(word for found in lacking for word in found))
    more = {MARK: words} if words else {}
    return [{"effect_size": _ablated(lm, reading, item["head"]), **more} for item in items]


def _ablated(lm: MaskedLM, reading: PreparedTest, head: str) -> float | None:
    without = lm.without(parse_heads(head))
    vectors = pooled_vectors(without, reading.shares, len(reading.examples))
    effect = effect_size(target_associations(vectors, reading), reading.size("x"))
    return None if effect is None else float(effect)


def as_grid(values: Sequence[Value], layers: int) -> list[list[Value]]:
    """Values of all heads, layer by layer, as [layer][head]."""
    width = len(values) // layers
    return [list(values[layer * width : (layer + 1) * width]) for layer in range(layers)]


# --- frame --------------------------------------------------------------------------------
# One table has the head scores: bias score, ablation, and how far the two agree.

Grid = Sequence[Sequence[float | None]]


def head_frame(
    gradient: Sequence[Sequence[float]], effect: float, ablated: Grid | None = None
) -> pd.DataFrame:
    """One row a head with its numbers, layer by layer.

    Args:
        gradient: [layer][head], bias scores: d|d| by the gate.
        effect: signed d with no head masked.
        ablated: [layer][head], signed d with that head masked; None where it was not measured
            or is undefined.

    Returns:
        `layer` and `head` (from 1), `name`, `bias_score` (> 0: a biased head), `share` (percent
        of the sum of all |scores|), `rank` (1: the most biased), `ablated_effect_size`,
        `ablation` (|d| lost with the head masked; > 0: a biased head) and `gap` (ablation -
        bias score: what a straight line does not see). NaN where there is no ablation.
    """
    import numpy as np
    import pandas as pd

    scores = np.array(gradient, float)
    refs = [HeadRef(layer, head) for layer, head in np.ndindex(*scores.shape)]
    frame = pd.DataFrame(np.array(refs) + 1, columns=["layer", "head"])
    frame["name"] = list(map(str, refs))
    frame["bias_score"] = scores.ravel()
    sizes = frame["bias_score"].abs()
    frame["share"] = 100 * sizes / sizes.sum() if sizes.sum() else 0.0
    frame["rank"] = frame["bias_score"].rank(ascending=False, method="first").astype(int)
    frame["ablated_effect_size"] = np.nan if ablated is None else np.array(ablated, float).ravel()
    frame["ablation"] = abs(effect) - frame["ablated_effect_size"].abs()
    frame["gap"] = frame["ablation"] - frame["bias_score"]
    return frame


# --- agreement ----------------------------------------------------------------------------
# Two numbers per head agree or not: gradient and ablation, or two models.


def ranks_agreement(
    first: Sequence[float | None], second: Sequence[float | None], seed: int = 0
) -> dict[str, Any]:
    """Whether two numbers rank the heads of a model alike, and agree on their sides of zero.

    Args:
        first: [head]; a head that is None on either side is left out.

    Returns:
        `rho` (Spearman), its `interval` over heads, `n`, `same_side` (share of heads above
        zero in both, or in neither; 0 to 1) and `same_side_interval` (Wilson); None where
        undefined.
    """
    pairs = [
        (one, other)
        for one, other in zip(first, second, strict=True)
        if one is not None and other is not None
    ]
    if not pairs:
        return {**dict.fromkeys(("rho", "interval", "same_side", "same_side_interval")), "n": 0}
    same = sum((one > 0) == (other > 0) for one, other in pairs)
    return {
        **rank_correlation([one for one, _ in pairs], [other for _, other in pairs], seed),
        "same_side": same / len(pairs),
        "same_side_interval": list(wilson(same, len(pairs))),
    }
