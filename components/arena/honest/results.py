"""The HONEST part: scores for every K, who and what they are about, and the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.arena.charts.honest import category_table, score_dots, share, share_interval
from components.arena.charts.rates import Row
from components.arena.honest import controls, measuring
from components.arena.honest.controls import HonestChoice
from components.arena.honest.measuring import Scored
from components.arena.honest.templates import draw_templates
from components.arena.parts import draw_part
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.numbers import minus_signs, percent
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export
from components.frame.widgets.beside import commands, compared_with, one_table
from components.frame.widgets.items import of_other
from engine.core.wording import agreeing, counted
from engine.measures.honest.identities import identities_text
from engine.measures.honest.scores import honest_verdict

Score = Mapping[str, Any]
_MOST_IDENTITIES = 20  # drawn; the data has them all
_TEST = ("others", "p", "p_holm")  # of an identity's test, in the data
_FEW = 5  # categories that a narrow screen has room for
_DEMONSTRATION = (
    "**A demonstration.** These templates and the list of words come with Biascope, so that "
    "something can be shown without a download. The list is of unfavourable words, milder ones "
    "too: where this page says *hurtful*, these words are meant. The figures are no HONEST scores "
    "and cannot be compared with published ones."
)
_LIMITS = (
    "A list says that a word can hurt, not that it is meant to hurt here: a word counts wherever "
    "the lexicon lists it. Two models may differ because one knows more of the listed words."
)
_READ_SCORES = (
    "The dot, and the number at the right edge, is the share of completions that are hurtful "
    "words: each template has K completions, the most probable ones of the model. 0 is none; lower "
    "is better. The line is the 95% confidence interval (95% CI), the values that fit the data: it "
    "covers what other people (*the aunt* in place of *the mother*) and other sentences of this "
    "kind would change. A word counts wherever the lexicon lists it, also where it is meant well. "
    "Rings: the model it is compared with."
)
_READ_TABLE = (
    "Each cell is the share, in percent, of the identity's completions that are words of a "
    "category of the lexicon; the stronger the shade, the more. Empty: none. A row adds up to the "
    "identity's score. With some fifteen templates an identity, single cells are a handful of "
    "words: look for columns and rows, not for cells."
)


def draw_honest(subject: Subject, other: Subject | None) -> None:
    """Draw controls and results."""
    screen = first_screen.beside()
    with screen.settings:
        choice = controls.honest_choice(screen.files)
    if choice is None:
        screen.answer.caption("The answer is shown here once there are templates and a lexicon.")
    else:
        before = None
        with screen.answer:
            scored = measuring.honest_of(choice, subject, "first")
            if scored is not None:
                before = of_other(other, lambda other: measuring.honest_of(choice, other, "second"))
        if scored is not None:
            _results(choice, subject, scored, other, before, screen.answer)
    explain.method("honest")


def _results(
    choice: HonestChoice,
    subject: Subject,
    scored: Scored,
    other: Subject | None,
    before: Scored | None,
    answer: DeltaGenerator,
) -> None:
    score = score_of(scored.report, choice.k)
    beside = None if before is None else score_of(before.report, choice.k)
    others = {} if before is None else {one["k"]: one for one in before.report["scores"]}
    rows = [_row(f"K = {one['k']}", one, others.get(one["k"])) for one in scored.report["scores"]]
    every = score_dots(rows)
    compared = "" if beside is None or other is None else f"{other.label}: {_value(beside)}"
    claim = claim_of(choice, score, compared)
    with answer:
        _claim(choice, subject, scored.report, score, claim)
        st.markdown("**Hurtful completions among the K most probable**")
        draw_part(every, rows, "honest_scores", "HONEST for each K", _READ_SCORES)
    first = [] if before is None or other is None else [(other, before)]
    _export(choice, [*first, (subject, scored)], every, claim)
    _parts(choice, scored.report, score, beside)
    with st.container(border=True), explain.errors(ends_page=False):
        draw_templates(choice, scored)


def score_of(report: Mapping[str, Any], k: int) -> Score:
    """The score of one K."""
    found: Score = next(score for score in report["scores"] if score["k"] == k)
    return found


def claim_of(choice: HonestChoice, score: Score, compared: str = "") -> str:
    """The score of the chosen K as a sentence (markdown).

    Args:
        compared: model and score that it is compared with; empty for none.
    """
    if score["value"] is None:
        return "No template could be completed, so there is no score."
    hurtful, n = score["hurtful"], score["n"] * score["k"]
    are = f"{agreeing(hurtful, 'are')} {choice.lexicon.words_are}"
    said = f"{hurtful:,} of {n:,} completions ({share(score['value'])}) {are}"
    return explain.plain(f"{said}; {compared}." if compared else f"{said}.")


def _claim(
    choice: HonestChoice, subject: Subject, report: Mapping[str, Any], score: Score, claim: str
) -> None:
    """The claim with what it rests on, and what it does not mean."""
    limits = _LIMITS + f"\n\n{_DEMONSTRATION}" * bool(report["demonstration"])
    if score["value"] is None:
        first_screen.draw_claim(claim, explain.plain(report["left_out"]["first"]), limits=limits)
        return

    def further() -> None:
        name = "Demonstration" if report["demonstration"] else "HONEST"
        st.metric(f"{name}, K = {score['k']}", share(score["value"]))
        st.markdown(
            f"As published: {score['value']:.4f}. The interval is over identities and sentence "
            f"forms. K: how many of the most probable completions of a template count, "
            f"{score['k']} here."
        )
        about = (subject.label, choice.templates.title, choice.lexicon.title, report["variant"])
        st.caption(explain.plain(" · ".join(about)))

    bounds = share_interval(score["interval"]) or "too few templates for an interval"
    basis = f"{bounds} · n = {counted(score['n'], 'template')} · K = {score['k']}"
    first_screen.draw_claim(claim, basis, limits=limits, more=further)
    if left := report["left_out"]["n"]:
        st.caption(f"Without completions, left out: {counted(left, 'template')}.")


def _value(score: Score) -> str:
    if score["value"] is None:
        return "no score"
    bounds = share_interval(score["interval"])
    return share(score["value"]) + (f" ({bounds})" if bounds else "")


def _row(name: str, score: Score, beside: Score | None) -> Row:
    other = None if beside is None else beside["value"]
    return Row(name, score["value"], score["interval"], score["n"], other)


def _parts(
    choice: HonestChoice, report: Mapping[str, Any], score: Score, beside: Score | None
) -> None:
    """People on one side, categories on the other, and both crossed below."""
    k = score["k"]
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height="stretch"):
        st.markdown(f"**About whom, K = {k}**")
        st.markdown(
            explain.plain(minus_signs(honest_verdict(score["sides"], choice.lexicon.words_are)))
        )
        rows = people_rows(score, beside)
        title = "Hurtful completions by people"
        draw_part(score_dots(rows), rows, "honest_people", title, _READ_SCORES)
    titles = titles_of(report, score)
    with right.container(border=True, height="stretch"):
        st.markdown(f"**What kind of words, K = {k}**")
        rows = _rows(score, beside, "by_category", titles)
        if rows:
            title = "Hurtful completions by category"
            draw_part(score_dots(rows), rows, "honest_categories", title, _READ_SCORES)
        else:
            st.markdown(":gray[No completion is a hurtful word.]")
    if not titles:
        return
    with st.container(border=True):
        st.markdown(f"**Identities by category, K = {k}**")
        st.markdown(explain.plain(identities_text(score["identities"], choice.lexicon.words_are)))
        found = score["parts"]["by_identity"]
        shown = dict(sorted(found.items(), key=lambda one: -one[1]["value"])[:_MOST_IDENTITIES])
        with st.container(key="wide_figure_honest" if len(titles) > _FEW else "figure_honest"):
            plot.draw_figure(
                category_table(shown, titles, k),
                key="honest_table",
                title="Hurtful completions by identity and category",
                says=in_words.listed(
                    [(name, entry["value"]) for name, entry in shown.items()], percent
                ),
            )
        if len(found) > len(shown):
            st.caption(
                f"The {counted(len(shown), 'identity')} with the highest scores of "
                f"{len(found)}; the CSV has "
                "them all."
            )
        explain.reading(_READ_TABLE)


def people_rows(score: Score, beside: Score | None) -> list[Row]:
    """Sides and, where they are more, the groups of identities."""
    sides, groups = score["parts"]["by_side"], score["parts"]["by_group"]
    rows = _rows(score, beside, "by_side", {})
    if sides.keys() == groups.keys():
        return rows
    return [*rows, Row("In groups", heading=True), *_rows(score, beside, "by_group", {})]


def _rows(score: Score, beside: Score | None, key: str, titles: Mapping[str, str]) -> list[Row]:
    others = {} if beside is None else beside["parts"][key]
    return [
        _row(titles.get(name) or name.replace("_", " ") or "not named", entry, others.get(name))
        for name, entry in score["parts"][key].items()
    ]


def titles_of(report: Mapping[str, Any], score: Score) -> dict[str, str]:
    """Category -> title, of those that the score has, most completions first."""
    known = report["category_titles"]
    return {code: known.get(code, code) for code in score["parts"]["by_category"]}


def _export(
    choice: HonestChoice, found: Sequence[tuple[Subject, Scored]], figure: go.Figure, claim: str
) -> None:
    """Draw the buttons under the result.

    Args:
        found: the model compared with, if there is one, and the model itself last.
    """
    shown = [subject for subject, _ in found]
    frame = one_table(shown, [parts_frame(each.report) for _, each in found])
    named = " compared with ".join(subject.label for subject in reversed(shown))
    title = f"HONEST · {choice.templates.title} · {named}"
    manifest = found[-1][1].manifest
    manifest = manifest | compared_with(shown[0].spec.identity() if len(shown) > 1 else None)
    command = commands(choice.command(), shown)
    export.row("honest", frame, figure, command, manifest, title, claim=claim)


def parts_frame(report: Mapping[str, Any]) -> pd.DataFrame:
    """Every figure of every K, and of identities the test against the others of their side.

    Columns: `k`, `part`, `name`, `value`, `low`, `high`, `n`, `hurtful`; of identities also
    `others` (0 to 1, in the same sentence forms), `p` and `p_holm`.
    """
    rows = []
    for score in report["scores"]:
        named = [("all", "", score)]
        named += [
            (part.removeprefix("by_"), name, entry)
            for part, entries in score["parts"].items()
            for name, entry in entries.items()
        ]
        for part, name, entry in named:
            low, high = entry["interval"] or (None, None)
            test = score["identities"].get(name, {}) if part == "identity" else {}
            rows.append(
                [score["k"], part, name, entry["value"], low, high, entry["n"], entry["hurtful"]]
                + [test.get(key) for key in _TEST]
            )
    columns = ["k", "part", "name", "value", "low", "high", "n", "hurtful", *_TEST]
    return pd.DataFrame(rows, columns=columns)
