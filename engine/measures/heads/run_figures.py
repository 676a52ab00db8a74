"""What sets of masked heads do: the association on words that chose none of them, and the cost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core.spec import ModelSpec, format_heads
from engine.core.wording import counted, part_of
from engine.flow.asking import AskModel
from engine.flow.stored import known
from engine.measures.heads.before_after import panel_metrics
from engine.measures.heads.changes import Change
from engine.measures.heads.mask_metrics import (
    CLOZE,
    PERPLEXITY,
    PPPL,
    SEAT,
    Compare,
    MaskMetric,
    MetricReading,
)
from engine.measures.heads.runs import RANDOM, Run
from engine.statistics import LEVEL, holm
from engine.words.contexts import MAX_CONTEXTS

if TYPE_CHECKING:
    from engine.storage.store import Store


@dataclass(frozen=True)
class Judged:
    """What every set is judged by.

    Args:
        item: `AssociationTest.item()`.
        kind: of the model's family.
        targets: words that the association is judged by; all where none are named.
        texts: sentences for (pseudo-)perplexity; the built-in neutral ones where there are none.
        seed: of permutations and intervals.
    """

    item: dict[str, Any]
    pooling: str
    kind: str
    max_contexts: int = MAX_CONTEXTS
    targets: Collection[str] = ()
    texts: Sequence[str] = ()
    seed: int = 0

    def metrics(self) -> list[MaskMetric]:
        """d, the cost in language and plain cloze, as far as the kind of model has them."""
        every = panel_metrics(
            self.item, self.pooling, self.kind, self.seed, self.max_contexts, self.targets
        )
        found = [every[name] for name in (SEAT, PPPL, PERPLEXITY, CLOZE) if name in every]
        own = [{"text": text} for text in self.texts]
        return [
            replace(metric, items=own) if own and metric.name in (PPPL, PERPLEXITY) else metric
            for metric in found
        ]


_KEYS = {  # metric -> what its value and its interval are called
    SEAT: ("effect_size", "interval"),
    PPPL: ("pppl", "pppl_interval"),
    PERPLEXITY: ("perplexity", "perplexity_interval"),
    CLOZE: ("cloze_accuracy", "cloze_interval"),
}


def run_figures(
    runs: Sequence[Run],
    spec: ModelSpec,
    judged: Judged,
    ask: AskModel,
    on_run: Callable[[], None] | None = None,
) -> list[dict[str, Any]]:
    """Bias and language-model quality under each run's mask: the points of a curve over K.

    Args:
        runs: the unmasked one first.
        spec: the model; its own masked heads stay masked in every run.
        on_run: called after every run.

    Returns:
        One entry a run: `kind`, `k`, `seed`, `heads` (text), `effect_size` (signed d; None
        where undefined) with its `interval`, and on neutral texts `cloze_accuracy` (0 to 1) and
        `cloze_interval`, `pppl` and `pppl_interval` (None for a causal model), `perplexity`
        and `perplexity_interval` (None for a masked one); and `changes`, name of each of these
        -> its change against the unmasked run, see `run_changes`.
    """
    metrics = judged.metrics()
    readings: list[dict[str, MetricReading]] = []
    for run in runs:
        masked = _masked(spec, run)
        readings.append(
            {
                metric.name: metric.read(
                    ask(metric.measure, masked, list(metric.items), metric.params).values
                )
                for metric in metrics
            }
        )
        if on_run is not None:
            on_run()
    figures = [_figures(run, read) for run, read in zip(runs, readings, strict=True)]
    for metric in metrics:
        of_runs = {at: read[metric.name] for at, read in enumerate(readings)}
        for at, change in run_changes(runs, of_runs, metric.compare).items():
            figures[at]["changes"][_KEYS[metric.name][0]] = change
    return figures


def _masked(spec: ModelSpec, run: Run) -> ModelSpec:
    return spec.with_masked((*spec.masked_heads, *run.heads))


def _figures(run: Run, readings: Mapping[str, MetricReading]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "kind": run.kind,
        "k": run.k,
        "seed": run.seed,
        "heads": format_heads(run.heads),
        **dict.fromkeys(key for keys in _KEYS.values() for key in keys),
        "changes": {},
    }
    for name, reading in readings.items():
        value, interval = _KEYS[name]
        size = 100 if name == CLOZE else 1
        found[value] = None if reading.value is None else reading.value / size
        bounds = reading.bounds
        found[interval] = None if bounds is None else [bound / size for bound in bounds[1:]]
    return found


def run_changes(
    runs: Sequence[Run], readings: Mapping[int, MetricReading], compare: Compare
) -> dict[int, dict[str, float | None]]:
    """Change of one metric by every chosen set against the unmasked model, by its position.

    Args:
        runs: the unmasked one first; random ones are not tested.
        readings: as far as they are known, by the position of their run.

    Returns:
        `change`, `change_low` and `change_high` (95%), `p`, `p_holm` over all chosen sets, and
        `detectable`, the smallest change that would have been detected with 80% power.
    """
    before = readings.get(0)
    if before is None:
        return {}
    chosen = {
        at: compare(before, reading)
        for at, reading in readings.items()
        if runs[at].heads and runs[at].kind != RANDOM
    }
    found = {at: change for at, change in chosen.items() if change is not None}
    distinct = {runs[at].heads: change.p for at, change in found.items()}
    corrected = dict(zip(distinct, holm(list(distinct.values())), strict=True))
    return {at: _tested(change, corrected[runs[at].heads]) for at, change in found.items()}


def _tested(change: Change, p_holm: float | None) -> dict[str, float | None]:
    return {
        "change": change.value,
        "change_low": change.low,
        "change_high": change.high,
        "p": change.p,
        "p_holm": p_holm,
        "detectable": change.detectable,
    }


def sets_in_words(tested: Sequence[tuple[float, float | None]], digits: int) -> str:
    """The tests of the chosen sets against no mask, and what the nulls could have shown.

    Args:
        tested: p after Holm's correction and smallest detectable change of each set.
        digits: decimals of a change.
    """
    if not tested:
        return ""
    clear = [p < LEVEL for p, _ in tested]
    text = (
        f"{part_of(sum(clear), len(tested), 'chosen set', 'differ')} from the model with all heads "
        f"on (p < .05 after Holm over {counted(len(tested), 'test')})."
    )
    open_ = [least for p, least in tested if p >= LEVEL and least is not None]
    if not open_:
        return text
    least, most = (f"±{value:.{digits}f}" for value in (min(open_), max(open_)))
    span = least if least == most else f"{least} to {most}, depending on the set"
    return (
        f"{text} For the others, a single test would have detected a change of {span}, with 80% "
        "power; smaller changes are not ruled out."
    )


def known_runs(
    runs: Sequence[Run], spec: ModelSpec, judged: Judged, store: Store | None
) -> list[bool]:
    """Whether the figures of each run are stored.

    Args:
        store: None for none, which knows nothing.
    """
    metrics = judged.metrics()

    def is_known(masked: ModelSpec) -> bool:
        return store is not None and all(
            len(known(metric.measure, masked, list(metric.items), metric.params, store))
            == len(metric.items)
            for metric in metrics
        )

    return [is_known(_masked(spec, run)) for run in runs]
