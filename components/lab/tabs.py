"""The tabs below the recovery of an injection; only the open one is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import bracketed, number, unsigned_zeros
from components.frame.widgets import data_choice, tabs
from components.lab import charts, labels, progress
from engine.lab.readings import UNMASKING, WEAT
from engine.lab.settings import MODELS

_SCATTER = (
    "Each mark is an occupation; all three models share the same axes. Marks that rise from left "
    "to right: the measure orders the occupations as they were planted. Level marks: it does not "
    "follow the planted order."
)
_STABILITY = (
    "How much the result for one occupation varies from model to model: the standard deviation "
    "over the three models, averaged over occupations. The models were made to differ, so a "
    "measure of the model should vary here. The scales differ, so do not compare sizes across "
    "rows. WEAT: Word Embedding Association Test."
)
_HEADS = (
    "Bias scores of the attention heads, the units that decide which words the model relates to "
    "each other, for the association of the planted occupations with masculine and feminine "
    "words. Effect size d above 0: the association is as planted. Rank agreement: whether the same "
    "heads carry it as in the original."
)


def draw_lab_tabs(
    injection: session.lab.Injection, checkpoints: dict[str, str], report: dict[str, Any]
) -> None:
    """Draw the tabs.

    Args:
        checkpoints: what opens each of the three models.
    """
    shown: dict[str, Callable[[], None]] = {
        "Occupations": lambda: _occupations(report),
        "Table": lambda: _table(report),
        "Stability": lambda: _stability(report),
        "Head bias": lambda: _heads(report),
        "One sentence": lambda: draw_sentence(checkpoints),
        "Training": lambda: _training(injection),
    }
    name, panel = tabs.opened_tab([*shown], "lab")
    with panel, explain.errors(ends_page=False):
        shown[name]()


def _occupations(report: dict[str, Any]) -> None:
    """Draw one measure in all three models against the planted proportions."""
    recovery = report["recovery"]
    known = [name for name in labels.NAMES if any(one["n"] for one in recovery[name].values())]
    titles = {name: labels.name_of(name) for name in known}
    reading = data_choice.pick("Measure", titles, "reading", 320, old=labels.OLD_NAMES)
    st.caption(labels.DESCRIPTIONS[reading])
    columns = [f"{model}_{reading}" for model in MODELS]
    values = pd.DataFrame(report["occupations"], columns=columns).to_numpy(float)
    span = (float(np.nanmin(values)), float(np.nanmax(values)))
    for column, model in zip(st.columns(len(MODELS), gap="medium"), MODELS, strict=True):
        with column.container(border=True):
            _scatter(report, model, reading, span)
    explain.reading(_SCATTER)


def _scatter(report: dict[str, Any], model: str, reading: str, span: tuple[float, float]) -> None:
    correlation = report["recovery"][reading][model]
    st.markdown(
        f"**{model}**: Spearman ρ {number(correlation['rho'], '+.2f')}  \n"
        f":gray[{charts.interval_of(correlation)} · n = {correlation['n']}]"
    )
    rows = [
        {"occupation": row["occupation"], "planted": row["planted"], "value": value}
        for row in report["occupations"]
        if (value := row.get(f"{model}_{reading}")) is not None
    ]
    name = labels.name_of(reading)
    charts.draw_against_planted(
        rows,
        model,
        name,
        reading == UNMASKING,
        span,
        key=f"scatter_{model}",
        title=f"{name} in the {model} model against the planted proportions",
    )


def _table(report: dict[str, Any]) -> None:
    """Show rank correlations, then every result of every occupation."""
    st.markdown(
        ":gray[Spearman rank correlation of each measure with the planted P(male), with its 95% "
        "confidence interval.]"
    )
    st.dataframe(
        pd.DataFrame(
            [
                {"measure": labels.name_of(reading)}
                | {model: _correlation(report["recovery"][reading][model]) for model in MODELS}
                | {"n": max(entry["n"] for entry in report["recovery"][reading].values())}
                | {"what it measures": labels.DESCRIPTIONS[reading]}
                for reading in labels.NAMES
            ]
        ),
        hide_index=True,
        key="recovery_table",
    )
    st.markdown(":gray[Every result of every occupation, in the three models.]")
    occupations = pd.DataFrame(report["occupations"])
    st.dataframe(
        unsigned_zeros(occupations, 3),
        hide_index=True,
        height=420,
        key="occupation_table",
        column_config=_columns(),
    )


def _correlation(entry: dict[str, Any]) -> str:
    if entry["rho"] is None:
        return "undefined" if entry["n"] else "not measured"
    bounds = bracketed(entry["interval"], "+.2f") or "(no interval)"
    return f"{number(entry['rho'], '+.2f')} {bounds}"


def _columns() -> dict[str, Any]:
    column = st.column_config
    return {
        "occupation": column.TextColumn("occupation", pinned=True),
        "planted": column.NumberColumn("planted", format="%.2f"),
        **{
            f"{model}_{reading}": column.NumberColumn(
                f"{labels.name_of(reading)}, {model}",
                format="%.3f",
                help=labels.DESCRIPTIONS[reading],
            )
            for reading in (*labels.NAMES, WEAT)
            for model in MODELS
        },
    }


def _stability(report: dict[str, Any]) -> None:
    """Show the mean standard deviation over the three models."""
    rows = []
    for reading, name in labels.STABLE.items():
        stability = report["stability"][reading]
        published = labels.PUBLISHED_STABILITY.get(reading)
        rows.append(
            {
                "measure": name,
                "mean standard deviation": number(stability["mean_sd"], ".4f"),
                "95% CI over occupations": bracketed(stability["interval"], ".4f") or "none",
                "n": stability["n"],
                "CABM thesis": "" if published is None else f"{published:.4f}",
            }
        )
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="stability_table")
    st.caption(f"{_STABILITY} CABM thesis: section 3.2, on its own three models.")


def _heads(report: dict[str, Any]) -> None:
    """Show head bias in the three models."""
    rows = []
    for model in MODELS:
        if heads := report["heads"][model]:
            agreement = heads["rank_agreement"]
            rows.append(
                {
                    "model": model,
                    "SEAT effect size d": number(heads["effect_size"], "+.2f"),
                    "95% CI": bracketed(heads["interval"], "+.2f") or "none",
                    "biased heads": f"{heads['biased']} of {heads['heads']}",
                    "strongest heads": ", ".join(entry["head"] for entry in heads["top"]),
                    "rank agreement with the original": ""
                    if agreement is None
                    else number(agreement, "+.2f"),
                }
            )
    if not rows:
        st.markdown(":gray[The association test could not be run with these occupations.]")
        return
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="heads_table")
    st.caption(_HEADS)


def _training(injection: session.lab.Injection) -> None:
    """Show the settings and the loss curves."""
    st.caption(explain.plain(progress.settings_line(injection.request)))
    progress.curves(injection)


# --- sentence -----------------------------------------------------------------------------
# One sentence filled in by the original, the biased and the balanced model.

_EXAMPLE = "The janitor cleaned the office after [MASK] left the building."
_PARAMS: dict[str, Any] = {"top_k": 5, "targets": ["he", "she"]}


def draw_sentence(checkpoints: dict[str, str]) -> None:
    """Draw the box and the predictions of the three models."""
    text = st.text_input(
        "Sentence with [MASK]",
        _EXAMPLE,
        key="lab_text",
        bind="query-params",
        persist_state="session",
        max_chars=2000,
    )
    asked = [{"text": (text or "").strip() or _EXAMPLE}]
    pulse = st.empty()
    rows = []
    with st.spinner("Asking the three models …"):
        for model in MODELS:
            spec = session.spec_of(checkpoints[model])
            measured = session.measure_in_thread("completion", spec, asked, _PARAMS, pulse.empty)
            rows.append({"model": model, **_prediction(measured.values[0])})
    probability = st.column_config.ProgressColumn
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        key="lab_answers",
        column_config={
            name: probability(name, min_value=0, max_value=1, format="%.3f", color="gray")
            for name in ("P(he)", "P(she)")
        },
    )
    st.caption(
        "Probabilities out of the whole vocabulary. Use an occupation from the table: others were "
        "not taught, so any change to them is a side effect."
    )


def _prediction(value: dict[str, Any]) -> dict[str, Any]:
    probabilities = {entry["word"]: entry["probability"] for entry in value["targets"]}
    words = [entry["word"] for entry in value["predictions"][0]]
    return {
        "P(he)": probabilities.get("he"),
        "P(she)": probabilities.get("she"),
        "likeliest words": ", ".join(words),
    }
