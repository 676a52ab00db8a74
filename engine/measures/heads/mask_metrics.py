"""What a set of masked heads is judged by: how much bias is left, and what masking cost.

Each metric is one measure on fixed texts, so that every mask is judged by the same ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.core.families import CAUSAL, MASKED
from engine.measures.completion.next_word import ends_with_gap
from engine.measures.heads.changes import Change, effect_change, perplexity_change, share_change
from engine.measures.heads.halves import of_words
from engine.measures.health.check import PARAMS, correct_completions, health_items, prompts
from engine.measures.lpbs.sets import Domain, bundled_domains
from engine.measures.pairs.data.sample import stratified_pairs
from engine.measures.pairs.data.sets import BUNDLED, load_pairs
from engine.measures.perplexity.masked import fit_of_texts
from engine.measures.seat.measure import seat_params
from engine.measures.seat.value import SeatValue, families_of
from engine.statistics.clusters import numbered
from engine.statistics.shares import exact_share_interval
from engine.words.contexts import MAX_CONTEXTS

SEAT, PPPL, CLOZE, PAIRS = "seat", "pppl", "cloze", "pairs"
PERPLEXITY = "perplexity"
_VARIANTS = {MASKED: "cps", CAUSAL: "clm"}
_COSTS = {MASKED: PPPL, CAUSAL: PERPLEXITY}
PAIRS_SAMPLE = 60  # pairs of all types; a mask has to be judged while the user waits


@dataclass(frozen=True)
class MetricReading:
    """One figure of one mask.

    Args:
        value: None where it is not defined.
        low: lower end of its 95% interval; None where there is none.
        n: texts, targets or pairs behind it.
        p: of its test; None where there is none.
        parts: what each of them gives, in the same order under every mask; empty where that is
            not known.
        first: of `parts`, how many belong to the first set of targets.
        sizes: [part] of sentences, how many tokens each has; empty of other parts.
        clusters: [part] of pairs, the number of the word pair that each swaps; of target sentences
            that put the same words into frames, the number of the word; empty of others.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    p: float | None = None
    parts: tuple[float, ...] = ()
    first: int = 0
    sizes: tuple[float, ...] = ()
    clusters: tuple[int, ...] = ()

    @property
    def bounds(self) -> tuple[float, float, float] | None:
        """Value and both ends of its interval; None where one of them is not defined."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return self.value, self.low, self.high


# A figure before and after -> its change; None where that is not defined.
Compare = Callable[[MetricReading, MetricReading], Change | None]


@dataclass(frozen=True, eq=False)
class MaskMetric:
    """One figure that a mask changes.

    Args:
        counted: what its n counts.
        neutral: the value that means no bias; None for a figure of quality.
        digits: decimals it is written with.
        measure: name of the measure, with its items and parameters.
        read: values of the measure -> the figure.
    """

    name: str
    title: str
    counted: str
    neutral: float | None
    digits: int
    measure: str
    items: Sequence[Any]
    params: dict[str, Any]
    read: Callable[[Sequence[Any]], MetricReading]
    compare: Compare


def mask_metrics(
    item: dict[str, Any],
    pooling: str,
    kind: str,
    seed: int = 0,
    max_contexts: int = MAX_CONTEXTS,
    targets: Collection[str] = (),
) -> dict[str, MaskMetric]:
    """The metrics that apply to a kind of model, by name.

    Args:
        item: `AssociationTest.item()`.
        kind: of the model's family; only `masked` has pseudo-perplexity and LPBS, only `causal`
            has perplexity, and only these two have cloze and pair scores.
        targets: the words that the association is judged by, as those that chose no head; all
            where none are named.
    """
    params = seat_params(pooling, seed=seed, max_contexts=max_contexts)
    sizes = partial(change_of_effect, size=True)
    read, asked = partial(_distance, targets=targets), [item]
    title = "SEAT |d|, other words" if targets else "SEAT |d|"
    found = [MaskMetric(SEAT, title, "targets", 0.0, 2, "seat", asked, params, read, sizes)]
    if kind == MASKED:
        found.append(_language_cost(PPPL, "Pseudo-perplexity", seed))
        found += [_lpbs(domain, seed) for domain in bundled_domains().values()]
    if kind == CAUSAL:
        found.append(_language_cost(PERPLEXITY, "Perplexity", seed))
    if kind in _VARIANTS:
        found.append(_pairs(_VARIANTS[kind], seed))
        found.append(_cloze() if kind == MASKED else _continued())
    return {metric.name: metric for metric in found}


def cost_of(kind: str) -> str | None:
    """Name of the metric of language cost of a kind of model; None where it has none."""
    return _COSTS.get(kind)


def _within(
    value: float | None,
    interval: Sequence[float] | None,
    n: int,
    parts: Iterable[float] = (),
    first: int = 0,
) -> MetricReading:
    low, high = interval or (None, None)
    return MetricReading(value, low, high, n, None, tuple(parts), first)


def signed_effect(values: Sequence[SeatValue], targets: Collection[str] = ()) -> MetricReading:
    """d of an association test with its interval, its p and the association of each target.

    Args:
        targets: as of `mask_metrics`.
    """
    value = of_words(values[0], targets)
    sizes = value["sizes"]
    parts = [entry["s"] for entry in value["associations"]]
    read = _within(
        value["effect_size"], value["interval"], sizes["x"] + sizes["y"], parts, sizes["x"]
    )
    grouped = families_of(value)
    words = () if grouped is None else tuple(grouped.tolist())
    return replace(read, p=value["p_value"], clusters=words)


def _distance(values: Sequence[SeatValue], targets: Collection[str] = ()) -> MetricReading:
    """|d| of an association test; an interval of d that holds 0 begins there."""
    read = replace(signed_effect(values, targets), p=None)
    if read.bounds is None:
        return replace(read, value=None if read.value is None else abs(read.value))
    value, low, high = read.bounds
    nearest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return replace(read, value=abs(value), low=nearest, high=max(abs(low), abs(high)))


def change_of_effect(
    before: MetricReading, after: MetricReading, size: bool = False
) -> Change | None:
    """Change of d, or of its size |d|, over targets; None where either side lacks one of them."""
    sides = [(len(side.parts), side.first, side.clusters) for side in (before, after)]
    if sides[0] != sides[1]:
        return None
    return effect_change(before.parts, after.parts, before.first, size, before.clusters)


def _shares(before: MetricReading, after: MetricReading) -> Change | None:
    same = (len(before.parts), before.clusters) == (len(after.parts), after.clusters)
    return share_change(before.parts, after.parts, before.clusters) if same else None


def _language_cost(name: str, title: str, seed: int) -> MaskMetric:
    """(Pseudo-)perplexity of the plain sentences of the health check."""
    texts = health_items()["neutral"]

    def read(values: Sequence[Any]) -> MetricReading:
        fit = fit_of_texts(values, seed, (name, "log_likelihood"))
        known = [value["log_probabilities"] for value in values if "problem" not in value]
        reading = _within(
            fit[name], fit["interval"], fit["sentences"], [-math.fsum(each) for each in known]
        )
        return replace(reading, sizes=tuple(float(len(each)) for each in known))

    def compare(before: MetricReading, after: MetricReading) -> Change | None:
        if before.sizes != after.sizes:
            return None
        return perplexity_change(before.parts, after.parts, before.sizes, seed)

    asked = [{"text": text} for text in texts]
    return MaskMetric(name, title, "sentences", None, 1, name, asked, {}, read, compare)


def _cloze() -> MaskMetric:
    items = health_items()["cloze"]

    def right(values: Sequence[Any]) -> list[bool]:
        return correct_completions(items, values)

    return _answered("Neutral cloze, %", "completion", prompts(items), dict(PARAMS), right)


def _continued() -> MaskMetric:
    asked = [item for item in health_items()["cloze"] if ends_with_gap(item["sentence"])]

    def right(values: Sequence[Any]) -> list[bool]:
        return [value["right"] for value in values]

    return _answered("Cloze by continuation, %", "continuation", asked, {}, right)


def _answered(
    title: str,
    measure: str,
    asked: Sequence[Any],
    params: dict[str, Any],
    right: Callable[[Sequence[Any]], list[bool]],
) -> MaskMetric:
    """Plain sentences completed correctly: which are right is known, so that losses are counted."""

    def read(values: Sequence[Any]) -> MetricReading:
        found = right(values)
        bounds = [100 * bound for bound in exact_share_interval(sum(found), len(found))]
        return _within(100 * sum(found) / len(found), bounds, len(found), map(float, found))

    return MaskMetric(CLOZE, title, "sentences", None, 1, measure, asked, params, read, _shares)


def _pairs(variant: str, seed: int) -> MaskMetric:
    pairs = stratified_pairs(load_pairs(BUNDLED), PAIRS_SAMPLE, seed)

    def read(values: Sequence[Any]) -> MetricReading:
        from engine.measures.pairs.frame import pair_frame
        from engine.measures.pairs.summary import share
        from engine.measures.pairs.variants import variant_of

        frame = pair_frame(pairs, values, variant_of(variant))
        scored = frame[frame["scored"]]
        found = share(scored)
        preferred = scored["prefers_stereotype"].astype(float).tolist()
        reading = _within(found["score"], found["interval"], found["n"], preferred)
        return replace(reading, clusters=tuple(numbered(scored["word_pair"]).tolist()))

    from engine.measures.pairs.frame import items_of

    return MaskMetric(
        PAIRS,
        f"{variant.upper()} sample, %",
        "pairs",
        50.0,
        1,
        "pairs",
        items_of(pairs),
        {"variant": variant},
        read,
        _shares,
    )


def _lpbs(domain: Domain, seed: int) -> MaskMetric:
    def read(values: Sequence[Any]) -> MetricReading:
        from engine.measures.lpbs.biases import domain_score

        found = domain_score(domain, values, seed)
        targets = found["targets"]
        scores = [target["score"] for target in targets]
        first = sum(target["set"] == domain.x for target in targets)
        return _within(found["effect_size"], found["interval"], len(targets), scores, first)

    return MaskMetric(
        f"lpbs {domain.name}",
        f"LPBS d, {domain.x} – {domain.y}",
        "targets",
        0.0,
        2,
        "lpbs",
        domain.items(),
        {},
        read,
        change_of_effect,
    )


def frontier(costs: Sequence[float], biases: Sequence[float]) -> list[bool]:
    """Which points no other point beats: none has less of one without more of the other.

    Args:
        costs, biases: [point], smaller is better.
    """
    points = list(zip(costs, biases, strict=True))
    return [
        not any(other[0] <= cost and other[1] <= bias and other != (cost, bias) for other in points)
        for cost, bias in points
    ]
