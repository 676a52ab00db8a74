"""Two reports compared: overall, by category and by group, with paired intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.arena import report_names
from components.arena.charts.beside import both_rates, differences
from components.arena.figures import (
    AnyReport,
    added_text,
    difference_texts,
    draw_figure_table,
    figure_titles,
    in_percent,
    interval_texts,
)
from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import interval_text, p_text
from components.frame.widgets import examples as mask_example
from components.frame.widgets.choice_box import choose
from engine.core.wording import agreeing, counted
from engine.measures.arena.comparable import same_judges
from engine.measures.arena.few import flagged_text, interval_ends
from engine.measures.arena.said import detectable_text
from engine.statistics import LEVEL

FIRST, SECOND = "compare_first", "compare_second"  # of the boxes, in session and address
_BOX = 380  # pixels
_END = 20  # groups drawn at each end where there are many
_TOO_FEW = "Two reports are needed to compare. Measure another model{mask}, or import a report."
_NO_PAIR = (
    "No two of these reports have the same sentences and evaluators, so there are none to compare."
)
_NO_PARTNER = (
    "No other report has the same sentences and evaluators as this one. Choose another first "
    "report."
)
_READ = (
    "Rings: {first}. Dots: {second}. Orange: clearly flagged more often than in the first report; "
    "blue: clearly less often; grey: no clear difference. A higher flag rate need not mean a more "
    "biased model."
)
_GROUPS = (
    "Flag rate of {second} minus that of {first}, with 95% intervals over other sentences of "
    "this kind. A "
    "colour needs p < .05 after Holm's correction for {groups}."
)

_FIGURES = {"first": "first, %", "second": "second, %", "difference": "difference, points"}


def choose_two_reports(reports: Sequence[AnyReport]) -> tuple[AnyReport, AnyReport] | None:
    """Draw the boxes that choose two of the reports at hand; None where no two can be compared."""
    named = report_names.by_name(reports)
    if len(named) < 2:
        mask = ", switch heads off in the sidebar" * mask_example.can_mask()
        st.markdown(f":gray[{_TOO_FEW.format(mask=mask)}]")
        mask_example.offer("arena_mask_example")
        return None
    usual = next((name for name in named if _partners(named, name)), None)
    if usual is None:
        st.markdown(f":gray[{_NO_PAIR}]")
        mask_example.offer("arena_mask_example")
        return None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        first = choose("First report", [*named], FIRST, _BOX, usual)
        partners = _partners(named, first)
        second = choose("Second report", partners, SECOND, _BOX) if partners else None
    if second is None:
        st.markdown(f":gray[{_NO_PARTNER}]")
        return None
    return named[first], named[second]


def _partners(named: Mapping[str, AnyReport], first: str) -> list[str]:
    """Reports that can be compared with a report: of the same sentences and evaluators."""
    return [
        name
        for name, report in named.items()
        if name != first and same_judges(named[first], report) is None
    ]


def draw_comparison(first: AnyReport, second: AnyReport, key: str = "compare") -> None:
    """Draw the comparison, or say why the two cannot be compared.

    Args:
        key: start of the keys of its parts, where a page shows more than one comparison.
    """
    with explain.errors(ends_page=False):
        _draw(first, second, session.arena.difference(first, second), key)


def _draw(first: AnyReport, second: AnyReport, found: Mapping[str, Any], key: str) -> None:
    before, after = map(explain.plain, report_names.labels_of_two(first, second))
    st.markdown(overall_text(before, after, found["overall"]))
    if note := left_out_text(first, second, found):
        st.caption(note)
    categories = difference_rows(found["by_category"])
    if not categories.empty:
        plot.draw_figure(
            both_rates(categories),
            key=f"{key}_categories",
            title="Flag rates of both reports by category",
            says=in_words.each(
                (row["name"], f"{both[0]}, then {both[1]}.")
                for row, both in zip(
                    categories.to_dict("records"), both_texts(categories), strict=True
                )
            ),
        )
        st.caption(_READ.format(first=before, second=after))
    groups = difference_rows(found["by_group"])
    if groups.empty:
        st.markdown(":gray[The reports share no group with a flag rate.]")
        return
    _groups(groups, before, after, key)


def _groups(groups: pd.DataFrame, before: str, after: str, key: str) -> None:
    ordered = groups.sort_values("difference", ascending=False, kind="stable")
    shown = ends(ordered)
    count = counted(len(ordered), "group")
    st.markdown("**Groups**")
    st.caption(_GROUPS.format(first=before, second=after, groups=count))
    plot.draw_figure(
        differences(shown),
        key=f"{key}_groups",
        title="Difference of flag rates by group",
        says=in_words.listed_texts(
            (
                row["name"],
                row["difference"],
                " ".join(added_text(row["difference"] / 100, row["n"])),
            )
            for row in shown.to_dict("records")
        ),
    )
    if len(shown) < len(ordered):
        st.caption(f"The {_END} largest and the {_END} smallest of {count}; the table has all.")
    with st.expander("Table"):
        _table(ordered, key)


def overall_text(before: str, after: str, entry: Mapping[str, Any]) -> str:
    """The overall difference in one sentence (markdown).

    Args:
        entry: `difference` of flag rates (second minus first), `interval`, `p`.
    """
    points, unit = added_text(entry["difference"], entry["n"])
    unit = unit.removeprefix("percentage ")
    interval = interval_text(interval_ends(entry["interval"], entry["n"]), "+.1f")
    p = p_text(entry["p"]).replace(" ", "\N{NO-BREAK SPACE}")
    behind = ", ".join(filter(None, [interval, p, counted(entry["n"], "sentence")]))
    if not _clear(entry["p"]):
        reason = entry.get("not_tested", "")
        return (
            f"**No clear difference** between {before} and {after}: {points} {unit} "
            f"({behind}). This does not show that they are flagged equally often."
            f"{detectable_text(entry.get('detectable'))}{reason and ' ' + reason}"
        )
    side = "more" if entry["difference"] > 0 else "less"
    return (
        f"Completions of {after} are flagged **{side} often** than those of {before}: "
        f"**{points} {unit}** ({behind})."
    )


def left_out_text(first: AnyReport, second: AnyReport, found: Mapping[str, Any]) -> str:
    """What has to be said of the sentences and the variants of two reports (markdown)."""
    said = []
    if found["left_out"]:
        number = counted(found["left_out"], "sentence")
        are = agreeing(found["left_out"], "are")
        said.append(f"{number} without a figure in one of the reports {are} left out.")
    if first["variant"] != second["variant"]:
        said.append(
            f"The variants differ, which may be the reason: {explain.plain(first['variant'])}; "
            f"{explain.plain(second['variant'])}."
        )
    return " ".join(said)


def difference_rows(found: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Rates and differences with a row per category or group.

    Args:
        found: name -> `first`, `second`, `difference`, `interval` and `p_holm` (0 to 1).

    Returns:
        `name`, `category`, `first`, `second` in percent, `difference` (second minus first), `low`,
        `high` in percentage points, `p` after Holm's correction, `clear`, `n`; rows without a
        difference are left out.
    """
    rows = []
    for name, entry in found.items():
        if entry["difference"] is None:
            continue
        low, high = in_percent(entry["interval"]) or (None, None)
        rows.append(
            {
                "name": entry.get("group", name),
                "category": entry.get("category", name),
                "first": 100 * entry["first"],
                "second": 100 * entry["second"],
                "difference": 100 * entry["difference"],
                "low": low,
                "high": high,
                "p": entry["p_holm"],
                "clear": _clear(entry["p_holm"]),
                "n": entry["n"],
            }
        )
    numbers = ["first", "second", "difference", "low", "high", "p"]
    frame = pd.DataFrame(rows, columns=["name", "category", *numbers, "clear", "n"])
    return frame.astype(dict.fromkeys(numbers, float))


def ends(ordered: pd.DataFrame) -> pd.DataFrame:
    """The rows to draw: all, or with many the first and the last of them."""
    if len(ordered) <= 2 * _END:
        return ordered
    return pd.concat([ordered.head(_END), ordered.tail(_END)])


def _clear(p: float | None) -> bool:
    return p is not None and p < LEVEL


def both_texts(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """Both rates of each row as they are written: few sentences are counted."""
    return [
        (flagged_text(row["first"] / 100, row["n"]), flagged_text(row["second"] / 100, row["n"]))
        for row in rows.to_dict("records")
    ]


def _table(rows: pd.DataFrame, key: str) -> None:
    both = both_texts(rows)
    texts = {
        "first_text": [first for first, _ in both],
        "second_text": [second for _, second in both],
        "difference_text": difference_texts(rows["difference"], rows["n"]),
        "interval": interval_texts(rows["low"], rows["high"], rows["n"]),
        "p_holm": [p_text(None if p != p else p) for p in rows["p"]],
    }
    titles = {
        "name": "group",
        "category": "category",
        **figure_titles(rows, _FIGURES),
        "interval": "95% CI",
        "n": "sentences",
        "p_holm": "p (Holm)",
    }
    draw_figure_table(rows, texts, titles, "biascope-arena-compared.csv", key)
