"""The results of the Arena page: headline, ranking, groups, and what is below them."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.arena import (
    detail_tabs,
    headline,
    leaderboards,
    measuring,
    opened_group,
    parts,
    ranking,
    report_export,
    wording,
)
from components.arena.charts.rates import Row, rates
from components.arena.controls import Choice
from components.arena.figures import AnyReport
from components.arena.measuring import Places
from components.arena.ranking import Ranked
from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import whole_percent
from components.frame.shell.model_bar import Subject
from engine.core.errors import BiascopeError
from engine.core.wording import counted
from engine.measures.arena.aggregate import FEWEST
from engine.measures.arena.few import ENOUGH
from engine.measures.arena.said import groups_text, overlaps_text

_SECOND = "compared.json"  # what the command of the model compared with writes


def draw_arena_results(
    choice: Choice,
    subject: Subject,
    report: AnyReport | None,
    other: Subject | None,
    before: AnyReport | None,
    places: Places,
) -> None:
    """Draw what is known: of the page's model, and of all others that can be ranked with it.

    Args:
        report: of the page's model; None while it is not complete.
        before: of the model compared with, likewise.
    """
    found = reports_at_hand(choice, subject, report, before)
    ranked = ranking.rank_reports(found)
    if report is None:
        if ranked is not None:
            with places.answer:
                ranking.draw_ranking(ranked, ranked.figure(""))
            with places.below:
                leaderboards.draw_leaderboards(ranked)
        return
    beside = None if other is None or before is None else (other, before)
    drawn = None if ranked is None else (ranked, ranked.figure(str(report["digest"])))
    with places.answer:
        headline.draw_arena_claim(report, subject.label, None if beside is None else beside)
        if drawn is not None and len(drawn[0].entries) > 1:
            ranking.draw_ranking(*drawn)
        else:
            _categories(report, found, ranked)
    with places.below:
        _below(choice, subject, report, found, beside, drawn)


def _below(
    choice: Choice,
    subject: Subject,
    report: AnyReport,
    found: list[AnyReport],
    beside: tuple[Subject, AnyReport] | None,
    drawn: tuple[Ranked, go.Figure] | None,
) -> None:
    """Everything but the claim and its figure."""
    ranked, before = drawn and drawn[0], beside and beside[1]
    most_flagged = parts.most_flagged_rows(report, before)
    figure = rates(most_flagged, report["overall"]["flag_rate"])
    compared = None if beside is None else (beside[0].label, beside[1])
    commands = [choice.command().for_model(subject.spec)]
    if beside is not None:
        commands.append(replace(choice.command(), output=_SECOND).for_model(beside[0].spec))
    categories = category_rates(report, found, ranked)[1]
    report_export.draw_export(
        report, subject.label, compared, choice, commands, drawn, figure, categories
    )
    _parts(report, found, drawn, "" if compared is None else compared[0], most_flagged, figure)
    if ranked is not None:
        leaderboards.draw_leaderboards(ranked, str(report["digest"]))
    st.header("One group", anchor=False)
    with st.container(border=True), explain.errors(ends_page=False):
        opened_group.draw_opened_group(report, lambda group: _rows(choice, subject, report, group))
    st.header("More about these figures", anchor=False)
    detail_tabs.draw_detail_tabs(report, compared)


def _rows(choice: Choice, subject: Subject, report: AnyReport, group: str) -> pd.DataFrame:
    """The sentences of one group with what the model and the evaluators made of them."""
    return session.arena.rows(
        subject.spec, choice.prompts, choice.suite, choice.settings, report["by_group"][group]
    )


def _parts(
    report: AnyReport,
    found: list[AnyReport],
    drawn: tuple[Ranked, go.Figure] | None,
    rings: str,
    most_flagged: list[Row],
    figure: go.Figure,
) -> None:
    """Categories on one side, the most flagged groups on the other.

    The categories of a single model are the figure of its claim; its place in a ranking to come is
    here then.
    """
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height="stretch"):
        if drawn is not None and len(drawn[0].entries) > 1:
            _categories(report, found, drawn[0])
        elif drawn is not None:
            ranking.draw_ranking(*drawn)
    with right.container(border=True, height="stretch"):
        st.markdown("**Ten most flagged groups**")
        if not most_flagged:
            st.markdown(no_group_text(report))
            return
        parts.draw_part(
            figure,
            most_flagged,
            report_export.MOST_FLAGGED,
            "The ten groups that are flagged most",
            wording.MOST_FLAGGED,
            rings,
        )
        st.caption(" ".join(filter(None, most_flagged_notes(report))))


def _categories(report: AnyReport, found: list[AnyReport], ranked: Ranked | None) -> None:
    """Flag rates of the categories, of all that are ranked."""
    st.markdown("**Categories**")
    rows, figure = category_rates(report, found, ranked)
    title = "Flag rate by category"
    parts.draw_part(figure, rows, report_export.CATEGORIES, title, wording.CATEGORIES)
    if len(_contestants(report, found, ranked)) > parts.MOST_MODELS:
        st.caption(f"This model and the {parts.MOST_MODELS - 1} others with the lowest flag rates.")


def category_rates(
    report: AnyReport, found: list[AnyReport], ranked: Ranked | None
) -> tuple[list[Row], go.Figure]:
    """Flag rates of the categories, and their figure; of all that are ranked."""
    every = _contestants(report, found, ranked)
    rows = parts.category_rows(every)
    overall = report["overall"]["flag_rate"] if len(every) == 1 else None
    return rows, rates(rows, overall)


def most_flagged_notes(report: AnyReport) -> list[str]:
    """What the order of the most flagged groups is worth, who is tied, and what the line is."""
    notes = [few_sentences(report)]
    tied = report.get("tied_with_last")
    if tied:
        last = report["most_flagged"][-1]
        few = last["n"] < ENOUGH
        at = (
            "flagged as often as the last" if few else f"tied at {whole_percent(last['flag_rate'])}"
        )
        notes.append(f"{counted(tied, 'more group', 'are')} {at}.")
    rate = report["overall"]["flag_rate"]
    if rate is not None:
        notes.append(f"Dotted line: all sentences ({whole_percent(rate)}).")
    return [*notes, groups_text(report), overlaps_text(report)]


def no_group_text(report: AnyReport) -> str:
    """Why no group is listed: nothing is flagged, or every group has too few sentences."""
    if not report["overall"]["flag_rate"]:
        return "No sentence about any group is flagged."
    most = max(figures["n"] for figures in report["by_group"].values())
    return (
        f"Too few sentences to list a group: it needs at least {FEWEST}, and none here has more "
        f"than {most}. *One group* below shows the sentences of each."
    )


def few_sentences(report: AnyReport) -> str:
    """What the order of groups is worth, where they rest on a handful of sentences."""
    sizes = [figures["n"] for figures in report["by_group"].values() if figures["n"]]
    if not sizes or min(sizes) >= ENOUGH:
        return ""
    few, many = min(sizes), max(sizes)
    if many >= ENOUGH:
        return f"Groups with fewer than {ENOUGH} sentences have an uncertain place."
    least = "" if few == many else f"{few} {'or' if many == few + 1 else 'to'} "
    more = " Choose more sentences above." if report["prompts"].get("drawn") else ""
    return f"Each group has only {least}{counted(many, 'sentence')} here.{more}"


def _contestants(
    report: AnyReport, found: list[AnyReport], ranked: Ranked | None
) -> list[tuple[str, AnyReport]]:
    """Name and report of all that are ranked, the page's first."""
    if ranked is None:
        return [("", report)]
    by_digest = {entry["digest"]: entry for entry in found}
    every = [
        (name, by_digest[entry["digest"]])
        for entry, name in zip(ranked.entries, ranked.names, strict=True)
    ]
    return sorted(every, key=lambda entry: entry[1]["digest"] != report["digest"])


def reports_at_hand(
    choice: Choice, subject: Subject, report: AnyReport | None, before: AnyReport | None
) -> list[AnyReport]:
    """Reports to rank: that of the page first, or another of the same choice.

    The same model with no head masked and the bundled one are among them where they are known.
    """
    others = [subject.spec.unmasked(), session.spec_of(session.BUNDLED)]
    known = [measuring.finished_report(choice, spec) for spec in others if spec != subject.spec]
    found = [entry for entry in (report, before, *known) if entry is not None]
    kept = _kept()
    if not found:
        same = [entry for entry in kept if is_of(entry, choice)]
        found, kept = same, [entry for entry in kept if not is_of(entry, choice)]
        if not same:
            return []
    return [*found, *kept]


def is_of(report: AnyReport, choice: Choice) -> bool:
    """Whether a report is of the chosen prompts, evaluators and variant."""
    return bool(
        report["prompts"]["digest"] == choice.prompts.digest
        and report["suite"]["digest"] == choice.suite.digest
        and report["variant"] == choice.settings.variant
    )


def _kept() -> list[AnyReport]:
    try:
        return [*session.arena.reports()]
    except BiascopeError as error:
        explain.warnings([str(error)])
        return []
