"""Results of a scored set of pairs: score, bias types, distribution, quality flags, exports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.pairs import charts, how_to_read
from components.pairs.controls import Choice
from components.pairs.scored import Scored
from components.present import explain, export
from components.present.numbers import interval_text, p_text, signed
from components.present.preference import preference_text
from components.present.theme import CONFIG
from engine.command import Command
from engine.measures.pairs.variants import VARIANTS
from engine.wording import counted

_MOST_TYPES = 16  # drawn; the table has them all
SCORE_CAVEAT = (
    "Many published pairs are noisy, and the authors of CrowS-Pairs themselves warn that a score "
    "alone is not a good indicator of bias (Blodgett et al. 2021; Pikuliak et al. 2023). Read it "
    "together with the accuracy, the neutral control and the pairs themselves."
)


def headline(scored: Scored, other: Scored | None) -> None:
    """One big number, whether it is a clear preference, and what it does not mean."""
    summary = scored.summary
    st.caption(scored.named)
    st.metric(
        "of pairs prefer the stereotype",
        f"{summary['metric_score']:.1f}%",
        label_visibility="collapsed",
    )
    verdict = preference_text({**summary, "score": summary["metric_score"]})
    st.markdown(
        f"of **{summary['n']:,}** pair{'s' * (summary['n'] != 1)}: the model prefers the "
        f"stereotyping sentence. 50% is neutral; this is **{verdict}**.  \n"
        f":gray[{interval_text(summary['interval'], '.1f')} · {p_text(summary['p'])} against 50% · "
        f"{counted(summary['ties'], 'tie')}]"
    )
    for name, title in (("stereo", "Stereotype pairs"), ("antistereo", "Anti-stereotype pairs")):
        if summary[f"{name}type_score"] is not None:
            st.markdown(
                f":gray[{title}: {summary[f'{name}type_score']:.1f}% "
                f"({interval_text(summary[f'{name}type_interval'], '.0f')}, "
                f"n = {summary[f'{name}type_n']:,}){_compared(other, f'{name}type_score')}]"
            )
    if summary["accuracy"] is not None:
        st.markdown(
            f":gray[{VARIANTS[scored.variant].accuracy_of}: {summary['accuracy']:.1f}% of "
            f"{summary['tokens']:,}{_compared(other, 'accuracy')}; a weak model also scores "
            "near 50%.]"
        )
    if other is not None:
        _change(other, scored)
    if summary["problems"]:
        problems = counted(summary["problems"], "pair")
        st.caption(f"{problems} could not be scored; the table says why.")
    explain.note(SCORE_CAVEAT)


def _compared(other: Scored | None, name: str) -> str:
    """The value of the model compared with, to follow that of the model."""
    if other is None or other.summary[name] is None:
        return ""
    return f"; {explain.plain(other.label)}: {other.summary[name]:.1f}%"


def _change(other: Scored, scored: Scored) -> None:
    """How the score differs from that of the model compared with."""
    comparison = scored.compared_with(other)
    interval = interval_text(comparison["score_change_interval"], "+.1f")
    st.markdown(
        f"> {change_text(comparison)}: {explain.plain(other.label)} "
        f"**{comparison['score_first']:.1f}%** ({comparison['preferred_first']:,} of "
        f"{comparison['n']:,}), {explain.plain(scored.label)} "
        f"**{comparison['score_second']:.1f}%** ({comparison['preferred_second']:,}).  \n"
        f"> :gray[{signed(comparison['score_change'], 1)} percentage points "
        f"({interval or 'too few pairs for an interval'}). Pairs that change sides: "
        f"{comparison['flips']}, McNemar's test {p_text(comparison['mcnemar_p'])}.]"
    )


def change_text(comparison: Mapping[str, Any]) -> str:
    """Whether a score changed clearly: its interval excludes 0 and its test agrees."""
    bounds, p = comparison["score_change_interval"], comparison["mcnemar_p"]
    if bounds is None or p is None or p >= 0.05 or bounds[0] <= 0 <= bounds[1]:
        return "No clear change"
    return "The score rises" if bounds[0] > 0 else "The score falls"


def types(scored: Scored, before: Scored | None = None) -> None:
    """Dot plot of the bias types around 50%; the model compared with as rings."""
    entries = scored.summary["by_type"]
    if not entries:
        st.markdown(":gray[These pairs have no bias types.]")
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
    explain.reading(how_to_read.TYPES)
    clear = [entry for entry in entries if entry["p_holm"] is not None and entry["p_holm"] < 0.05]
    st.caption(clear_types([entry["bias_type"] for entry in clear]))
    if before is not None:
        st.caption(f"Dots: {explain.plain(scored.label)}. Rings: {explain.plain(before.label)}.")


def clear_types(names: list[str]) -> str:
    """Which bias types clearly differ from 50%, in one sentence (markdown)."""
    if not names:
        return "No type clearly differs from 50% (Holm-corrected)."
    named = ", ".join(explain.plain(name) for name in names)
    return f"Clearly different from 50% (Holm-corrected): {named}."


def distribution(scored: Scored, before: Scored | None = None) -> None:
    """Histogram of the differences; the model compared with as an outline."""
    figure = charts.difference_histogram(scored.frame, None if before is None else before.frame)
    st.plotly_chart(figure, key="differences", config=CONFIG, alt="Distribution of differences")
    explain.reading(how_to_read.DISTRIBUTION)
    summary = scored.summary
    mean = signed(summary["mean_difference"], scored.digits)
    interval = interval_text(summary["mean_difference_interval"], f"+.{scored.digits}f")
    st.caption(f"Mean difference {mean} nats{f', {interval}' if interval else ''}.")
    if before is not None:
        st.caption(f"Bars: {explain.plain(scored.label)}. Outline: {explain.plain(before.label)}.")


def flags(scored: Scored) -> None:
    """Score of the clean pairs and of those with quality flags."""
    clean, flagged = scored.summary["clean"], scored.summary["flagged"]
    rows = [
        {"pairs": name, "n": part["n"], "score": f"{part['score']:.1f}%", "95% CI": _bounds(part)}
        for name, part in (("clean", clean), ("flagged", flagged))
        if part["n"]
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="content")
    for name, count in scored.summary["flags"].items():
        st.caption(f"{name} ({counted(count, 'pair')}): {scored.flag_text(name)}")


def _bounds(part: dict[str, Any]) -> str:
    return f"[{part['interval'][0]:.1f}, {part['interval'][1]:.1f}]"


def exports(scored: Scored, choice: Choice, command: Command) -> None:
    """Buttons under the result.

    Args:
        command: the equivalent command, with the models.
    """
    export.row(
        "pairs",
        scored.frame,
        charts.difference_histogram(scored.frame),
        command.line(),
        scored.manifest,
        scored.named,
        "Run this in Biascope's folder, with the full path of your file."
        if choice.uploaded
        else "Run this in Biascope's folder.",
    )
