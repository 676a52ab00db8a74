"""What the measures themselves are worth: how reliable each is, and whether they agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, number, signed
from components.scorecard.charts.agreement import heatmap
from components.scorecard.grid import Grid
from components.scorecard.table import draw_rows
from components.scorecard.wording import CONVERGENCE, RELIABILITY, listed_once, p_alone
from engine.core.wording import counted
from engine.statistics import LEVEL, POWER, detectable_kendall

FEWEST = 6  # models, below which neither is worked out
_KINDS = {
    "split-half": "halves of the items",
    "templates": "other templates",
    "seeds": "other seeds",
}
_MOST_SAID = 3  # pairs of measures named in words


def reliability(grid: Grid) -> None:
    """Draw how reliable each measure is over the models that it has."""
    entries = [*grid.report["reliability"]]
    known = [entry for entry in entries if entry["value"] is not None]
    if not known:
        _nothing(entries)
        return
    draw_rows(reliability_rows(grid, known), "scorecard_reliability")
    _left_out([entry for entry in entries if entry["value"] is None], grid)
    explain.reading(RELIABILITY)


def reliability_rows(grid: Grid, entries: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """One row a measure and kind of reliability."""
    return pd.DataFrame(
        [
            {
                "measure": grid.titles.get(one["measure"], one["measure"]),
                "would agree with": _kind(one),
                "correlation": number(one["value"], ".2f"),
                "95% CI": bracketed(one["interval"], ".2f") or "none",
                "whole measure (Spearman-Brown)": "none (r below 0)"
                if one["corrected"] is None
                else number(one["corrected"], ".2f"),
                "models": one["n_contestants"],
            }
            for one in entries
        ]
    )


def _kind(entry: Mapping[str, Any]) -> str:
    """What the figures were correlated with, and with how many templates."""
    many = entry.get("templates") or len(entry.get("measures") or ())
    text = _KINDS.get(entry["kind"], entry["kind"])
    if entry.get("clusters"):
        return f"{text} (whole clusters)"
    return f"{text} ({many} in all)" if many else text


def convergence(grid: Grid) -> None:
    """Draw which measures order the models alike."""
    entries = [*grid.report["convergence"]]
    known = [entry for entry in entries if entry["tau"] is not None]
    if not known:
        _nothing(entries)
        return
    st.markdown(agreement_text(known, grid.titles))
    titles = {one["name"]: grid.titles[one["name"]] for one in grid.measures}
    plot.draw_figure(
        heatmap(known, titles),
        key="scorecard_convergence",
        title="Kendall's τ-b of each pair of measures",
        says=in_words.listed(
            [(f"{titles[one['first']]} and {titles[one['second']]}", one["tau"]) for one in known],
            "+.2f",
        ),
    )
    with st.expander("As a table"):
        draw_rows(convergence_rows(known, grid.titles), "scorecard_convergence_rows")
    _left_out([entry for entry in entries if entry["tau"] is None], grid)
    explain.reading(CONVERGENCE)


def convergence_rows(
    entries: Sequence[Mapping[str, Any]], titles: Mapping[str, str]
) -> pd.DataFrame:
    """One row a pair of measures."""
    return pd.DataFrame(
        [
            {
                "first measure": titles.get(one["first"], one["first"]),
                "second measure": titles.get(one["second"], one["second"]),
                "τ-b": signed(one["tau"]),
                "95% CI": bracketed(one["interval"], "+.2f") or "none",
                "p, Holm": p_alone(one["p_holm"]),
                "models": one["n_contestants"],
            }
            for one in entries
        ]
    )


def agreement_text(entries: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> str:
    """Which measures clearly agree or disagree, in words (markdown)."""
    clear = [one for one in entries if one["p_holm"] is not None and one["p_holm"] < LEVEL]
    alike = [one for one in clear if one["tau"] > 0]
    against = [one for one in clear if one["tau"] < 0]
    pairs = counted(len(entries), "pair")
    text = f"Of {pairs} of measures, {len(alike)} clearly order the models alike"
    text += f" ({_named(alike, titles)})" if alike else ""
    text += f" and {len(against)} clearly the other way round"
    text += f" ({_named(against, titles)})" if against else ""
    rest = len(entries) - len(clear)
    text += f"; for {rest} it is not clear.{_smallest(entries)}" if rest else "."
    return f"{text} Measures that disagree measure different things; they are not averaged."


def _smallest(entries: Sequence[Mapping[str, Any]]) -> str:
    """What a test over the most models of an unclear pair would have shown, after a sentence."""
    unclear = [one for one in entries if one["p_holm"] is None or one["p_holm"] >= LEVEL]
    models = max(one["n_contestants"] for one in unclear)
    tau = detectable_kendall(models)
    if tau is None:
        return ""
    return (
        f" Over {counted(models, 'model')}, a single test would have detected a τ-b of about "
        f"±{tau:.2f} with {POWER:.0%} power, and Holm's correction asks for more."
    )


def _named(entries: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> str:
    first = sorted(entries, key=lambda one: -abs(one["tau"]))[:_MOST_SAID]
    named = [
        explain.plain(f"{titles.get(one['first'])} and {titles.get(one['second'])}")
        for one in first
    ]
    more = len(entries) - len(first)
    return "; ".join([*named, *([f"{more} more"] if more else [])])


def _nothing(entries: Sequence[Mapping[str, Any]]) -> None:
    problems = listed_once([str(one["problem"]) for one in entries])
    if len(problems) == 1:
        st.markdown(f":gray[{explain.plain(problems[0])}]")
        return
    st.markdown(
        f":gray[Too few models: this is worked out over at least {FEWEST} models that have a "
        "figure in the same measure. Choose more models or masks above, or import results.]"
    )


def _left_out(entries: Sequence[Mapping[str, Any]], grid: Grid) -> None:
    """What could not be worked out, and why."""
    if not entries:
        return
    lines = []
    for one in entries:
        names = [one[key] for key in ("measure", "first", "second") if key in one]
        what = " and ".join(grid.titles.get(name, name) for name in names)
        lines.append(f"{what}: {one['problem']}")
    with st.expander(f"{counted(len(lines), 'figure')} not worked out"):
        for line in listed_once(lines):
            st.markdown(explain.plain(line))
