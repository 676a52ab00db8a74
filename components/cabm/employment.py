"""Figures of occupations against shares of women employed: an outside reference, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.cabm import wording
from components.cabm.charts import scores as charts
from components.cabm.results import export_row, figure_and_words
from components.cabm.scored import ScoredStudy
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import interval_text, number
from components.frame.widgets import export, fetch_offer
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent
from engine.measures.cabm.data.employment import SET, TITLE
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.employment import CABM, UNMASKING, employment

_LINE = "Does the model's figure follow who really works in an occupation?"
_NAMES = "Names that would overlap are left out: point at a mark to see its name."
_EMPLOYMENT_READ = (
    "Each mark is one occupation: to the right, more of those employed in it in the United States "
    "are women; upward, the model leans more male. Marks that fall from left to right (ρ below 0): "
    "the model follows the shares. The shares are an outside reference: no model and no list of "
    "ours takes part in them. A model that follows them reflects who works where; whether it "
    "should is another question. Only occupations of the same name are compared. " + _NAMES
)
_SPEC = "+.2f"


def draw_employment(scored: ScoredStudy) -> None:
    """Draw the scatter plot of one figure of the study, with the correlations of all."""
    if scored.groups.names != GENDER.names:
        return
    figure, words = figure_and_words(_LINE, _EMPLOYMENT_READ)
    if find(SET) is None:
        with figure:
            _missing("employment_fetch")
        return
    found = employment(scored.study, scored.frame)
    titles = {CABM: "CABM", UNMASKING: scored.gap}
    with figure:
        if found["problem"]:
            st.markdown(f":gray[{explain.plain(found['problem'])}]")
            return
        names = [name for name in (UNMASKING, CABM) if name in found["figures"]]
        name = _pick(names, titles)
        drawn = charts.scatter(found["occupations"], name, titles[name])
        plot.draw_figure(
            drawn,
            key="employment",
            title=titles[name] + " and women employed",
            says=_says(found["occupations"], name, titles[name]),
        )
        rows = pd.DataFrame(found["occupations"])
        title = f"{titles[name]} and women employed"
        export_row("employment", rows, drawn, scored, title, {"employment": found})
    with words:
        for each in names:
            _correlations(found, each, titles[each])
        noun = wording.noun(scored.study.data)
        st.caption(_source(found, f"{noun}s"))


def _missing(key: str) -> None:
    """Say how to have the shares; the offer to fetch them looks for the file every few seconds."""
    st.markdown(f":gray[{explain.plain(str(absent(SET, TITLE)))}]")
    if st.toggle("Fetch the shares", key=key):
        fetch_offer.offer(SET)


def _pick(names: list[str], titles: dict[str, str]) -> str:
    if len(names) == 1:
        return names[0]
    chosen: str | None = st.segmented_control(
        "Figure",
        names,
        format_func=titles.__getitem__,
        default=names[0],
        required=True,
        key="employment_of",
        bind="query-params",
        persist_state="session",
        label_visibility="collapsed",
    )
    return chosen if chosen in names else names[0]


def draw_gap(found: dict[str, Any], command: str, manifest: dict[str, Any], label: str) -> None:
    """Draw the gap of professions against the shares, in a card.

    Args:
        found: `employment` of `bec_pro.report.report`.
        label: of the model.
    """
    st.markdown("**Compared with the share of women employed in these professions**")
    if find(SET) is None:
        _missing("professions_fetch")
        return
    if found["problem"]:
        st.markdown(f":gray[{explain.plain(found['problem'])}]")
        return
    title = "words for men less words for women, nats"
    drawn = charts.scatter(found["occupations"], "gap", title)
    plot.draw_figure(
        drawn,
        key="professions_employment",
        title="Professions and women employed",
        says=_says(found["occupations"], "gap", title),
    )
    _correlations(found, "gap", "Difference")
    st.caption(f"{_NAMES} {_source(found, 'professions')}")
    rows = pd.DataFrame(found["occupations"])
    named = f"Professions and women employed, {label}"
    export.row("bec-pro-employment", rows, drawn, command, manifest, named)


def _says(rows: Sequence[Mapping[str, Any]], name: str, title: str) -> str:
    """The scatter of one figure in words."""
    return in_words.points(
        [row["occupation"] for row in rows],
        ("percent of women employed", [row["employed"] for row in rows]),
        (title, [row[name] for row in rows]),
    )


def _correlations(found: dict[str, Any], name: str, title: str) -> None:
    """Rank correlations of one figure with both kinds of shares."""
    parts = []
    for kind, what in (("employed", "women employed"), ("in_text", "women in text")):
        related = found["figures"][name][kind]
        rho = number(related["rho"], _SPEC)
        bounds = interval_text(related["interval"], _SPEC) or "no interval"
        parts.append(f"{what}: ρ **{rho}** :gray[{bounds}, n = {related['n']}]")
    st.markdown(f"{explain.plain(title)}  \n" + "  \n".join(parts))


def _source(found: dict[str, Any], noun: str) -> str:
    text = (
        f"Spearman, 95% confidence interval by bootstrap over {noun}. Employed: {found['source']}, "
        f"{found['year']}. In text: {found['text_source']}."
    )
    if found["detectable"] is not None:
        text += (
            f" With {found['n']}, a correlation has to be at least "
            f"±{number(found['detectable'], '.2f')} to be detected with 80% power."
        )
    return explain.plain(text)
