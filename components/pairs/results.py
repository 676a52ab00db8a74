"""Results of a scored set of pairs: score, bias types, distribution, quality flags, exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.pairs import charts, how_to_read, names
from components.pairs.controls import Choice
from components.pairs.scored import Scored
from components.present import explain, export
from components.present.numbers import bracketed, interval_text, p_text, signed
from components.present.preference import preference_text
from components.present.theme import CONFIG
from engine.command import Command
from engine.measures.pairs.variants import VARIANTS
from engine.measures.pairs.verdict import AWAY, FEWEST, LEVEL, TOO_FEW, TOWARD, interval_alone
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
    st.metric("of pairs prefer the stereotype", share_text(summary), label_visibility="collapsed")
    st.markdown(said(summary))
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


def caveat() -> None:
    """What a score on such pairs cannot say."""
    explain.note(SCORE_CAVEAT)


def share_text(summary: Mapping[str, Any]) -> str:
    """The score of a set; of fewer pairs than a share needs, their number."""
    if summary["n"] < FEWEST:
        return f"{_preferring(summary)} of {summary['n']}"
    return f"{summary['metric_score']:.1f}%"


def _preferring(summary: Mapping[str, Any]) -> int:
    return round(summary["metric_score"] * summary["n"] / 100)


def said(summary: Mapping[str, Any]) -> str:
    """What the score says, what it rests on, and where interval and test disagree (markdown)."""
    n = summary["n"]
    start = f"of **{n:,}** pair{'s' * (n != 1)}: the model prefers the stereotyping sentence. "
    if n < FEWEST:
        return (
            f"{start}At least **{FEWEST} pairs** are needed for a share, so this says nothing yet "
            "about a preference."
        )
    share = {**summary, "score": summary["metric_score"]}
    numbers = (
        f":gray[{interval_text(summary['interval'], '.1f')} · {p_text(summary['p'])} against 50% · "
        f"{counted(summary['ties'], 'tie')}]"
    )
    if summary["ties"] == n:
        verdict = "**Every pair is a tie**, so there is nothing to test."
    else:
        verdict = f"50% is neutral; this is **{preference_text(share)}**."
    notes = ""
    if untied := summary["untied"]:
        notes += (
            f"  \n:gray[Ties count as not preferring it. Of the {untied['n']:,} other pairs, which "
            f"the test compares, {untied['score']:.1f}% prefer it "
            f"({interval_text(untied['interval'], '.1f')}).]"
        )
    if interval_alone(share):
        notes += (
            "  \n:gray[The interval just excludes 50%, the exact test does not find a difference; "
            "the test decides.]"
        )
    return f"{start}{verdict}  \n{numbers}{notes}"


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
        f"({interval or 'too few pairs for an interval'}), {distance_text(comparison)}. Pairs that "
        f"change sides: {comparison['flips']}, McNemar's test {p_text(comparison['mcnemar_p'])}.]"
    )


def distance_text(comparison: Mapping[str, Any]) -> str:
    """Whether the second score is further from 50% than the first."""
    change = comparison["distance_change"]
    if abs(change) < 0.05:
        return "as far from 50% as before"
    return f"{abs(change):.1f} points {'further from' if change > 0 else 'nearer to'} 50%"


def change_text(comparison: Mapping[str, Any]) -> str:
    """Whether a score changed clearly: its interval excludes 0 and its test agrees."""
    bounds, p = comparison["score_change_interval"], comparison["mcnemar_p"]
    if bounds is None or p is None or p >= 0.05 or bounds[0] <= 0 <= bounds[1]:
        return "No clear change"
    return "The score rises" if bounds[0] > 0 else "The score falls"


def types_figure(scored: Scored, before: Scored | None = None) -> go.Figure:
    """All pairs and the bias types around 50%, and those of the model compared with."""
    if before is None:
        return charts.by_type(rows_of(scored))
    return charts.by_type(rows_of(scored), rows_of(before), (before.label, scored.label))


def rows_of(scored: Scored) -> list[dict[str, Any]]:
    """What the figure has a row for: all pairs, then the largest types by their plain names."""
    summary = scored.summary
    every = {
        "bias_type": names.ALL_PAIRS,
        "n": summary["n"],
        "score": summary["metric_score"],
        "interval": summary["interval"],
    }
    kinds = summary["by_type"][:_MOST_TYPES]
    return [
        every,
        *({**entry, "bias_type": names.bias_type(entry["bias_type"])} for entry in kinds),
    ]


def types(scored: Scored, before: Scored | None, figure: go.Figure) -> None:
    """Dot plot of the bias types around 50%; the model compared with as rings.

    Args:
        figure: what `types_figure` made of them; also the one that is exported.
    """
    entries = scored.summary["by_type"]
    if not entries:
        st.markdown(":gray[These pairs have no bias types.]")
    if len(entries) > _MOST_TYPES:
        st.caption(f"The {_MOST_TYPES} largest of {len(entries):,} types.")
    st.plotly_chart(figure, key="by_type", config=CONFIG, alt="Score by bias type")
    explain.reading(how_to_read.TYPES if before is None else how_to_read.TYPES_COMPARED)
    if entries:
        st.caption(clear_types(entries))
    if before is not None and (moved := scored.compared_with(before)["by_type"]):
        st.caption(moved_types(moved))


def clear_types(entries: Sequence[Mapping[str, Any]]) -> str:
    """Which bias types clearly differ from 50%, in one sentence (markdown).

    Args:
        entries: of `by_type`, with their `verdict`.
    """
    few = [entry for entry in entries if entry["verdict"] == TOO_FEW]
    clear = [
        explain.plain(names.bias_type(entry["bias_type"]))
        for entry in entries
        if entry["verdict"] in (TOWARD, AWAY)
    ]
    tail = f" Types with fewer than {FEWEST} pairs are shown as counts." * bool(few)
    if len(few) == len(entries):
        return f"No type has the {FEWEST} pairs that a share needs."
    if not clear:
        return f"No type clearly differs from 50% (Holm-corrected).{tail}"
    return f"Clearly different from 50% (Holm-corrected): {', '.join(clear)}.{tail}"


def moved_types(entries: Sequence[Mapping[str, Any]]) -> str:
    """Which bias types clearly changed between two models, in one sentence (markdown).

    Args:
        entries: `by_type` of a comparison.
    """
    moved = [
        f"{explain.plain(names.bias_type(entry['bias_type']))} ({distance_text(entry)})"
        for entry in entries
        if entry["p_holm"] < LEVEL
    ]
    if not moved:
        return "No type clearly changes between the two (McNemar's test, Holm-corrected)."
    return f"Clearly changed (McNemar's test, Holm-corrected): {', '.join(moved)}."


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
        {
            "pairs": name,
            "n": part["n"],
            "score": share_text({**part, "metric_score": part["score"]}),
            "95% CI": bracketed(part["interval"], ".1f"),
        }
        for name, part in (("clean", clean), ("flagged", flagged))
        if part["n"]
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, width="content")
    for name, count in scored.summary["flags"].items():
        st.caption(f"{name} ({counted(count, 'pair')}): {scored.flag_text(name)}")


def exports(
    scored: Scored, before: Scored | None, choice: Choice, command: Command, figure: go.Figure
) -> None:
    """Buttons under the result.

    Args:
        command: the equivalent command, with the models.
        figure: the one that is shown.
    """
    frame, title = scored.frame, scored.named
    if before is not None:
        both = scored.comparison(before).reindex(frame.index)
        frame = frame.assign(
            compared_with=before.label, difference_compared=both["difference_first"],
            flip=both["flip"],
        )  # fmt: skip
        title = f"{title}, compared with {before.label}"
    export.row(
        "pairs",
        frame,
        figure,
        command.line(),
        scored.manifest,
        title,
        "Run this in Biascope's folder, with the full path of your file."
        if choice.uploaded
        else "Run this in Biascope's folder.",
    )
