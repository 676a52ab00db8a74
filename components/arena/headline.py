"""The headline of the Arena: how often completions were flagged, and how two models differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from components.arena import wording
from components.arena.figures import AnyReport, added_text, rate_interval
from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.present.numbers import interval_text, number
from components.frame.shell.model_bar import Subject
from engine.core.wording import counted
from engine.measures.arena.few import ENOUGH, flagged_text, interval_ends
from engine.measures.arena.report import failure_text
from engine.measures.arena.said import detectable_text, rate_text
from engine.statistics import LEVEL


def draw_arena_claim(
    report: AnyReport, label: str, beside: tuple[Subject, AnyReport] | None
) -> None:
    """How often completions are flagged, with what it rests on and what it does not mean.

    Args:
        beside: the model compared with and its report.
    """
    difference = beside and session.arena.difference(beside[1], report)["overall"]
    sentence = claim_text(report, beside and (beside[0].label, beside[1]))

    def further() -> None:
        st.markdown(_numbers(report))
        if about := rate_text(report):
            st.markdown(about)
        if beside is not None:
            draw_change(difference, label, beside[0].label)
        st.caption(explain.plain(f"{label} · {wording.title(report)}"))

    first_screen.draw_claim(sentence, _basis(report), limits=wording.limits(report), more=further)
    if lost := _left_out(report):
        st.caption(lost)


def claim_text(report: AnyReport, before: tuple[str, AnyReport] | None) -> str:
    """How often completions are flagged, and what changed from the model compared with (markdown).

    Args:
        before: name of that model and its report.
    """
    sentence = wording.flagged_text(report)
    if before is None:
        return sentence
    changed = change_in_short(session.arena.difference(before[1], report)["overall"], before[0])
    return f"{sentence.removesuffix('.')}; {changed}" if changed else sentence


def _basis(report: AnyReport) -> str:
    """Interval, number of sentences and variant, in one line (markdown)."""
    overall = report["overall"]
    interval = rate_interval(overall["interval"], overall["n"])
    parts = [interval or "no interval", f"n = {overall['n']:,}"]
    judges = "demo evaluators" if report["suite"].get("demo") else ""
    return " · ".join(filter(None, [*parts, explain.plain(wording.variant(report)), judges]))


def _numbers(report: AnyReport) -> str:
    """Intervals and scores of a report (markdown)."""
    overall = report["overall"]
    score = overall["average_bias_score"]
    parts = [
        rate_interval(overall["interval"], overall["n"]) or "no interval",
        f"n = {overall['n']:,}",
    ]
    if score is not None:
        bounds = interval_text(overall.get("score_interval"), ".3f")
        parts.append(f"average bias score {number(score, '.3f')}" + (f" ({bounds})" * bool(bounds)))
    return " · ".join(parts)


def _left_out(report: AnyReport) -> str:
    """What was not judged, in one sentence (markdown); empty where all was."""
    left_out = report.get("left_out", {})
    parts = []
    if none := left_out.get("no_completion"):
        parts.append(f"for {counted(none, 'sentence')} the model gave no whole word")
    for name, failed in (left_out.get("failed") or {}).items():
        if failed:
            parts.append(explain.plain(failure_text(report, name)))
    return f"Not judged: {'; '.join(parts)}." if parts else ""


def draw_change(difference: Mapping[str, Any] | None, label: str, other: str) -> None:
    """How the flag rate differs from that of the model compared with.

    Args:
        difference: `overall` of two reports compared: `first` and `second` flag rates,
            `difference` (second minus first), `interval`, `p`, `detectable`, `not_tested`, `n`;
            None where not known.
    """
    if difference is None or difference.get("difference") is None:
        return
    n = difference["n"]
    before, after = (flagged_text(difference[side], n) for side in ("first", "second"))
    points, unit = added_text(difference["difference"], n)
    interval = interval_text(interval_ends(difference.get("interval"), n), "+.1f")
    st.markdown(
        f"{change_text(difference)}: {explain.plain(other)} **{before}**, {explain.plain(label)} "
        f"**{after}**.  \n"
        f":gray[{points} {unit} ({interval or 'no interval'}), the same {counted(n, 'sentence')}."
        f"{_unclear(difference)}]"
    )


def change_in_short(difference: Mapping[str, Any] | None, other: str) -> str:
    """The rate of the model compared with, and whether the change is clear (markdown).

    Args:
        difference: as `draw_change` takes it.
    """
    if difference is None or difference.get("difference") is None:
        return ""
    rate = difference["first"]
    before = flagged_text(rate, difference["n"])
    if difference["n"] >= ENOUGH:
        before = wording.often(rate, difference["n"])
    clear = {
        "No clear change": "no clear change",
        "Flagged more often": "clearly more often now",
        "Flagged less often": "clearly less often now",
    }
    return f"{explain.plain(other)}: {before} ({clear[change_text(difference)]})."


def change_text(difference: Mapping[str, Any]) -> str:
    """Whether a flag rate changed clearly, by the paired test."""
    p = difference.get("p")
    if p is None or p >= LEVEL:
        return "No clear change"
    return "Flagged more often" if difference["difference"] > 0 else "Flagged less often"


def _unclear(difference: Mapping[str, Any]) -> str:
    """What goes with a change that is not clear: why, or what would have been found."""
    p = difference.get("p")
    if p is not None and p < LEVEL:
        return ""
    if reason := difference.get("not_tested"):
        return f" {reason}"
    return detectable_text(difference.get("detectable"))
