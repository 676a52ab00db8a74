"""Tab of the Heads page: a metric by the number of masked heads."""

from __future__ import annotations

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
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.measures.heads.mask_metrics import (
    PAIRS,
    SEAT,
    MaskMetric,
    cost_of,
)
from engine.measures.heads.run_figures import sets_in_words

_READ = (
    "From left to right, more heads are switched off: the K most biased (*top K*, solid line), the "
    "K most anti-biased (*bottom K*, dashed line), or K at random (grey band: mean and range of "
    "{seeds} random sets). Where the solid line leaves the grey band, switching these heads off "
    "does more than switching off any of these {seeds} sets. The diamond "
    "switches off all biased heads{now}. "
    "**Filled marks**: the metric differs from that with all heads on (p < .05 after "
    "Holm's correction for all chosen sets in the figure); **open marks**: no clear difference. "
    "Thin bars are 95% confidence intervals over the texts; all sets are measured on the same "
    "texts, so the bars overstate the uncertainty of differences, and the tests do not use them. A "
    "model that loses its language ability is not fairer, only worse{check}."
)


def draw_curve(runs: Runs) -> None:
    """A metric by the number of masked heads."""
    cost, kinds = cost_of(runs.kind), {run.kind for run in runs.runs}
    figure, _ = figure_and_words(
        "What happens to bias and language ability as more heads are switched off?",
        _READ.format(
            seeds=len(runs.choice.seeds),
            check=f": check {cost_title(runs, cost)} too" if cost else "",
            now=f"; the cross is {NOW}" if charts.CURRENT in kinds else "",
        ),
        "head-bias",
    )
    with figure:
        metric = runs.metrics[_metric(runs)]
        draw_while_measuring(runs, [metric], lambda: _curve(runs, metric))


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
        title=f"{metric.title} by number of heads switched off",
        says=in_words.listed(
            [(set_name(row), row["value"]) for row in shown.to_dict("records")],
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
        f"{metric.title} by number of heads switched off",
        runs.choice.where,
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
