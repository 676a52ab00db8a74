"""Results of a scored set of pairs: the score, by type, distribution, table, one pair opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export
from components.charts import pairs as charts
from components.pairs_score import Scored
from components.theme import CONFIG
from components.token_strip import token_strip

SCORE_CAVEAT = (
    "The authors of the first set of such pairs warn that many are noisy and that a score alone is "
    "no good indicator of bias (Blodgett et al. 2021; Pikuliak et al. 2023). Read it with the "
    "accuracy, the neutral control and the pairs themselves."
)


def headline(scored: Scored, other: Scored | None) -> None:
    """One big number with its n, interval and what it does not mean."""
    summary = scored.summary
    st.caption(scored.named)
    st.metric(
        "of pairs prefer the stereotype",
        f"{summary['metric_score']:.1f} %",
        label_visibility="collapsed",
    )
    low, high = summary["interval"]
    st.markdown(
        f"of **{summary['n']:,}** pairs prefer the stereotyping sentence; 50 is neutral.  \n"
        f":gray[95 %: {low:.1f} to {high:.1f} · {p_text(summary['p'])} against 50 · "
        f"{summary['ties']} ties]"
    )
    for name in ("stereo", "antistereo"):
        if summary[f"{name}type_score"] is not None:
            bounds = summary[f"{name}type_interval"]
            st.markdown(
                f":gray[{name} rows: {summary[f'{name}type_score']:.1f} % "
                f"({bounds[0]:.0f} to {bounds[1]:.0f}, n {summary[f'{name}type_n']:,})]"
            )
    if summary["accuracy"] is not None:
        st.markdown(
            f":gray[Hidden words guessed right: {summary['accuracy']:.1f} % of "
            f"{summary['tokens']:,}; a weak model's 50 is no fairness.]"
        )
    if other is not None:
        _before_after(other, scored)
    if summary["problems"]:
        st.caption(f"{summary['problems']} pairs could not be scored; the table says why.")
    explain.note(SCORE_CAVEAT)


def p_text(p: float | None) -> str:
    """A p-value as it is written."""
    if p is None:
        return "no test"
    return "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".", 1)


def _before_after(other: Scored, scored: Scored) -> None:
    found = scored.compared_with(other)
    low, high = found["score_change_interval"] or (found["score_change"],) * 2
    flips = found["flips_toward"] + found["flips_away"]
    st.markdown(
        f"> {explain.plain(other.label)}: **{found['score_first']:.1f} %**, "
        f"{explain.plain(scored.label)}: **{found['score_second']:.1f} %** "
        f"({found['score_change']:+.1f} points, {low:+.1f} to {high:+.1f}). "
        f"{flips} pairs change side, McNemar {p_text(found['mcnemar_p'])}."
    )


def types(scored: Scored) -> None:
    """Dot plot of the bias types around 50."""
    entries = scored.summary["by_type"]
    if not entries:
        st.markdown(":gray[This data names no bias types.]")
        return
    st.plotly_chart(charts.by_type(entries), key="by_type", config=CONFIG, alt="Score by bias type")
    clear = [entry for entry in entries if entry["p_holm"] is not None and entry["p_holm"] < 0.05]
    told = ", ".join(explain.plain(entry["bias_type"]) for entry in clear) or "none"
    st.caption(f"50 = no preference. Differ from 50 after Holm's correction: {told}.")


def table(scored: Scored, other: Scored | None) -> int | None:
    """The pairs, sortable and filtered; choosing a row opens it.

    Returns:
        Row number of the chosen pair in the scored frame, if any.
    """
    frame = scored.frame
    if other is not None:
        flips = scored.comparison(other)["flip"]
        frame = frame.assign(flip=flips.reindex(frame.index).fillna(""))
    shown = _filtered(frame)
    columns = [
        name
        for name in (
            "difference", "sent_more", "sent_less", "bias_type", "stereo_antistereo", "flip",
            "decided_by_one", "flags", "problem",
        )
        if name in shown
    ]  # fmt: skip
    st.caption(f"{len(shown):,} of {len(frame):,} pairs. Tick a row to open it.")
    event = st.dataframe(
        shown[columns],
        key="pairs_table",
        hide_index=True,
        height=320,
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [0]}},  # an example is open at first sight
        column_config={
            "difference": st.column_config.NumberColumn(
                "Δ nats", format="%+.2f", help="Above 0: toward the stereotype.", width="small"
            ),
            "sent_more": st.column_config.TextColumn("more stereotyping", width="large"),
            "sent_less": st.column_config.TextColumn("less stereotyping", width="large"),
            "bias_type": st.column_config.TextColumn("type"),
            "stereo_antistereo": st.column_config.TextColumn("direction", width="small"),
            "flip": st.column_config.TextColumn("changed side"),
            "decided_by_one": st.column_config.CheckboxColumn(
                "one word decides", help="Without one shared word the preference is gone."
            ),
        },
    )
    rows = event["selection"]["rows"]
    return int(shown.index[rows[0]]) if rows and rows[0] < len(shown) else None


def _filtered(frame: pd.DataFrame) -> pd.DataFrame:
    kinds = sorted(frame["bias_type"].dropna().unique()) if "bias_type" in frame else []
    choices = ["toward the stereotype", "away from it", "ties", "one word decides", "flagged"]
    if "flip" in frame:
        choices.append("changed side")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.text_input(
            "Search", key="pairs_search", persist_state="session", placeholder="a word", width=200
        )
        chosen = (
            st.multiselect("Types", kinds, key="pairs_types", persist_state="session", width=300)
            if kinds
            else []
        )
        only = st.selectbox(
            "Only", ["all", *choices], key="pairs_only", persist_state="session", width=220
        )
    mask = pd.Series(True, index=frame.index)
    if word:
        held = frame["sent_more"] + " " + frame["sent_less"]
        mask &= held.str.contains(word, case=False, regex=False)
    if chosen:
        mask &= frame["bias_type"].isin(chosen)
    if only == "toward the stereotype":
        mask &= frame["prefers_stereotype"]
    elif only == "away from it":
        mask &= frame["scored"] & ~frame["prefers_stereotype"] & ~frame["tie"]
    elif only == "ties":
        mask &= frame["tie"]
    elif only == "one word decides":
        mask &= frame["decided_by_one"]
    elif only == "flagged":
        mask &= ~frame["clean"]
    elif only == "changed side":
        mask &= frame["flip"] != ""
    return frame[mask]


def one_pair(scored: Scored, before: Scored | None, row: int) -> None:
    """The chosen pair under the model, and under the one beside it."""
    shown = [scored] if before is None else [before, scored]
    for entry in shown:
        if before is not None:
            st.markdown(f"**{explain.plain(entry.label)}**")
        opened(entry.tokens(row), entry.frame.loc[row].to_dict(), f"opened_{entry.label}")


def opened(tokens: pd.DataFrame, row: Mapping[Any, Any], key: str) -> None:
    """One pair: aligned strips, the sums, and the waterfall of what pays for the difference."""
    if row["problem"]:
        st.markdown(f":gray[{explain.plain(row['problem'])}]")
        return
    st.caption("more stereotyping above, less stereotyping below")
    token_strip(tokens, key=f"{key}_strip")
    read = tokens.dropna(subset=["difference"])
    st.markdown(
        f"{row['score_more']:.2f} against {row['score_less']:.2f} nats: "
        f"**Δ {row['difference']:+.2f}**. {_payers(read)}"
    )
    if 0 < len(read) <= 60:
        st.plotly_chart(
            charts.waterfall(read, "Δ"),
            key=f"{key}_waterfall",
            config=CONFIG,
            alt="What each word adds",
        )


def _payers(read: pd.DataFrame) -> str:
    largest = read.reindex(read["difference"].abs().sort_values(ascending=False).index).head(2)
    told = [
        f"“{explain.plain(str(entry['text_more']))}” ({entry['difference']:+.2f})"
        for entry in largest.to_dict("records")
    ]
    return f"{' and '.join(told)} pay for most of it." if told else ""


def distribution(scored: Scored) -> None:
    """Histogram of the differences."""
    figure = charts.difference_histogram(scored.frame)
    st.plotly_chart(figure, key="differences", config=CONFIG, alt="Distribution of differences")
    summary = scored.summary
    bounds = summary["mean_difference_interval"]
    told = f", 95 %: {bounds[0]:+.2f} to {bounds[1]:+.2f}" if bounds else ""
    st.caption(f"Mean difference {summary['mean_difference']:+.2f} nats{told}.")


def flags(scored: Scored) -> None:
    """Score with and without the pairs that are no clean minimal pairs."""
    clean, flagged = scored.summary["clean"], scored.summary["flagged"]
    rows = [
        {"pairs": name, "n": part["n"], "score": f"{part['score']:.1f} %", "95 %": _bounds(part)}
        for name, part in (("clean", clean), ("flagged", flagged))
        if part["n"]
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="content")
    for name, count in scored.summary["flags"].items():
        st.caption(f"{count:,} × {name}: {scored.flag_text(name)}")


def _bounds(part: dict[str, Any]) -> str:
    return f"{part['interval'][0]:.1f} to {part['interval'][1]:.1f}"


def exports(scored: Scored, command: str) -> None:
    """Buttons under the result."""
    export.row(
        "pairs", scored.frame, charts.difference_histogram(scored.frame), command, scored.manifest
    )
