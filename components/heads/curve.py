"""Tabs of the Heads page on sets of masked heads: a metric by set size, bias against cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import significant
from components.frame.present.plot import figure_and_words
from components.frame.shell.jobs_panel import clock
from components.frame.widgets import background, export
from components.frame.widgets.background import Work
from components.heads.charts import runs as charts
from components.heads.choice import plain_name
from components.heads.runs import Runs
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.core.wording import agreeing, counted, short_duration
from engine.measures.heads.mask_metrics import (
    CLOZE,
    PAIRS,
    PERPLEXITY,
    PPPL,
    SEAT,
    MaskMetric,
    cost_of,
    frontier,
)
from engine.measures.heads.run_figures import sets_in_words
from engine.measures.heads.runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP, Run

_READ = (
    "From left to right, more heads are masked: the K most biased (*top K*, solid line), the K "
    "most anti-biased (*bottom K*, dashed line), or K at random (grey band: mean and range of "
    "{seeds} random sets). Where the solid line leaves the grey band, masking these heads does "
    "more than masking any of these {seeds} sets. The diamond masks all biased heads{now}. "
    "**Filled marks**: the metric differs from that without a mask (p < .05 after Holm's "
    "correction for all chosen sets in the figure); **open marks**: no clear difference. Thin bars "
    "are 95% confidence intervals over the texts; all masks are measured on the same texts, so the "
    "bars overstate the uncertainty of differences, and the tests do not use them. A model that "
    "loses its language ability is not fairer, only worse{check}."
)
_READ_PARETO = (
    "Each point is a set of masked heads, labelled with its size. Lower: less bias. Further left: "
    "less loss of language ability, measured by {cost} (lower is better). The "
    "dashed line is the frontier: no other set measured is better on both. The order of the sets "
    "is not tested, and with other texts they may change places (thin bars: 95% intervals of each "
    "set, which do not test it). A mask is worth its cost only if random sets of the same size do "
    "not do as well."
)

_NOW = "the current mask"


def draw_curve(runs: Runs) -> None:
    """A metric by the number of masked heads."""
    cost, kinds = cost_of(runs.kind), {run.kind for run in runs.runs}
    figure, _ = figure_and_words(
        "What happens to bias and language ability as more heads are switched off?",
        _READ.format(
            seeds=len(runs.choice.seeds),
            check=f": check {_title(runs, cost)} too" if cost else "",
            now=f"; the cross is {_NOW}" if charts.CURRENT in kinds else "",
        ),
        "head-bias",
    )
    with figure:
        metric = runs.metrics[_metric(runs)]
        _draw_while_measuring(runs, [metric], lambda: _curve(runs, metric))


def _metric(runs: Runs) -> str:
    return (
        st.selectbox(
            "Metric",
            list(runs.metrics),
            format_func=lambda name: runs.metrics[name].title,
            key=f"curve_{runs.kind}",
            bind="query-params",
            persist_state="session",
            width=260,
            help="SEAT |d|: size of the association chosen above; 0 is none. LPBS (log-probability "
            "bias score): whether words such as *career* favour *he* over *she*; 0 is neutral. "
            "CPS (CrowS-Pairs Score): how often the stereotyping sentence is preferred; 50% is "
            "neutral. Perplexity or pseudo-perplexity (lower is better) and cloze (filling in "
            "blanks or continuing sentences; higher is better): language ability.",
        )
        or SEAT
    )


def _curve(runs: Runs, metric: MaskMetric) -> None:
    frame = runs.frame(metric)
    shown = frame.dropna(subset=["value"])
    if (shown["k"] > 0).sum() == 0:
        st.markdown(":gray[No set of heads has been measured yet.]")
        return
    drawn = charts.curve(shown, metric.title, metric.neutral, metric.digits)
    plot.draw_figure(
        drawn,
        key=f"curve_{metric.name}",
        title=f"{metric.title} by number of masked heads",
        says=in_words.listed(
            [(_set_name(row), row["value"]) for row in shown.to_dict("records")],
            f".{metric.digits}f",
        ),
    )
    st.caption(_basis(runs, metric, frame))
    with st.popover("Table", icon=":material/table:", type="tertiary"):
        table = frame.drop(columns="metric")
        st.dataframe(
            table,
            hide_index=True,
            key=f"runs_{metric.name}",
            column_config=significant(table),
        )
    export.row(
        f"heads-{metric.name.replace(' ', '-')}",
        frame,
        drawn,
        _command(runs, metric),
        runs.manifest(metric),
        f"{metric.title} by number of masked heads",
    )


def _basis(runs: Runs, metric: MaskMetric, frame: pd.DataFrame) -> str:
    """Sample size and settings behind the results (markdown)."""
    parts = [
        plain_name(runs.whole),
        f"n = {counted(int(frame['n'].max()), metric.counted.removesuffix('s'))} for each set",
        f"{explain.plain(runs.choice.name)}, pooling {runs.choice.pooling}",
        f"random sets with seeds 0 to {len(runs.choice.seeds) - 1}",
    ]
    undefined = int(frame["value"].isna().sum())
    if undefined:
        parts.append(f"undefined for {undefined} sets, which are left out of the chart")
    if metric.name == PAIRS:
        parts.append("a stratified sample of the bundled pairs; 50% is neutral")
    said = [f"{' · '.join(parts)}.", tests_text(frame, metric.digits)]
    if metric.name == SEAT:
        said.append(runs.choice.halves.note())
    return " ".join(filter(None, said))


def tests_text(frame: pd.DataFrame, digits: int) -> str:
    """The tests of the chosen sets against no mask; see `sets_in_words`.

    Args:
        frame: `heads`, `p_holm`, `detectable`; one row a set.
    """
    tested = frame.dropna(subset=["p_holm"]).drop_duplicates("heads")
    known = zip(tested["p_holm"].tolist(), tested["detectable"].tolist(), strict=True)
    return sets_in_words([(p, None if pd.isna(least) else least) for p, least in known], digits)


def _command(runs: Runs, metric: MaskMetric) -> str:
    """The command that gives the sets, and the one that measures each of them."""
    lines = [runs.command().line()]
    if metric.measure == "lpbs":
        lines.append("# repeat for each set, with its heads after --mask")
        asked = Command(("lpbs", "--domain", metric.name.removeprefix("lpbs ")))
    elif metric.measure == "pairs":
        sample = f"a stratified sample of {len(metric.items)}"
        lines.append(f"# repeat for each set; the chart uses {sample}")
        file = "engine/files/bundled/pairs.csv"
        asked = Command(("pairs", file, "--measure", metric.params["variant"]))
    else:
        return lines[0]
    first = next((runs.spec(run) for run in runs.runs if run.heads), runs.whole)
    return "\n".join([*lines, asked.for_model(first).line()])


def draw_pareto(runs: Runs) -> None:
    """Bias against perplexity or pseudo-perplexity."""
    cost = cost_of(runs.kind)
    if cost is None:
        st.markdown(
            ":gray[This model has neither perplexity nor pseudo-perplexity, so its language "
            "cost cannot be shown. The tab *Masking more heads* shows its SEAT |d|.]"
        )
        return
    figure, _ = figure_and_words(
        "Which masks lower bias without costing the model its language ability?",
        _READ_PARETO.format(cost=_title(runs, cost)),
        "head-bias",
    )
    with figure:
        metrics = [runs.metrics[SEAT], runs.metrics[cost]]
        _draw_while_measuring(runs, metrics, lambda: _pareto(runs, cost))


def _title(runs: Runs, cost: str) -> str:
    """The title of a language cost in running text."""
    return runs.metrics[cost].title.lower()


def _pareto(runs: Runs, cost: str) -> None:
    bias, costs = (runs.frame(runs.metrics[name]) for name in (SEAT, cost))
    frame = bias_and_cost(bias, costs, cost)
    if len(frame) < 2:
        st.markdown(":gray[No set of heads has both results yet.]")
        return
    frame["frontier"] = frontier(frame[cost].tolist(), frame["bias"].tolist())
    name = _title(runs, cost)
    drawn = charts.pareto(frame, cost, name)
    plot.draw_figure(
        drawn,
        key="pareto",
        title=f"Bias against {name} of masked sets",
        says=in_words.points(
            [_set_name(row) for row in frame.to_dict("records")],
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
    export.row("heads-pareto", frame, drawn, command, manifest, f"Bias against {name}")


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
    """One set by all its names, the current mask first."""
    first, *others = sorted(dict.fromkeys(names), key=lambda name: name != _NOW)
    return f"{first} (= {', '.join(others)})" if others else first


# --- stepping -----------------------------------------------------------------------------
# Measuring masked sets of heads while the page is open, a set at a time.
#
# A set is measured once and kept; between two of them, and while one is measured, a click is
# handled. The measuring runs in a fragment that repeats, so the page never waits.

_RUNNING = session.state.RUNS_TASK
_PACE = session.state.RUNS_PACE
_TIMED = session.state.RUNS_TIMED
_STEP = 1.2  # seconds of measuring before the figure is drawn again


def _draw_while_measuring(
    runs: Runs, metrics: Sequence[MaskMetric], draw: Callable[[], None]
) -> None:
    """Draw what is there, offer to measure the rest, and redraw while it is measured."""
    task = (runs.choice.key, runs.whole, tuple(metric.name for metric in metrics))
    if not _missing(runs, metrics):
        _stop(task)
    elif st.session_state.get(_RUNNING) != task:
        _offer(runs, metrics, task)
    working = st.session_state.get(_RUNNING) == task

    @st.fragment(run_every=0.4 if working else None)
    def figure() -> None:
        if not working:
            draw()
            return
        place = st.container()
        draw()  # before measuring, or it would fade meanwhile
        with place, explain.errors(ends_page=False):
            _work(runs, metrics, task)
        if st.session_state.get(_RUNNING) != task:
            st.rerun()  # ends the stepping

    figure()


def _missing(runs: Runs, metrics: Sequence[MaskMetric]) -> list[tuple[MaskMetric, Run]]:
    known = {metric.name: runs.known(metric) for metric in metrics}
    return [
        (metric, run)
        for position, run in enumerate(runs.runs)
        for metric in metrics
        if position not in known[metric.name]
    ]


def _offer(runs: Runs, metrics: Sequence[MaskMetric], task: Any) -> None:
    """The button that measures while the page is open and, where a job can, the one for a job."""
    waiting = _missing(runs, metrics)
    masks = len({run.heads for _, run in waiting})
    named = " and ".join(metric.title for metric in metrics)
    status = (
        f"{explain.plain(named)} of {masks} of {len({run.heads for run in runs.runs})} sets "
        f"{agreeing(masks, 'are')} still to be measured. {_expected(runs, metrics, waiting)}"
    )

    def at_once() -> bool:
        return st.button(
            f"Measure {counted(masks, 'set')} of heads",
            key=f"measure_runs_{metrics[-1].name}",
            type="primary",
            on_click=_start,
            args=(task,),
            help="It continues while this page is open; what is measured is kept.",
        )

    if not {metric.name for metric in metrics} <= {SEAT, PPPL, PERPLEXITY, CLOZE}:
        at_once()
        st.caption(status)
        return
    total = len(runs.runs) * len(metrics)
    work = Work(
        {f"{runs.choice.name}: sets of masked heads": runs.command()},
        total,
        total - len(waiting),
        lambda: total - len(_missing(runs, metrics)),
    )
    hint = "SEAT and the checks of language ability that this model has, for all sets."
    background.offer(work, status, "In the background", "measure_runs_job", at_once, hint)


def _expected(
    runs: Runs, metrics: Sequence[MaskMetric], waiting: Sequence[tuple[MaskMetric, Run]]
) -> str:
    """How long the results that are missing take, or that this is unknown yet."""
    seconds = runs.pace(metrics, len(waiting)).expected(len(waiting), len(waiting)).seconds
    if seconds is None:
        return "How long that takes on this machine is unknown yet."
    return f"It takes {short_duration(seconds)} on this machine, as earlier sets did."


def _start(task: Any) -> None:
    st.session_state[_RUNNING] = task
    st.session_state[_PACE] = st.session_state[_TIMED] = None


def _stop(task: Any) -> None:
    if st.session_state.get(_RUNNING) == task:
        del st.session_state[_RUNNING]


def _work(runs: Runs, metrics: Sequence[MaskMetric], task: Any) -> None:
    """Measure for a moment; the page itself is drawn without waiting for it."""
    waiting = _missing(runs, metrics)
    total = len(runs.runs) * len(metrics)
    done = total - len(waiting)
    place = st.empty()
    with place.container():
        bar = st.progress(done / total, _message(done, total, len(waiting)))
        pulse = st.empty()
        st.button("Stop", key="stop_runs", on_click=_stop, args=(task,))
    if not ticking():
        return
    timed = st.session_state.get(_TIMED)
    if timed is None:  # one for all steps: the first result alone waits for the model
        timed = st.session_state[_TIMED] = runs.pace(metrics, len(waiting))
    began = time.monotonic()
    try:
        for number, (metric, run) in enumerate(waiting, start=1):
            with timed:
                runs.measure(metric, run, pulse.empty)
                timed.note([1.0])
            spent = time.monotonic() - began
            st.session_state[_PACE] = spent / number
            bar.progress(
                (done + number) / total, _message(done + number, total, len(waiting) - number)
            )
            if number == len(waiting):
                _stop(task)
            if spent > _STEP:
                break
    except BiascopeError:
        _stop(task)
        place.empty()  # the reason takes its place
        raise


def _message(done: int, total: int, left: int) -> str:
    pace = st.session_state.get(_PACE)
    eta = f" · about {clock(pace * left)} left" if pace else ""
    return f"{done} of {total} results{eta}"


def ticking() -> bool:
    """Whether only a fragment runs, so that nothing else on the page waits."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
