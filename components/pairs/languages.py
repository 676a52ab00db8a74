"""The gender pairs in ten languages side by side, where one of them is the data of the page."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.labels import named_rows
from components.frame.present.numbers import bracketed, interval_text, p_cell, signed
from components.frame.present.theme import laid_out, palette, safe
from components.frame.shell.model_bar import Subject
from components.frame.widgets import background, export
from components.frame.widgets.background import Work
from components.frame.widgets.items import Items
from components.pairs import data, headline, how_to_read, scoring
from components.pairs.charts.shares import by_type, draw_interval
from components.pairs.controls import Choice
from engine.command_line.command import Command
from engine.core.families import MASKED
from engine.core.wording import counted, figure_text, no_interval
from engine.measures.multilingual.differences import (
    PUBLISHED_NOTE,
    SOURCE,
    clear_text,
    language_row,
    with_verdicts,
)
from engine.measures.pairs.data.sets import SET, languages
from engine.measures.pairs.frame import items_of
from engine.measures.pairs.s_jsd import VARIANT
from engine.measures.pairs.variants import variant_of

_KEPT = 40
_CARD = "multilingual"


def draw_languages(choice: Choice, subject: Subject) -> None:
    """Shares and S_JSD of all languages that are scored; nothing where other pairs are chosen."""
    if not choice.data.name.startswith(f"{SET}-"):
        return
    st.header("The same pairs in ten languages", anchor=False)
    rows, missing = _rows(choice.variant, subject)
    with st.container(border=True):
        if rows:
            _figures(rows, choice, subject)
        if missing:
            _offer(missing, choice, subject)
        explain.method(_CARD)


def _rows(variant: str, subject: Subject) -> tuple[list[dict[str, Any]], list[str]]:
    """Figures of the languages whose values are all stored, and codes of the others."""
    kept = session.state.newest(session.state.LANGUAGE_ROWS, _KEPT)
    rows, missing = [], []
    for code, name in languages().items():
        key = (code, variant, subject.spec)
        if key not in kept and (row := _row(code, name, variant, subject)) is not None:
            kept[key] = row
        if key in kept:
            rows.append(kept[key])
        else:
            missing.append(code)
    return with_verdicts([row for row in rows if row["value"] is not None]), missing


def _row(code: str, name: str, variant: str, subject: Subject) -> dict[str, Any] | None:
    pairs = data.pairs_of(f"{SET}-{code}")
    items = items_of(pairs)
    values = {
        wanted: session.stored("pairs", subject.spec, items, {"variant": wanted})
        for wanted in _variants(variant, subject)
    }
    if any(found is None for found in values.values()):
        return None
    own = values[variant] or []
    return language_row(code, name, pairs, own, variant_of(variant), values.get(VARIANT))


def _variants(variant: str, subject: Subject) -> list[str]:
    """The variant, and CPS, whose values S_JSD is worked out from; only masked models have it."""
    cps = [VARIANT] * (subject.facts.kind == MASKED)
    return [*dict.fromkeys([variant, *cps])]


def _figures(rows: list[dict[str, Any]], choice: Choice, subject: Subject) -> None:
    named = [{**row, "bias_type": row["name"], "score": row["value"]} for row in rows]
    figure = by_type(named)
    distant = [row for row in rows if row["s_jsd"] and row["s_jsd"]["shown"] is not None]
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(f"**Pairs that prefer the stereotype, {data.measure(choice.variant)}**")
        plot.draw_figure(
            figure,
            key="languages",
            title="Pairs that prefer the stereotype, by language",
            says=headline.shares_in_words(named),
        )
        explain.reading(how_to_read.LANGUAGES)
    with right:
        st.markdown("**S_JSD: how much nearer to certainty**")
        if distant:
            plot.draw_figure(
                distances(distant),
                key="distances",
                title="S_JSD by language",
                says=in_words.listed(
                    [(row["name"], row["s_jsd"]["shown"]) for row in distant], "+.2f"
                )
                + " Thousandths; below 0 toward the stereotype.",
            )
            explain.reading(how_to_read.S_JSD)
        else:
            st.markdown(":gray[Only masked language models have S_JSD; it is worked out from CPS.]")
    st.caption(clear_text(rows))
    table = _table(rows)
    with st.expander("Figures, and those of the paper"):
        st.dataframe(table, hide_index=True, width="content", key="languages_table")
        st.caption(f"{SOURCE}. {PUBLISHED_NOTE}")
    export.row(
        "languages",
        table,
        figure,
        _command(choice, [row["language"] for row in rows]).for_model(subject.spec).line(),
        scoring.asked_of(choice.pairs, choice, subject).manifest(),
        f"Gender pairs in {counted(len(rows), 'language')} · {subject.label}",
        claim=clear_text(rows),
    )


def _table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "language": row["name"],
                "pairs": row["n"],
                "score": f"{row['value']:.1f}%",
                "95% CI": bracketed(row["interval"], ".1f"),
                "p (Holm)": p_cell(row["p_holm"]),
                "words guessed right": _percent(row["accuracy"]),
                **_distance(row["s_jsd"]),
                **{
                    f"{model}, published": f"{figures['value']:g}%; S_JSD {figures['s_jsd']:g}"
                    for model, figures in row["published"].items()
                },
            }
            for row in rows
        ]
    )


def _distance(found: dict[str, Any] | None) -> dict[str, str]:
    if found is None or found["shown"] is None:
        return {}
    return {
        "S_JSD × 1000": signed(found["shown"], 2),
        "its 95% CI": bracketed(found["shown_interval"], "+.2f") or found["interval_note"],
        "smaller for the stereotype": _percent(found["binary"]),
    }


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}%"


def _offer(missing: list[str], choice: Choice, subject: Subject) -> None:
    """The button that scores the other languages in the background."""
    command = _command(choice, missing).for_model(subject.spec)
    asked = [
        Items("pairs", subject.spec, items_of(data.pairs_of(f"{SET}-{code}")), {"variant": variant})
        for code in missing
        for variant in _variants(choice.variant, subject)
    ]

    def known() -> int:
        return sum(len(each.known()) for each in asked)

    label = counted(len(missing), "more language")
    background.offer(
        Work({f"Gender pairs · {label}": command}, sum(map(len, asked)), 0, known),
        f"Not scored yet: {', '.join(languages()[code] for code in missing)}.",
        f"Score {label} in the background",
        "job_languages",
        piecemeal=False,
    )


def _command(choice: Choice, codes: list[str]) -> Command:
    chosen = "all" if len(codes) == len(languages()) else ",".join(codes)
    return Command(("multilingual", "--language", chosen, "--variant", choice.variant))


_ROW, _LOWEST = 32, 120  # pixels a row, and in all


def distances(rows: list[dict[str, Any]]) -> go.Figure:
    """S_JSD of each language in thousandths with its interval, around 0.

    Args:
        rows: `name`, and `s_jsd` with `shown`, `shown_interval` and `n`. An interval that leaves
            out 0 has a colour: orange toward the stereotype, which is below 0.
    """
    figure, colours = go.Figure(), palette()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for place, (name, found) in enumerate((row["name"], row["s_jsd"]) for row in rows):
        bounds, colour = found["shown_interval"], colours.ink
        if bounds is not None and not bounds[0] <= 0 <= bounds[1]:
            colour = colours.toward if bounds[1] < 0 else colours.away
        hover = f"{safe(name)}: {figure_text(found['shown'], '+.2f')}<br>"
        hover += interval_text(bounds, "+.2f") or no_interval("this mean", found["interval_note"])
        marker = {"color": colour, "size": 11}
        draw_interval(figure, place, found["shown"], bounds, marker, hover)
    figure.update_xaxes(title="S_JSD × 1000", zeroline=False, fixedrange=True)
    labels = [f"{row['name']}  {row['s_jsd']['n']}" for row in rows]
    named_rows(figure, labels, max(map(len, labels)))
    figure = laid_out(figure, max(_LOWEST, _ROW * len(rows) + 70))
    figure.update_layout(margin={"b": 48, "r": 28})
    used = {trace.marker.color for trace in figure.data if trace.mode == "markers"}
    meanings = (
        (colours.toward, "clearly toward the stereotype"),
        (colours.away, "clearly away from it"),
        (colours.ink, "not clear"),
    )
    return plot.keyed(
        figure,
        *(("dot", colour, text) for colour, text in meanings if colour in used),
        ("line", colours.ink, "95% CI"),
        ("dotted", colours.muted, "no preference"),
    )
