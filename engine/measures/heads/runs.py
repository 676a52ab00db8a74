"""Sets of heads to mask at once: the most biased, the most anti-biased, random ones of equal size.

A mask that lowers bias means little if masking as many heads at random lowers it too, so
every chosen set is shown beside random sets of the same number.

Source: Yang et al. 2023 (Bias A-head?), appendix A.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.flow.asking import AskModel
from engine.flow.stored import known
from engine.measures.health.check import health_items
from engine.measures.perplexity.causal import perplexity
from engine.measures.perplexity.masked import pseudo_perplexity
from engine.measures.seat.measure import seat_params
from engine.words.contexts import MAX_CONTEXTS

if TYPE_CHECKING:
    from engine.storage.store import Store

Grid = Sequence[Sequence[float]]

TOP, BOTTOM, POSITIVE, RANDOM, NONE = "top", "bottom", "positive", "random", "none"


@dataclass(frozen=True)
class Run:
    """One set of heads to mask.

    Args:
        kind: `none`, `top`, `bottom`, `positive` or `random`.
    """

    kind: str
    heads: tuple[HeadRef, ...]
    seed: int | None = None

    @property
    def k(self) -> int:
        """Number of heads masked."""
        return len(self.heads)


def ranked(gradient: Grid, masked: Sequence[HeadRef] = ()) -> list[HeadRef]:
    """Heads from the most biased to the most anti-biased; those masked already left out.

    Args:
        gradient: [layer][head], bias scores.
    """
    heads = [
        HeadRef(layer, head)
        for layer, row in enumerate(gradient)
        for head in range(len(row))
        if HeadRef(layer, head) not in masked
    ]
    return sorted(heads, key=lambda ref: -gradient[ref.layer][ref.head])


def top_heads(gradient: Grid, k: int, masked: Sequence[HeadRef] = ()) -> tuple[HeadRef, ...]:
    """The k heads with the largest bias scores."""
    return tuple(sorted(ranked(gradient, masked)[:k]))


def bottom_heads(gradient: Grid, k: int, masked: Sequence[HeadRef] = ()) -> tuple[HeadRef, ...]:
    """The k heads with the most negative bias scores."""
    return tuple(sorted(ranked(gradient, masked)[::-1][:k]))


def positive_heads(gradient: Grid, masked: Sequence[HeadRef] = ()) -> tuple[HeadRef, ...]:
    """All heads with a positive bias score: the biased heads."""
    found = [ref for ref in ranked(gradient, masked) if gradient[ref.layer][ref.head] > 0]
    return tuple(sorted(found))


def random_heads(
    layers: int, heads: int, k: int, seed: int, masked: Sequence[HeadRef] = ()
) -> tuple[HeadRef, ...]:
    """k heads drawn evenly without replacement; the same for the same seed."""
    free = [
        HeadRef(layer, head)
        for layer in range(layers)
        for head in range(heads)
        if HeadRef(layer, head) not in masked
    ]
    return tuple(sorted(random.Random(seed).sample(free, min(k, len(free)))))


def head_runs(
    gradient: Grid,
    top: Sequence[int] = (),
    bottom: Sequence[int] = (),
    positive: bool = False,
    seeds: Sequence[int] = (),
    masked: Sequence[HeadRef] = (),
) -> list[Run]:
    """The runs of an experiment, the unmasked one first.

    Args:
        gradient: [layer][head], bias scores.
        top: numbers K of most biased heads.
        bottom: numbers K of most anti-biased heads.
        seeds: one random set each, for every number of heads that occurs.
        masked: heads masked already; no run chooses them.
    """
    runs = [Run(NONE, ())]
    runs += [Run(TOP, top_heads(gradient, k, masked)) for k in top]
    runs += [Run(BOTTOM, bottom_heads(gradient, k, masked)) for k in bottom]
    if positive:
        runs.append(Run(POSITIVE, positive_heads(gradient, masked)))
    sizes = sorted({run.k for run in runs if run.k})
    layers, heads = len(gradient), len(gradient[0])
    for k in sizes:
        runs += [Run(RANDOM, random_heads(layers, heads, k, seed, masked), seed) for seed in seeds]
    return runs


def run_figures(
    runs: Sequence[Run],
    spec: ModelSpec,
    item: dict[str, Any],
    pooling: str,
    ask: AskModel,
    max_contexts: int = MAX_CONTEXTS,
    texts: Sequence[str] = (),
    on_run: Callable[[], None] | None = None,
) -> list[dict[str, Any]]:
    """Bias and language-model quality under each run's mask: the points of a curve over K.

    Args:
        spec: the model; its own masked heads stay masked in every run.
        item: `AssociationTest.item()`.
        texts: sentences for (pseudo-)perplexity; the built-in neutral ones by default.
        on_run: called after every run.

    Returns:
        One entry a run: `kind`, `k`, `seed`, `heads` (text), `effect_size` (signed d; None
        where undefined) with its `interval`, and on neutral texts `cloze_accuracy` and
        `cloze_interval`, `pppl` and `pppl_interval` (None for a causal model), `perplexity`
        and `perplexity_interval` (None for a masked one).
    """
    figures = []
    for run in runs:
        masked = replace(spec, masked_heads=(*spec.masked_heads, *run.heads))
        seat = ask("seat", masked, [item], seat_params(pooling, max_contexts=max_contexts))
        quality = _quality(masked, ask, texts)
        figures.append(
            {
                "kind": run.kind,
                "k": run.k,
                "seed": run.seed,
                "heads": format_heads(run.heads),
                "effect_size": seat.values[0]["effect_size"],
                "interval": seat.values[0]["interval"],
                **quality,
            }
        )
        if on_run is not None:
            on_run()
    return figures


def known_runs(
    runs: Sequence[Run],
    spec: ModelSpec,
    item: dict[str, Any],
    pooling: str,
    store: Store | None,
    max_contexts: int = MAX_CONTEXTS,
) -> list[bool]:
    """Whether the figures of each run are stored, those on texts of the user's own aside.

    Args:
        item: `AssociationTest.item()`.
        store: None for none, which knows nothing.
    """

    def is_known(masked: ModelSpec) -> bool:
        params = seat_params(pooling, max_contexts=max_contexts)
        return store is not None and bool(
            known("seat", masked, [item], params, store)
            and known("health", masked, [health_items()], {}, store)
        )

    masks = (replace(spec, masked_heads=(*spec.masked_heads, *run.heads)) for run in runs)
    return list(map(is_known, masks))


def _quality(spec: ModelSpec, ask: AskModel, texts: Sequence[str]) -> dict[str, Any]:
    """What the mask costs: perplexity or pseudo-perplexity, and neutral cloze accuracy."""
    health = ask("health", spec, [health_items()], {}).values[0]
    found: dict[str, Any] = {name: health[name] for name in _QUALITY}
    for name, fit_of in (("pppl", pseudo_perplexity), ("perplexity", perplexity)):
        if texts and found[name] is not None:
            fit = fit_of(ask(name, spec, [{"text": text} for text in texts], {}).values)
            found |= {name: fit[name], f"{name}_interval": fit["interval"]}
    return found


_QUALITY = (
    "pppl", "pppl_interval", "perplexity", "perplexity_interval", "cloze_accuracy",
    "cloze_interval",
)  # fmt: skip
