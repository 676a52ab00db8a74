"""Masked sets of heads and their results: which there are, and what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd

from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import ALL_ON
from components.heads import measuring
from components.heads.charts.runs import CURRENT
from components.heads.choice import Asked, Choice
from engine.command_line.command import Command
from engine.core.spec import ModelSpec, format_heads
from engine.flow.pace import Pace
from engine.measures.heads.mask_metrics import MaskMetric, MetricReading
from engine.measures.heads.run_figures import run_changes
from engine.measures.heads.runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP, Run, head_runs

_MOST = 3000
_COLUMNS = ("metric", "kind", "k", "seed", "heads", "value", "low", "high", "n")
_TESTED = ("change", "change_low", "change_high", "p", "p_holm", "detectable")


@dataclass(frozen=True, eq=False)
class Runs:
    """The sets of heads of one choice on one model, the unmasked one first.

    Args:
        sizes: numbers K of most and of least biased heads.
    """

    choice: Choice
    whole: ModelSpec
    kind: str
    sizes: tuple[int, ...]
    runs: tuple[Run, ...]

    @cached_property
    def metrics(self) -> dict[str, MaskMetric]:
        """What each set is judged by."""
        return measuring.judged_by(self.choice, self.kind)

    def spec(self, run: Run) -> ModelSpec:
        """The model with the run's heads masked."""
        return replace(self.whole, masked_heads=run.heads)

    def known(self, metric: MaskMetric) -> dict[int, MetricReading]:
        """Results that are known, by the position of their run; nothing is computed."""
        results = ((position, self._stored(metric, run)) for position, run in enumerate(self.runs))
        return {position: result for position, result in results if result is not None}

    def measure(self, metric: MaskMetric, run: Run, wait: Callable[[], object]) -> None:
        """Measure one run and keep its result.

        Args:
            wait: draws something, so that a click is handled meanwhile.
        """
        found = session.measure_in_thread(*self._asked(metric, self.spec(run)), wait)
        _kept()[self._key(metric, run)] = metric.read(found.values)
        explain.warnings(found.warnings)

    def frame(self, metric: MaskMetric) -> pd.DataFrame:
        """One row a measured run.

        Returns:
            `kind`, `k`, `seed`, `heads`, `value`, `low`, `high`, `n`; `change` against the
            unmasked model with `change_low`, `change_high` and `p`; `p_holm` over the chosen sets,
            where random ones are not tested; `detectable`, the smallest change that would have
            been detected with 80% power.
        """
        known = self.known(metric)
        changes = run_changes(self.runs, known, metric.compare)
        rows = [
            {
                "metric": metric.name,
                **{name: getattr(self.runs[at], name) for name in ("kind", "k", "seed")},
                "heads": format_heads(self.runs[at].heads),
                **{name: getattr(reading, name) for name in ("value", "low", "high", "n")},
                **changes.get(at, {}),
            }
            for at, reading in known.items()
        ]
        numbers = dict.fromkeys(("value", "low", "high", *_TESTED), float)
        return pd.DataFrame(rows, columns=[*_COLUMNS, *_TESTED]).astype(
            {"seed": "Int64", **numbers}
        )

    def command(self) -> Command:
        """The command that measures the same sets."""
        sizes = ",".join(map(str, self.sizes))
        chosen = ["--top-k", sizes, "--bottom-k", sizes, "--all-positive"]
        random = ["--random-seeds", str(len(self.choice.seeds))]
        return self.choice.command(*chosen, *random).for_model(self.whole)

    def pace(self, metrics: Sequence[MaskMetric], results: int) -> Pace:
        """How fast results of these metrics are measured here, before and while they are.

        Args:
            results: that are not known.
        """
        names = sorted(metric.name for metric in metrics)
        kind = {
            **{"work": "results of sets of heads", "metrics": names},
            **{"checkpoint": self.whole.checkpoint, "dtype": self.whole.dtype},
        }
        return session.pace(kind, [self.choice.name, self.choice.pooling], [1.0] * results)

    def manifest(self, metric: MaskMetric) -> dict[str, Any]:
        """What was measured on every set."""
        measured = session.manifest(*self._asked(metric, self.whole))
        runs = [
            {"kind": run.kind, "seed": run.seed, "heads": format_heads(run.heads)}
            for run in self.runs
        ]
        return measured | {"test": self.choice.name, "runs": runs}

    def _stored(self, metric: MaskMetric, run: Run) -> MetricReading | None:
        key = self._key(metric, run)
        known: MetricReading | None = _kept().get(key)
        if known is None:
            values = session.stored(*self._asked(metric, self.spec(run)))
            if values is None:
                return None
            known = _kept()[key] = metric.read(values)
        return known

    def _asked(self, metric: MaskMetric, spec: ModelSpec) -> Asked:
        return metric.measure, spec, list(metric.items), dict(metric.params)

    def _key(self, metric: MaskMetric, run: Run) -> Any:
        return (metric.name, self.choice.key, self.spec(run))


def _kept() -> session.state.Newest[MetricReading]:
    return session.state.newest(session.state.HEAD_RUNS, _MOST)


def planned(choice: Choice, subject: Subject, gradient: Sequence[Sequence[float]]) -> Runs:
    """The sets that a curve is made of, the most informative first."""
    sizes = curve_sizes(len(gradient) * len(gradient[0]))
    runs = head_runs(gradient, sizes, sizes, True, choice.seeds)
    chosen = [run for run in runs if run.seed is None]
    drawn = sorted((run for run in runs if run.seed is not None), key=lambda run: run.seed or 0)
    masked = subject.spec.masked_heads
    now = [Run(CURRENT, masked)] if masked else []
    order = (*chosen[:1], *now, *chosen[1:], *drawn)
    return Runs(choice, subject.spec.unmasked(), subject.facts.kind, sizes, order)


def curve_sizes(heads: int) -> tuple[int, ...]:
    """Numbers of heads to mask, growing, to about half of all."""
    steps = (1, 3, 5, 10, 20, 40, 80, 160, 320)
    return tuple(k for k in steps if k <= max(1, 0.6 * heads))


# --- in words -----------------------------------------------------------------------------

NOW = "the heads switched off now"  # the set of the model bar


def cost_title(runs: Runs, cost: str) -> str:
    """The title of a language cost in running text."""
    return runs.metrics[cost].title.lower()


def set_name(row: Mapping[Any, Any]) -> str:
    """What a set of heads is called, of a row with its `kind` and `k`."""
    names = {TOP: "top", BOTTOM: "bottom", RANDOM: "random", POSITIVE: "all biased"}
    if row["kind"] == NONE:
        return ALL_ON
    return NOW if row["kind"] == CURRENT else f"{names[row['kind']]} {row['k']}"
