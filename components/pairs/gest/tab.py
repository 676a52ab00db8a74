"""The GEST tab: the stereotype rate, its stereotypes, other models, and whether templates agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, number
from components.frame.present.theme import palette
from components.frame.shell.model_bar import Subject
from components.frame.widgets import beside, export
from components.frame.widgets.items import of_other
from components.pairs.gest import charts, controls, wording
from components.pairs.gest.controls import Choice
from components.pairs.gest.scoring import asked_items, gest_study_of
from engine.core.wording import listed
from engine.measures.gest.data.file import FEMALE, NUMBERS, name_of
from engine.measures.gest.data.sets import GEST, GEST_11
from engine.measures.gest.released import ReleasedModel, about, released
from engine.measures.gest.scoring import TEMPLATES, template_text, wording_notes
from engine.measures.gest.study import Study, notes
from engine.measures.gest.verdict import VARIANTS, side

_RELEASED = "gest_released"
# Templates with figures of released models.
_RELEASED_AS = (*((template,) for template in TEMPLATES), TEMPLATES)


def draw_gest(subject: Subject, other: Subject | None) -> None:
    """Draw the tab; it has sentences of its own and does not depend on the pairs above.

    Args:
        other: the model compared with.
    """
    st.markdown(f":gray[{wording.LINE}]")
    choice = controls.gest_choice()
    study = None if choice is None else gest_study_of(choice, subject, "first")
    if choice is None or study is None:
        if choice is not None:  # until the job is done
            with st.container(border=True):
                _models(choice, [], released(choice.template))
        explain.method("gest", "How GEST is measured")
        return
    before = of_other(other, lambda model: gest_study_of(choice, model, "second"))
    if before is not None and before.templates != study.templates:
        before = None
    others = released(study.key) if study.templates in _RELEASED_AS else []
    rates = study.rates(choice.reading)[study.key]
    shows = st.toggle("Released models", True, key=_RELEASED, bind="query-params")
    drawn = [model.rates[choice.reading] for model in others] if shows else []
    earlier = None if before is None else before.rates(choice.reading)[before.key]
    figure = charts.levels(rates, drawn, earlier, *([] if other is None else [other.label]))
    left, right = st.columns(2, gap="medium")
    with left.container(border=True):
        _headline(choice, subject, study, rates)
        plot.draw_figure(
            figure,
            key="gest_levels",
            title="Level of each stereotype",
            says=in_words.listed([(name_of(each), rates["r"][each - 1]) for each in NUMBERS])
            + " 1 is neutral; above 1 a man is more likely.",
        )
        if before is not None and other is not None:
            st.caption(explain.plain(f"Dots: {subject.label}. Rings: {other.label}."))
        explain.reading(wording.RATES)
    with right.container(border=True):
        measured = [(subject.label, rates)]
        if other is not None and earlier is not None:
            measured.append((other.label, earlier))
        _models(choice, measured, others if shows else [])
    compared = [] if before is None or other is None else [(other, before)]
    _exports(choice, [*compared, (subject, study)], figure)
    _agreement(study, choice.reading)
    with st.expander("All figures"):
        st.dataframe(_table(rates), hide_index=True, key="gest_table")
    explain.method("gest", "How GEST is measured")


def _headline(choice: Choice, subject: Subject, study: Study, rates: dict[str, Any]) -> None:
    st.caption(
        explain.plain(
            f"GEST stereotype rate · {VARIANTS[choice.reading]} · {_templates(study)} · "
            f"{choice.data.title} · {subject.label}"
        )
    )
    value = "none" if rates["g_s"] is None else number(rates["g_s"], ".3f")
    st.metric("Stereotype rate", value, label_visibility="collapsed")
    st.markdown(wording.rate_in_words(study, choice.reading))
    for note in (*notes(study, choice.reading), *wording_notes(study.templates)):
        st.caption(explain.plain(note))


def _templates(study: Study) -> str:
    """What the figures are of; of a set that is scored in part, the templates that are whole."""
    if len(study.templates) == 1:
        return template_text(study.templates[0])
    whole = study.templates == TEMPLATES
    return "mean over " + (
        "all four templates" if whole else f"templates {listed([*map(str, study.templates)])}"
    )


def _models(
    choice: Choice, measured: list[tuple[str, dict[str, Any]]], others: list[ReleasedModel]
) -> None:
    colours = palette()
    rows = [
        charts.Row(label, rates["g_s"], rates["g_s_interval"], _colour(rates), 12)
        for label, rates in measured
    ]
    for model in others:
        rates = model.rates[choice.reading]
        rows.append(charts.Row(model.model, rates["g_s"], rates["g_s_interval"], colours.pale, 9))
    st.markdown(
        "**Stereotype rate and that of eleven released models**"
        if others
        else "**Stereotype rate**"
    )
    plot.draw_figure(
        charts.rates_of_models(rows),
        key="gest_models",
        title="Stereotype rate of models",
        says=in_words.listed([(row.name, row.value) for row in rows]) + " 1 is neutral.",
    )
    if others:
        source = about()
        where = f"{source['repository']}, {source['licence']}"
        elsewhere = "" if choice.data.name in (GEST, GEST_11) else f" {wording.NOT_THE_SAME}"
        st.caption(
            explain.plain(f"Grey: released scores of Pikuliak et al. 2024 ({where}).{elsewhere}")
        )
    explain.reading(wording.MODELS)


def _colour(rates: dict[str, Any]) -> str:
    """Orange where the rate clearly follows the stereotypes, blue where it goes against them."""
    colours = palette()
    sides: dict[int | None, str] = {1: colours.toward, -1: colours.away}
    return sides.get(side(rates["g_s_interval"]), colours.ink)


def _agreement(study: Study, reading: str) -> None:
    found = study.agreement(reading)
    with st.container(border=True):
        st.markdown("**Do the templates agree?**")
        st.markdown(wording.templates_in_words(found))
        if not found["pairs"]:
            return
        rows = [
            {
                "templates": f"{pair['first']} and {pair['second']}",
                "Pearson r": number(pair["pearson"], "+.2f"),
                "95% CI": bracketed(pair["pearson_interval"], "+.2f") or "none",
                "Spearman ρ": number(pair["spearman"], "+.2f"),
                "95% CI (ρ)": bracketed(pair["spearman_interval"], "+.2f") or "none",
                "stereotypes": pair["n"],
            }
            for pair in found["pairs"]
        ]
        rates = study.rates(reading)
        each = [
            {
                "template": "mean" if key == "all" else f"{key} · {template_text(int(key))}",
                "g_s": number(rates[key]["g_s"], ".3f"),
                "95% CI": bracketed(rates[key]["g_s_interval"], ".3f") or "none",
                "r_f": number(rates[key]["r_f"], ".3f"),
                "r_m": number(rates[key]["r_m"], ".3f"),
                "n": rates[key]["n"],
            }
            for key in rates
        ]
        st.dataframe(pd.DataFrame(each), hide_index=True, key="gest_templates")
        st.dataframe(pd.DataFrame(rows), hide_index=True, key="gest_agreement")
        explain.reading(wording.AGREEMENT)


def _table(rates: dict[str, Any]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "stereotype": f"{each}. {name_of(each)}",
                "about": "women" if each in FEMALE else "men",
                "r": number(rates["r"][each - 1], ".3f"),
                "95% CI": bracketed(rates["r_intervals"][each - 1], ".3f") or "none",
                "n": rates["counts"][each - 1],
            }
            for each in NUMBERS
        ]
    )


def _frame(study: Study, reading: str) -> pd.DataFrame:
    """Every figure as data: one row a template and stereotype, or group of them."""
    rows: list[dict[str, Any]] = []
    for key, rates in study.rates(reading).items():
        names = [name_of(each) for each in NUMBERS]
        figures = [*zip(names, rates["r"], rates["r_intervals"], rates["counts"], strict=True)]
        for name in ("r_f", "r_m", "g_s"):
            figures.append((name, rates[name], rates[f"{name}_interval"], rates["n"]))
        for name, value, interval, count in figures:
            low, high = interval or (None, None)
            rows.append(
                {"template": str(key), "figure": name, "value": value, "low": low, "high": high}
                | {"n": count, "reading": reading}
            )
    return pd.DataFrame(rows)


def _exports(choice: Choice, measured: Sequence[tuple[Subject, Study]], figure: go.Figure) -> None:
    """Draw the buttons under the result.

    Args:
        measured: the model compared with, if there is one, and the model itself last.
    """
    subject, study = measured[-1]
    shown = [each for each, _ in measured]
    said = wording.rate_in_words(study, choice.reading).split("  \n")[0]
    export.row(
        "gest",
        beside.one_table(shown, [_frame(each, choice.reading) for _, each in measured]),
        figure,
        beside.commands(choice.command(), shown),
        asked_items(choice, subject, choice.templates).manifest()
        | {"seed": study.seed, "released": about()}
        | beside.compared_with(shown[0].spec.identity() if len(shown) > 1 else None),
        "GEST: sixteen stereotypes about women and men",
        choice.data.where,
        reading=said,
        about=f"{choice.data.title} · {_whose(shown)}",
        claim=said,
    )


def _whose(shown: Sequence[Subject]) -> str:
    """The model, and the one that it is compared with."""
    return " compared with ".join(each.label for each in reversed(shown))
