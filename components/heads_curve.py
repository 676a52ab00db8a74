"""Tabs of the Heads page on sets of masked heads: a metric over their number, bias and cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, heads_stepping, model_bar
from components.charts import head_runs as charts
from components.charts.head_costs import pareto as pareto_chart
from components.heads_layout import figure_and_words
from components.heads_runs import Runs
from components.theme import CONFIG
from engine.measures.head_runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP
from engine.measures.mask_metrics import PAIRS, PPPL, SEAT, MaskMetric, frontier
from engine.spec import format_heads

_READ = (
    "Each step masks more heads: the most biased ones (orange), the most anti-biased ones "
    "(blue), or as many at random (grey: the mean, and the range of {seeds} random sets). Where "
    "orange leaves the grey band, these heads matter more than any others would. The diamond "
    "masks all biased heads{now}. Thin bars are 95 % intervals over the texts; all masks share "
    "the texts, so they overstate how uncertain a difference is. A model that forgets its "
    "language is no less biased, only worse: look at pseudo-perplexity too."
)
_READ_PARETO = (
    "Every point is a set of masked heads, with its number. Further down there is less bias, "
    "further left the model still knows its language. The dashed line is the frontier: no other "
    "set is better on both. A mask is worth its price only where random sets of equal size do "
    "not reach the same corner."
)

_NOW = "the mask in place now"


def curve(runs: Runs) -> None:
    """A metric over the number of masked heads."""
    figure, _ = figure_and_words(
        "What happens to bias and language when more and more heads are switched off?",
        _READ.format(
            seeds=len(runs.choice.seeds),
            now=", the cross is the mask in place now" if _now(runs) else "",
        ),
        "head-bias",
    )
    with figure:
        metric = runs.metrics[_metric(runs)]
        heads_stepping.follow(runs, [metric], lambda: _curve(runs, metric))


def _now(runs: Runs) -> bool:
    return any(run.kind == charts.CURRENT for run in runs.runs)


def _metric(runs: Runs) -> str:
    return (
        st.selectbox(
            "Figure",
            list(runs.metrics),
            format_func=lambda name: runs.metrics[name].title,
            key=f"curve_{runs.kind}",
            bind="query-params",
            persist_state="session",
            width=260,
        )
        or SEAT
    )


def _curve(runs: Runs, metric: MaskMetric) -> None:
    frame = runs.frame(metric)
    shown = frame.dropna(subset=["value"])
    if (shown["k"] > 0).sum() == 0:
        st.markdown(":gray[No set of heads is measured yet.]")
        return
    drawn = charts.curve(shown, metric.title, metric.neutral, metric.digits)
    st.plotly_chart(
        drawn, key=f"curve_{metric.name}", config=CONFIG, alt=f"{metric.title} over masked heads"
    )
    st.caption(_standing(runs, metric, frame))
    with st.popover("Table", icon=":material/table:", type="tertiary"):
        st.dataframe(frame.drop(columns="metric"), hide_index=True, key=f"runs_{metric.name}")
    export.row(
        f"heads-{metric.name.replace(' ', '-')}",
        frame,
        drawn,
        _command(runs, metric),
        runs.manifest(metric),
        f"{metric.title} over the number of masked heads",
    )


def _standing(runs: Runs, metric: MaskMetric, frame: pd.DataFrame) -> str:
    """What the figures stand on (markdown)."""
    told = [f"n = {int(frame['n'].max()):,} {metric.counted} for each set"]
    told.append(f"{explain.plain(runs.choice.name)}, pooling {runs.choice.pooling}")
    told.append(f"random sets with seeds 0 to {len(runs.choice.seeds) - 1}")
    undefined = int(frame["value"].isna().sum())
    if undefined:
        told.append(f"undefined for {undefined} sets, which are left out of the figure")
    if metric.name == PAIRS:
        told.append("a stratified sample of the bundled pairs; 50 is neutral")
    return " · ".join(told) + "."


def _command(runs: Runs, metric: MaskMetric) -> str:
    """The command that gives the sets, and the one that measures each of them."""
    options = model_bar.command_options(runs.whole)
    lines = [runs.choice.command(options, *runs.options())]
    first = next((run for run in runs.runs if run.heads), None)
    mask = format_heads(first.heads).replace(" ", "") if first else ""
    if metric.measure == "lpbs":
        domain = metric.name.removeprefix("lpbs ")
        lines += [
            "# for each set, its heads after --mask",
            _other(f"lpbs --domain {domain}", options, mask),
        ]
    if metric.measure == "pairs":
        file = f"pairs engine/datasets/bundled/pairs.csv --measure {metric.params['variant']}"
        lines += [
            f"# for each set; the figure takes a stratified sample of {len(metric.items)} of these",
            _other(file, options, mask),
        ]
    return "\n".join(lines)


def _other(command: str, options: str, mask: str) -> str:
    return " ".join(filter(None, [f"python -m engine {command}", options, f"--mask {mask}"]))


def pareto(runs: Runs) -> None:
    """Bias against pseudo-perplexity."""
    figure, _ = figure_and_words(
        "Which masks lower the bias without costing the model its language?",
        _READ_PARETO,
        "head-bias",
    )
    with figure:
        if PPPL not in runs.metrics:
            st.markdown(
                ":gray[A model without a mask token has no pseudo-perplexity, so there is no cost "
                "to set the bias against. The curve shows its SEAT |d|.]"
            )
            return
        metrics = [runs.metrics[SEAT], runs.metrics[PPPL]]
        heads_stepping.follow(runs, metrics, lambda: _pareto(runs))


def _pareto(runs: Runs) -> None:
    frame = bias_and_cost(runs.frame(runs.metrics[SEAT]), runs.frame(runs.metrics[PPPL]))
    if len(frame) < 2:
        st.markdown(":gray[No set of heads is measured on both yet.]")
        return
    best = frontier(frame["pppl"].tolist(), frame["bias"].tolist())
    frame["frontier"] = best
    drawn = pareto_chart(frame, best)
    st.plotly_chart(
        drawn, key="pareto", config=CONFIG, alt="Bias against pseudo-perplexity of masked sets"
    )
    st.caption(told(frame))
    with st.popover("Table", icon=":material/table:", type="tertiary"):
        st.dataframe(frame, hide_index=True, key="pareto_table")
    command = runs.choice.command(model_bar.command_options(runs.whole), *runs.options())
    manifest = {name: runs.manifest(runs.metrics[name]) for name in (SEAT, PPPL)}
    export.row("heads-pareto", frame, drawn, command, manifest, "Bias against pseudo-perplexity")


def bias_and_cost(bias: pd.DataFrame, cost: pd.DataFrame) -> pd.DataFrame:
    """Runs that have both figures: `kind`, `k`, `seed`, `heads`, `bias`, `pppl`, intervals."""
    keys = ["kind", "k", "seed", "heads"]
    both = [
        frame[[*keys, "value", "low", "high"]].rename(
            columns={"value": name, "low": f"{name}_low", "high": f"{name}_high"}
        )
        for name, frame in (("bias", bias), ("pppl", cost))
    ]
    return both[0].merge(both[1], on=keys).dropna(subset=["bias", "pppl"], ignore_index=True)


def told(frame: pd.DataFrame) -> str:
    """Which sets are on the frontier (markdown); sets of the same heads are one."""
    best = frame[frame["frontier"]].sort_values("pppl")
    named = [
        _same([_set_name(row) for row in rows.to_dict("records")])
        for _, rows in best.groupby("heads", sort=False)
    ]
    return f"{frame['heads'].nunique()} sets. On the frontier: {', '.join(dict.fromkeys(named))}."


def _set_name(row: Mapping[Any, Any]) -> str:
    names = {TOP: "top", BOTTOM: "bottom", RANDOM: "random", POSITIVE: "all biased"}
    if row["kind"] == NONE:
        return "no mask"
    return _NOW if row["kind"] == charts.CURRENT else f"{names[row['kind']]} {row['k']}"


def _same(names: Sequence[str]) -> str:
    """One set by all its names, the mask in place first."""
    first, *others = sorted(dict.fromkeys(names), key=lambda name: name != _NOW)
    return f"{first} (= {', '.join(others)})" if others else first
