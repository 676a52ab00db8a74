"""Results of a scored set of pairs: the score, by type, distribution, quality flags, exports."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, pairs_words
from components.charts import pairs as charts
from components.numbers import p_text, signed
from components.pairs_controls import Choice
from components.pairs_score import Scored
from components.theme import CONFIG
from engine.measures.pairs.variants import VARIANTS
from engine.wording import counted

_MOST_TYPES = 16  # drawn; the table has them all
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
        f"of **{summary['n']:,}** pair{'s' * (summary['n'] != 1)} prefer the stereotyping "
        "sentence; 50 is neutral.  \n"
        f":gray[95 %: {low:.1f} to {high:.1f} · {p_text(summary['p'])} against 50 · "
        f"{counted(summary['ties'], 'tie')}]"
    )
    for name in ("stereo", "antistereo"):
        if summary[f"{name}type_score"] is not None:
            bounds = summary[f"{name}type_interval"]
            st.markdown(
                f":gray[{name} rows: {summary[f'{name}type_score']:.1f} % "
                f"({bounds[0]:.0f} to {bounds[1]:.0f}, n {summary[f'{name}type_n']:,})"
                f"{_untouched(other, f'{name}type_score')}]"
            )
    if summary["accuracy"] is not None:
        st.markdown(
            f":gray[{VARIANTS[scored.variant].accuracy_of}: {summary['accuracy']:.1f} % of "
            f"{summary['tokens']:,}{_untouched(other, 'accuracy')}; a weak model's 50 is no "
            "fairness.]"
        )
    if other is not None:
        _before_after(other, scored)
    if summary["problems"]:
        told = counted(summary["problems"], "pair")
        st.caption(f"{told} could not be scored; the table says why.")
    explain.note(SCORE_CAVEAT)


def _untouched(other: Scored | None, name: str) -> str:
    """The figure of the model compared with, said behind that of the model."""
    if other is None or other.summary[name] is None:
        return ""
    return f"; {explain.plain(other.label)}: {other.summary[name]:.1f} %"


def _before_after(other: Scored, scored: Scored) -> None:
    found = scored.compared_with(other)
    bounds = found["score_change_interval"]
    between = (
        f"95 %: {signed(bounds[0], 1)} to {signed(bounds[1], 1)}"
        if bounds
        else "too few pairs for an interval"
    )
    st.markdown(
        f"> {explain.plain(other.label)}: **{found['score_first']:.1f} %** "
        f"({found['preferred_first']:,} of {found['n']:,}); {explain.plain(scored.label)}: "
        f"**{found['score_second']:.1f} %** ({found['preferred_second']:,}): "
        f"{signed(found['score_change'], 1)} points ({between}). "
        f"Pairs that change side: {found['flips']}, McNemar {p_text(found['mcnemar_p'])}."
    )


def types(scored: Scored, before: Scored | None = None) -> None:
    """Dot plot of the bias types around 50; the model compared with as rings."""
    entries = scored.summary["by_type"]
    if not entries:
        st.markdown(":gray[This data names no bias types.]")
        return
    if len(entries) > _MOST_TYPES:
        st.caption(f"The {_MOST_TYPES} largest of {len(entries):,} types.")
    st.plotly_chart(
        charts.by_type(
            entries[:_MOST_TYPES], None if before is None else before.summary["by_type"]
        ),
        key="by_type",
        config=CONFIG,
        alt="Score by bias type",
    )
    explain.reading(pairs_words.TYPES)
    clear = [entry for entry in entries if entry["p_holm"] is not None and entry["p_holm"] < 0.05]
    told = ", ".join(explain.plain(entry["bias_type"]) for entry in clear) or "none"
    st.caption(f"50 = no preference. Differ from 50 after Holm's correction: {told}.")
    if before is not None:
        st.caption(f"Dots: {explain.plain(scored.label)}. Rings: {explain.plain(before.label)}.")


def distribution(scored: Scored, before: Scored | None = None) -> None:
    """Histogram of the differences; the model compared with as an outline."""
    figure = charts.difference_histogram(scored.frame, None if before is None else before.frame)
    st.plotly_chart(figure, key="differences", config=CONFIG, alt="Distribution of differences")
    explain.reading(pairs_words.DISTRIBUTION)
    summary = scored.summary
    bounds = summary["mean_difference_interval"]
    mean, *ends = (
        signed(value, scored.digits) for value in (summary["mean_difference"], *(bounds or ()))
    )
    told = f", 95 %: {' to '.join(ends)}" if ends else ""
    st.caption(f"Mean difference {mean} nats{told}.")
    if before is not None:
        st.caption(f"Bars: {explain.plain(scored.label)}. Outline: {explain.plain(before.label)}.")


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


def exports(scored: Scored, choice: Choice, options: str) -> None:
    """Buttons under the result.

    Args:
        options: of the command line, those that name the models.
    """
    export.row(
        "pairs",
        scored.frame,
        charts.difference_histogram(scored.frame),
        choice.command(options),
        scored.manifest,
        scored.named,
        "Run it in Biascope's folder, with the path of your file in place of its name."
        if choice.uploaded
        else "Run it in Biascope's folder.",
    )
