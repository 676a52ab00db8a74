"""The tabs below a dose run: response curves, and all numbers as tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import explain, plot
from components.frame.present.numbers import bracketed, number, p_cell, points_text
from components.frame.widgets import tabs
from components.lab.dose import charts
from components.lab.dose.wording import gaps_of, noticed_text, short_name
from engine.lab.dose.settings import dose_text

_ACROSS = 3  # curves in a row
_CURVES = (
    "Each mark is a model of one seed, with its 95% confidence interval over occupations; the line "
    "is the mean over the seeds. Measures have different units, so compare where a curve rises and "
    "not how high it is. The dashed line is the detection limit."
)
_TABLE = (
    "Slope: change of the figure from dose 0 to dose 1, least squares over all doses. Kendall's τ: "
    "1 where every larger dose gives a larger figure. Noticed from: the smallest planted gap that "
    "was noticed, as were all larger ones. Needed: how many would notice the next smaller gap with "
    "80% power, from the observed difference and its paired standard deviation."
)


def draw_dose_tabs(report: dict[str, Any]) -> None:
    """Draw the tabs.

    Args:
        report: see `engine.lab.dose.report`.
    """
    shown: dict[str, Callable[[], None]] = {
        "Response curves": lambda: _curves(report),
        "Table": lambda: _table(report),
        "Differences": lambda: _differences(report),
    }
    name, panel = tabs.opened_tab([*shown], "dose_tab")
    with panel, explain.errors(ends_page=False):
        shown[name]()


def _curves(report: dict[str, Any]) -> None:
    """Draw one card a measure: what it noticed, and its curve."""
    found = {entry["measure"]: entry for entry in report["summary"]}
    gaps = gaps_of(report)
    measures = report["measures"]
    for start in range(0, len(measures), _ACROSS):
        row = measures[start : start + _ACROSS]
        for column, told in zip(st.columns(_ACROSS, gap="medium"), row, strict=False):
            with column.container(border=True, height="stretch"):
                _card(report, told, found[told["measure"]], gaps)
    explain.reading(_CURVES)


def _card(
    report: dict[str, Any], told: dict[str, Any], found: dict[str, Any], gaps: dict[float, float]
) -> None:
    name = told["measure"]
    st.markdown(f"**{explain.plain(told['title'])}**  \n{noticed_text(found, told, gaps)}")
    if "problem" in found:
        return
    plot.draw_figure(
        charts.response_curve(report, name),
        key=f"dose_curve_{name}",
        title=f"{told['title']} against the dose",
        says=charts.curve_in_words(report, name),
    )


def _table(report: dict[str, Any]) -> None:
    """Show one row a measure."""
    told = {entry["measure"]: entry for entry in report["measures"]}
    gaps = gaps_of(report)
    rows = [
        {
            "measure": told[entry["measure"]]["title"],
            "unit": told[entry["measure"]]["unit"],
            "noticed from": _limit(entry, gaps),
            "slope": number(entry["slope"], "+.3g"),
            "95% CI": bracketed(entry["slope_interval"], "+.3g") or "none",
            "Kendall's τ": number(entry["tau"], "+.2f"),
            "n": f"{entry['n']:,} {told[entry['measure']]['counted']}",
            "needed": _needed(entry, gaps),
        }
        for entry in report["summary"]
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="dose_summary")
    st.caption(_TABLE)


def _limit(entry: dict[str, Any], gaps: dict[float, float]) -> str:
    limit = entry["detection_limit"]
    if "problem" in entry:
        return "not measured"
    return "none" if limit is None else f"{points_text(gaps[limit])} (dose {dose_text(limit)})"


def _needed(entry: dict[str, Any], gaps: dict[float, float]) -> str:
    if entry["needed_n"] is None:
        return ""
    return f"{entry['needed_n']:,} for {points_text(gaps[entry['next_dose']])}"


def _differences(report: dict[str, Any]) -> None:
    """Show every dose of every measure against dose 0."""
    gaps = gaps_of(report)
    rows = [
        {
            "measure": short_name(entry["measure"]),
            "dose": dose_text(one["dose"]),
            "planted gap": points_text(gaps[one["dose"]]),
            "difference": number(one["difference"], "+.3g"),
            "95% CI": bracketed(one["interval"], "+.3g") or "none",
            "p (Holm)": p_cell(one["p_holm"]),
            "noticed": "yes" if one["noticed"] else "no",
        }
        for entry in report["summary"]
        for one in entry["differences"]
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=420, key="dose_differences")
    st.caption(
        "Each dose less dose 0 of the same seed, on the same units, mean over the seeds. The "
        "interval is that of this dose alone; p is corrected over the doses of the measure. "
        "Differences of a ratio, such as GEST's rate, are of its natural logarithm, as are slopes."
    )
