"""Two reports compared: overall, by category and by group, with paired intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components import session
from components.arena import report_names
from components.arena.charts.difference import both_rates, differences
from components.arena.figures import Report, in_percent
from components.present import download, explain
from components.present.numbers import bracketed, interval_text, p_text, signed
from components.present.theme import CONFIG
from engine.datasets.files.export import csv_text
from engine.wording import counted

FIRST, SECOND = "compare_first", "compare_second"  # of the boxes, in session and address
_CLEAR = 0.05
_END = 20  # groups drawn at each end where there are many
_HEIGHT, _ROW = 320, 36  # pixels
_TOO_FEW = (
    "Two reports are needed to compare. Measure another model, mask heads in the sidebar, or "
    "import a report."
)
_READ = (
    "Rings: {first}. Dots: {second}. Orange: clearly flagged more often than in the first report; "
    "blue: clearly less often; grey: no clear difference. A higher flag rate need not mean a more "
    "biased model."
)
_GROUPS = (
    "Flag rate of {second} minus that of {first}, with 95% intervals over the same prompts. A "
    "colour needs p < .05 after Holm's correction for {groups}."
)


def choose(reports: Sequence[Report]) -> tuple[Report, Report] | None:
    """Draw the boxes that choose two of the reports at hand; None with fewer than two."""
    named = report_names.by_name(reports)
    if len(named) < 2:
        st.markdown(f":gray[{_TOO_FEW}]")
        return None
    names = list(named)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = [
            st.selectbox(
                label,
                names,
                index=index,
                key=key,
                bind="query-params",
                persist_state="session",
                width=380,
            )
            for index, (label, key) in enumerate(
                (("First report", FIRST), ("Second report", SECOND))
            )
        ]
    first, second = (
        named.get(name or "", named[usual]) for name, usual in zip(chosen, names, strict=False)
    )
    if first is second:
        st.markdown(":gray[Choose two different reports.]")
        return None
    return first, second


def draw(first: Report, second: Report) -> None:
    """Draw the comparison, or say why the two cannot be compared."""
    with explain.errors(ends_page=False):
        _draw(first, second, session.arena_difference(first, second))


def _draw(first: Report, second: Report, found: Mapping[str, Any]) -> None:
    names = tuple(explain.plain(report_names.label_of(report)) for report in (first, second))
    st.markdown(overall_text(*names, found["overall"]))
    categories = difference_rows(found["by_category"], first["by_category"], second["by_category"])
    if not categories.empty:
        st.plotly_chart(
            both_rates(categories),
            key="compare_categories",
            config=CONFIG,
            alt="Flag rates of both reports by category",
        )
        st.caption(_READ.format(first=names[0], second=names[1]))
    groups = difference_rows(found["by_group"], first["by_group"], second["by_group"])
    if groups.empty:
        st.markdown(":gray[The reports share no group with a flag rate.]")
        return
    _groups(groups, names)


def _groups(groups: pd.DataFrame, names: tuple[str, ...]) -> None:
    ordered = groups.sort_values("difference", ascending=False, kind="stable")
    shown = ends(ordered)
    count = counted(len(ordered), "group")
    st.markdown("**Groups**")
    st.caption(_GROUPS.format(first=names[0], second=names[1], groups=count))
    st.plotly_chart(
        differences(shown),
        key="compare_groups",
        config=CONFIG,
        alt="Difference of flag rates by group",
    )
    if len(shown) < len(ordered):
        st.caption(f"The {_END} largest and the {_END} smallest of {count}; the table has all.")
    with st.expander("Table"):
        _table(ordered)


def overall_text(first: str, second: str, entry: Mapping[str, Any]) -> str:
    """The overall difference in one sentence (markdown).

    Args:
        first: label of the first report as markdown; `second` likewise.
        entry: `difference` of flag rates (second minus first), `interval`, `p`.
    """
    if entry["difference"] is None:
        return ":gray[The reports share no judged prompt, so there is no difference to show.]"
    points = 100 * entry["difference"]
    interval = interval_text(in_percent(entry["interval"]), "+.1f")
    behind = ", ".join(filter(None, [interval, p_text(entry.get("p"))]))
    if not _clear(entry.get("p")):
        return (
            f"No clear difference: {second} is at **{signed(points, 1)} points** from {first} "
            f"({behind}). This does not show that they are the same."
        )
    side = "more" if points > 0 else "less"
    return (
        f"{second} is flagged **{signed(abs(points), 1).removeprefix('+')} points {side} often** "
        f"than {first} ({behind})."
    )


def difference_rows(
    found: Mapping[str, Mapping[str, Any]],
    first: Mapping[str, Mapping[str, Any]],
    second: Mapping[str, Mapping[str, Any]],
) -> pd.DataFrame:
    """Rates and differences with a row per category or group.

    Args:
        found: name -> `difference`, `interval`, `p` or, corrected, `p_holm`.
        first: name -> figures of the first report; `second` likewise.

    Returns:
        `name`, `category`, `first`, `second` in percent, `difference` (second minus first), `low`,
        `high` in percentage points, `p` (corrected where it was), `clear`; rows without a
        difference are left out.
    """
    rows = []
    for name, entry in found.items():
        if entry["difference"] is None:
            continue
        p = entry.get("p_holm", entry.get("p"))
        low, high = in_percent(entry["interval"]) or (None, None)
        rows.append(
            {
                "name": second[name].get("group", name),
                "category": second[name].get("category", name),
                "first": 100 * first[name]["flag_rate"],
                "second": 100 * second[name]["flag_rate"],
                "difference": 100 * entry["difference"],
                "low": low,
                "high": high,
                "p": p,
                "clear": _clear(p),
            }
        )
    numbers = ["first", "second", "difference", "low", "high", "p"]
    frame = pd.DataFrame(rows, columns=["name", "category", *numbers, "clear"])
    return frame.astype(dict.fromkeys(numbers, float))


def ends(ordered: pd.DataFrame) -> pd.DataFrame:
    """The rows to draw: all, or with many the first and the last of them."""
    if len(ordered) <= 2 * _END:
        return ordered
    return pd.concat([ordered.head(_END), ordered.tail(_END)])


def _clear(p: float | None) -> bool:
    return p is not None and p < _CLEAR


def _table(rows: pd.DataFrame) -> None:
    number_column = st.column_config.NumberColumn
    shown = pd.DataFrame(
        {
            "group": rows["name"],
            "category": rows["category"],
            "first, %": rows["first"],
            "second, %": rows["second"],
            "difference, points": rows["difference"],
            "95% CI": [
                bracketed(None if low != low else (low, high), "+.1f")
                for low, high in zip(rows["low"], rows["high"], strict=True)
            ],
            "p (Holm)": [p_text(None if p != p else p) for p in rows["p"]],
        }
    )
    st.dataframe(
        shown,
        key="compare_table",
        hide_index=True,
        height=min(_HEIGHT, _ROW * (len(shown) + 1)),
        column_config={
            "first, %": number_column(format="%.1f"),
            "second, %": number_column(format="%.1f"),
            "difference, points": number_column(format="%+.1f"),
        },
    )
    download.button(
        "CSV", lambda: csv_text(rows), "biascope-arena-compared.csv", "text/csv", "compared_csv"
    )
