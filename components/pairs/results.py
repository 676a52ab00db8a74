"""Results of a scored set of pairs: bias types, distribution, quality flags, exports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.labels import bias_type
from components.frame.present.numbers import (
    bracketed,
    detectable_text,
    interval_text,
    likelier_text,
    signed,
)
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export
from components.frame.widgets.result import plain_text
from components.pairs import claim, control, headline, how_to_read
from components.pairs import data as names
from components.pairs import own_pair as pinned
from components.pairs.charts.differences import difference_histogram
from components.pairs.charts.shares import by_type
from components.pairs.controls import Choice
from components.pairs.film import film_in_words
from components.pairs.headline import distance_text, share_text, shares_in_words, smallest
from components.pairs.scored import Scored
from engine.command_line.command import Command
from engine.core.wording import counted, listed, no_interval
from engine.measures.pairs.compared import with_compared
from engine.measures.pairs.distance import distance_verdict
from engine.measures.pairs.quality import FLAGS
from engine.measures.pairs.verdict import AWAY, FEWEST, TOO_FEW, TOWARD
from engine.statistics import LEVEL
from engine.statistics.shares import FEWEST_CLUSTERS

_MOST_TYPES = 16  # drawn; the data have them all
_COLOURS = (
    "Orange: clearly toward the stereotype. Blue: clearly away from it. Neither colour: not clear."
)


def types_figure(scored: Scored, before: Scored | None = None) -> go.Figure:
    """All pairs and the bias types around 50%, and those of the model compared with."""
    if before is None:
        return by_type(rows_of(scored.summary))
    rows, distances = rows_of(before.summary), _distances(scored, before)
    return by_type(rows_of(scored.summary), rows, distances, before.label)


def _distances(scored: Scored, before: Scored) -> dict[str, str]:
    """Row of the figure -> whether its score is clearly further from 50% than the other."""
    compared = scored.compared_with(before)
    types = {bias_type(one["bias_type"]): distance_verdict(one) for one in compared["by_type"]}
    return {names.ALL_PAIRS: distance_verdict(compared), **types}


def marks(scored: Scored, before: Scored) -> str:
    """What is whose in the figure of two models."""
    return (
        f"Rings: {before.label}. Dots: {scored.label}; orange where it is clearly further from "
        "50%, blue where it is clearly nearer (bias types Holm-corrected)."
    )


def rows_of(summary: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the figure has a row for: all pairs, then the largest types by their plain names."""
    every = {**summary, "bias_type": names.ALL_PAIRS, "score": summary["metric_score"]}
    kinds = summary["by_type"][:_MOST_TYPES]
    rows = [every, *({**entry, "bias_type": bias_type(entry["bias_type"])} for entry in kinds)]
    # Independent pairs have an exact interval however few they are; one rule is easier to read.
    few = [row.get("word_pairs", row["n"]) < FEWEST_CLUSTERS for row in rows]
    return [{**row, "interval": None} if bare else row for row, bare in zip(rows, few, strict=True)]


def draw_answer(
    choice: Choice, subject: Subject, scored: Scored, before: Scored | None, other: Subject | None
) -> str:
    """Draw the claim with its statistics; returns its sentence (markdown).

    Args:
        before: the same pairs under `other`, the model compared with.
    """
    if before is None or other is None:
        said = claim.claim_text(scored.summary, scored.only_words)
        statistics = claim.statistics_text(scored)
    else:
        comparison = scored.compared_with(before)
        said = claim.change_claim(comparison, subject, other)
        statistics = claim.change_statistics(comparison, scored)

    def more() -> None:
        headline.draw_more_statistics(scored, before)
        _draw_clear_types(scored, before)
        control.draw_control_pairs(choice, subject)

    limits = "\n\n".join(filter(None, [headline.LIMITS, film_in_words(scored)]))
    first_screen.draw_claim(f"{said}.", statistics, limits=limits, more=more)
    return said


def types(scored: Scored, before: Scored | None, figure: go.Figure) -> None:
    """Dot plot of the bias types around 50%; the model compared with as rings.

    Args:
        figure: what `types_figure` made of them; also the one that is exported.
    """
    plot.draw_figure(
        figure,
        key="by_type",
        title="Pairs that prefer the stereotype, by bias type",
        says=_types_in_words(scored, before),
    )
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        legend = _COLOURS if before is None else explain.plain(marks(scored, before))
        st.caption(f"{legend} {_without_interval(scored)}", width="content")
        explain.reading(how_to_read.TYPES if before is None else how_to_read.TYPES_COMPARED)


def _without_interval(scored: Scored) -> str:
    """Which rows of the figure have no interval, and why (markdown)."""
    bare = [str(row["bias_type"]) for row in rows_of(scored.summary) if not row["interval"]]
    return explain.plain(
        f"No CI below {FEWEST_CLUSTERS} word pairs: {listed(bare)}." if bare else ""
    )


def _draw_clear_types(scored: Scored, before: Scored | None) -> None:
    """Which bias types are clear, and which clearly change, in sentences."""
    entries = scored.summary["by_type"]
    if not entries:
        st.markdown("These pairs have no bias types.")
        return
    if len(entries) > _MOST_TYPES:
        st.caption(f"The figure has the {_MOST_TYPES} largest of {len(entries):,} types.")
    st.markdown(clear_types(entries))
    if before is not None and (moved := scored.compared_with(before)["by_type"]):
        st.markdown(moved_types(moved, scored.compared_with(before)["detectable_change"]))


def _types_in_words(scored: Scored, before: Scored | None) -> str:
    """The shares of the figure of bias types, those of both models where there are two."""
    if before is None:
        return shares_in_words(rows_of(scored.summary))
    return in_words.each(
        [(each.label, shares_in_words(rows_of(each.summary))) for each in (before, scored)]
    )


def clear_types(entries: Sequence[Mapping[str, Any]]) -> str:
    """Which bias types clearly differ from 50%, in one sentence (markdown).

    Args:
        entries: of `by_type`, with their `verdict`.
    """
    few = [entry for entry in entries if entry["verdict"] == TOO_FEW]
    clear = [
        explain.plain(bias_type(entry["bias_type"]))
        for entry in entries
        if entry["verdict"] in (TOWARD, AWAY)
    ]
    tail = f" Types with fewer than {FEWEST} pairs are shown as counts." * bool(few)
    if len(few) == len(entries):
        return f"No type has the {FEWEST} pairs that a share needs."
    if not clear:
        said = "No type by itself clearly differs from 50% (Holm-corrected)."
        return f"{said} {_largest_type(entries)}{tail}"
    return f"Clearly different from 50% (Holm-corrected): {', '.join(clear)}.{tail}"


def _largest_type(entries: Sequence[Mapping[str, Any]]) -> str:
    """What the largest type could have shown, even without the correction."""
    largest = max(entries, key=lambda entry: entry["n"] - entry["ties"])
    return f"{smallest(largest)} Holm's correction asks for more."


def moved_types(entries: Sequence[Mapping[str, Any]], detectable: float | None) -> str:
    """Which bias types clearly changed between two models, in one sentence or two (markdown).

    Args:
        entries: `by_type` of a comparison.
        detectable: change of all pairs that would have been detected, points; None where unknown.
    """
    moved = [
        f"{explain.plain(bias_type(entry['bias_type']))}: {distance_text(entry)}"
        for entry in entries
        if entry["p_holm"] < LEVEL
    ]
    if not moved:
        said = "No type clearly changes between the two (McNemar's test, Holm-corrected)."
        if not detectable:
            return said
        every = counted(sum(entry["n"] for entry in entries), "pair")
        least = detectable_text(f"all {every}", f"{detectable:.1f} points between the two")
        return f"{said} {least} A type alone needs more."
    return f"Clearly changed (McNemar's test, Holm-corrected): {'; '.join(moved)}."


def distribution(scored: Scored, before: Scored | None = None) -> None:
    """Histogram of the differences; the model compared with as an outline."""
    compared = () if before is None else (before.frame, before.label)
    figure = difference_histogram(scored.frame, *compared)
    plot.draw_figure(
        figure,
        key="differences",
        title="Differences between the two sentences of a pair",
        says=in_words.spread(scored.frame["difference"], "pairs", f"+.{scored.digits}f")
        + " In nats; above 0 toward the stereotype.",
    )
    explain.reading(how_to_read.DISTRIBUTION)
    st.caption(mean_text(scored.summary, scored.digits, scored.is_ratio))
    if before is not None:
        st.caption(f"Bars: {explain.plain(scored.label)}. Outline: {explain.plain(before.label)}.")


def mean_text(summary: Mapping[str, Any], digits: int, is_ratio: bool) -> str:
    """The mean difference of a set, as a ratio where it is one, and in nats with its interval.

    Args:
        digits: decimals of the differences.
        is_ratio: see `Scored`.
    """
    mean = summary["mean_difference"]
    side = "more" if mean > 0 else "less"
    interval = interval_text(summary["mean_difference_interval"], f"+.{digits}f")
    nats = ", ".join(filter(None, [f"{signed(mean, digits)} nats", interval]))
    note = summary["mean_difference_interval_note"]
    start = f"On average over {counted(summary['n'], 'pair')}, "
    said = f"{start}the difference is {nats}."
    if is_ratio:
        said = (
            f"{start}the words scored are {likelier_text(mean)} in the {side} stereotyping "
            f"sentence (geometric mean; mean difference {nats})."
        )
    return said + (f" {no_interval('this mean', note)}" if note else "")


def flags(scored: Scored) -> None:
    """Score of the clean pairs and of those with quality flags."""
    st.markdown(":gray[Does the score rest on pairs that are clean minimal pairs?]")
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
        st.caption(f"{name} ({counted(count, 'pair')}): {FLAGS[name]}")


def exports(
    scored: Scored,
    before: Scored | None,
    choice: Choice,
    command: Command,
    figure: go.Figure,
    said: str,
) -> None:
    """Buttons under the result.

    Args:
        command: the equivalent command, with the models.
        figure: the one that is shown.
        said: the claim above it (markdown).
    """
    frame, title = scored.frame, scored.named
    manifest = scored.manifest_with(before)
    if before is not None:
        frame = with_compared(frame, before.frame).assign(compared_with=before.label)
        title = f"{title}. {marks(scored, before)}"
    if words := film_in_words(scored):
        title = f"{title}. {words}"
    export.row(
        "pairs",
        frame,
        figure,
        command.line(),
        manifest,
        "How often the stereotyping sentence is preferred",
        choice.data.where,
        reading=pinned.pairs_in_a_line(scored, before),
        alt=f"{plot.said_of(figure)} {plain_text(pinned.pairs_reading(scored, before))}".strip(),
        about=title,
        claim=said,
    )
