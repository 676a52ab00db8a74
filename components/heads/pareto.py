"""Tab of the Heads page: what sets of masked heads leave of bias, against what they cost."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import significant
from components.frame.present.plot import figure_and_words
from components.frame.widgets import export
from components.heads.charts import runs as charts
from components.heads.choice import plain_name
from components.heads.runs import NOW, Runs, cost_title, set_name
from components.heads.stepping import draw_while_measuring
from engine.measures.heads.mask_metrics import (
    SEAT,
    cost_of,
    frontier,
)

_READ = (
    "Each point is a set of heads switched off, labelled with its size. Lower: less bias. Further "
    "left: less loss of language ability, measured by {cost} (lower is better). The "
    "dashed line is the frontier: no other set measured is better on both. The order of the sets "
    "is not tested, and with other texts they may change places (thin bars: 95% intervals of each "
    "set, which do not test it). A set is worth its cost only if random sets of the same size do "
    "not do as well."
)


def draw_pareto(runs: Runs) -> None:
    """Bias against perplexity or pseudo-perplexity."""
    cost = cost_of(runs.kind)
    if cost is None:
        st.markdown(
            ":gray[This model has neither perplexity nor pseudo-perplexity, so its language "
            "cost cannot be shown. The tab *Switching off more heads* shows its SEAT |d|.]"
        )
        return
    figure, _ = figure_and_words(
        "Does switching heads off lower bias without costing the model its language ability?",
        _READ.format(cost=cost_title(runs, cost)),
        "head-bias",
    )
    with figure:
        metrics = [runs.metrics[SEAT], runs.metrics[cost]]
        draw_while_measuring(runs, metrics, lambda: _pareto(runs, cost))


def _pareto(runs: Runs, cost: str) -> None:
    bias, costs = (runs.frame(runs.metrics[name]) for name in (SEAT, cost))
    frame = bias_and_cost(bias, costs, cost)
    if len(frame) < 2:
        st.markdown(":gray[No set of heads has both results yet.]")
        return
    frame["frontier"] = frontier(frame[cost].tolist(), frame["bias"].tolist())
    name = cost_title(runs, cost)
    drawn = charts.pareto(frame, cost, name)
    plot.draw_figure(
        drawn,
        key="pareto",
        title=f"Bias against {name} of sets of heads",
        says=in_words.points(
            [set_name(row) for row in frame.to_dict("records")],
            (name, frame[cost]),
            ("SEAT |d|", frame["bias"]),
        ),
    )
    st.caption(
        f"{plain_name(runs.whole)} · {explain.plain(runs.choice.name)}. "
        f"{frontier_text(frame, cost)} Random sets with seeds 0 to {len(runs.choice.seeds) - 1}. "
        f"{runs.choice.halves.note()}"
    )
    with st.popover("Table", icon=":material/table:", type="tertiary"):
        st.dataframe(frame, hide_index=True, key="pareto_table", column_config=significant(frame))
    command = runs.command().line()
    manifest = {name: runs.manifest(runs.metrics[name]) for name in (SEAT, cost)}
    title = f"Bias against {name}"
    export.row("heads-pareto", frame, drawn, command, manifest, title, runs.choice.where)


def bias_and_cost(bias: pd.DataFrame, costs: pd.DataFrame, cost: str) -> pd.DataFrame:
    """Runs that have both results: `kind`, `k`, `seed`, `heads`, `bias`, the cost, intervals.

    Args:
        cost: name of the cost's column, `pppl` or `perplexity`.
    """
    keys = ["kind", "k", "seed", "heads"]
    both = [
        frame[[*keys, "value", "low", "high"]].rename(
            columns={"value": name, "low": f"{name}_low", "high": f"{name}_high"}
        )
        for name, frame in (("bias", bias), (cost, costs))
    ]
    return both[0].merge(both[1], on=keys).dropna(subset=["bias", cost], ignore_index=True)


def frontier_text(frame: pd.DataFrame, cost: str) -> str:
    """Which sets are on the frontier (markdown); sets of the same heads count once."""
    best = frame[frame["frontier"]].sort_values(cost)
    named = [
        _same([set_name(row) for row in rows.to_dict("records")])
        for _, rows in best.groupby("heads", sort=False)
    ]
    return f"{frame['heads'].nunique()} sets. On the frontier: {', '.join(dict.fromkeys(named))}."


def _same(names: Sequence[str]) -> str:
    """One set by all its names, the current mask first."""
    first, *others = sorted(dict.fromkeys(names), key=lambda name: name != NOW)
    return f"{first} (= {', '.join(others)})" if others else first
