"""What lies below the recovery of an injection: only the tab that is open is worked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from components import (
    explain,
    lab_progress,
    lab_sentence,
    lab_words,
    session,
    tabs,
)
from components.cabm_layout import between, number
from components.charts import lab as charts
from components.theme import CONFIG
from engine.lab.readings import UNMASKING, WEAT
from engine.lab.recovery import found_again
from engine.lab.settings import MODELS

Report = dict[str, Any]

_SCATTER = (
    "Each mark is an occupation, the same axes for all three models. Marks that rise from left to "
    "right: the measure orders the occupations as they were planted. A level cloud: it sees none "
    "of it."
)
_STABILITY = (
    "How far a reading of one occupation moves from model to model: the standard deviation over "
    "the three models, averaged over occupations. A measure of the model must move here, because "
    "the models were made to differ; the scales of the measures differ, so sizes are not compared "
    "across rows."
)
_HEADS = (
    "Bias scores of the attention heads for the association of the planted occupations with "
    "masculine and feminine words. d above 0: as planted. Rank agreement: whether the heads that "
    "carry it are the ones that carried it before."
)


def draw(injection: session.Injection, found: Report) -> None:
    """Draw the tabs."""
    shown: dict[str, Callable[[], None]] = {
        "Occupations": lambda: _occupations(found),
        "Table": lambda: _table(found),
        "Stability": lambda: _stability(found),
        "Head bias": lambda: _heads(found),
        "One sentence": lambda: lab_sentence.draw(injection),
        "Training": lambda: _training(injection),
    }
    name, place = tabs.opened([*shown], "lab")
    with place, explain.errors(ends_page=False):
        shown[name]()


def _occupations(found: Report) -> None:
    """One reading of all three models against what was planted."""
    names = {
        reading: name.removeprefix("· ")
        for reading, name in lab_words.NAMES.items()
        if any(told["n"] for told in found["recovery"][reading].values())
    }
    reading = st.selectbox(
        "Measure",
        [*names],
        format_func=names.__getitem__,
        key="reading",
        bind="query-params",
        persist_state="session",
        width=320,
    )
    st.caption(lab_words.WHAT[reading])
    rows = found["occupations"]
    values = [value for model in MODELS for value in found_again(rows, model, reading)]
    known = [value for value in values if value is not None]
    span = (min(known), max(known))
    for column, model in zip(st.columns(len(MODELS), gap="medium"), MODELS, strict=True):
        with column.container(border=True):
            _scatter(found, model, reading, names[reading], span)
    explain.reading(_SCATTER)


def _scatter(found: Report, model: str, reading: str, name: str, span: tuple[float, float]) -> None:
    told = found["recovery"][reading][model]
    st.markdown(
        f"**{model}**: ρ {number(told['rho'], '+.2f')}  \n"
        f":gray[{between(told['interval'], '+.2f') or 'no interval'} · n {told['n']}]"
    )
    rows = [
        {"occupation": row["occupation"], "planted": row["planted"], "value": value}
        for row, value in zip(
            found["occupations"], found_again(found["occupations"], model, reading), strict=True
        )
        if value is not None
    ]
    st.plotly_chart(
        charts.against_planted(rows, model, name, reading == UNMASKING, span),
        key=f"scatter_{model}",
        config=CONFIG,
        alt=f"{name} of the {model} model beside what was planted",
    )


def _table(found: Report) -> None:
    """Rank correlations, then every reading of every occupation."""
    st.markdown(":gray[Spearman of the planted P(male) with each measure, and its 95 % interval.]")
    st.dataframe(
        pd.DataFrame(
            [
                {"measure": name.removeprefix("· ")}
                | {model: _correlation(found["recovery"][reading][model]) for model in MODELS}
                | {"n": max(told["n"] for told in found["recovery"][reading].values())}
                | {"what it reads": lab_words.WHAT[reading]}
                for reading, name in lab_words.NAMES.items()
            ]
        ),
        hide_index=True,
        key="recovery_table",
    )
    st.markdown(":gray[Every reading of every occupation, on the three models.]")
    st.dataframe(
        pd.DataFrame(found["occupations"]),
        hide_index=True,
        height=420,
        key="occupation_table",
        column_config=_columns(),
    )


def _correlation(told: dict[str, Any]) -> str:
    if told["rho"] is None:
        return "undefined" if told["n"] else "not measured"
    bounds = told["interval"]
    inner = f" ({number(bounds[0], '+.2f')} to {number(bounds[1], '+.2f')})" if bounds else ""
    return f"{number(told['rho'], '+.2f')}{inner}"


def _columns() -> dict[str, Any]:
    column = st.column_config
    names = {**lab_words.NAMES, WEAT: "WEAT"}
    return {
        "occupation": column.TextColumn("occupation", pinned=True),
        "planted": column.NumberColumn("planted", format="%.2f"),
        **{
            f"{model}_{reading}": column.NumberColumn(
                f"{name.removeprefix('· ')}, {model}",
                format="%.3f",
                help=lab_words.WHAT[reading],
            )
            for reading, name in names.items()
            for model in MODELS
        },
    }


def _stability(found: Report) -> None:
    """Mean standard deviation over the three models."""
    rows = []
    for reading, name in lab_words.STABLE.items():
        told = found["stability"][reading]
        published = lab_words.PUBLISHED_STABILITY.get(reading)
        rows.append(
            {
                "measure": name,
                "mean sd": number(told["mean_sd"], ".4f"),
                "95 % over occupations": between(told["interval"], ".4f").removeprefix("95 %: "),
                "n": told["n"],
                "published": "" if published is None else f"{published:.4f}",
            }
        )
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="stability_table")
    st.caption(f"{_STABILITY} Published: the CABM thesis, section 3.2, on its own three models.")


def _heads(found: Report) -> None:
    """Head bias of the three models."""
    rows = []
    for model in MODELS:
        told = found["heads"][model]
        if told is None:
            continue
        rows.append(
            {
                "model": model,
                "SEAT d": number(told["effect_size"], "+.2f"),
                "95 %": between(told["interval"], "+.2f").removeprefix("95 %: "),
                "heads that carry it": f"{told['biased']} of {told['heads']}",
                "strongest": ", ".join(entry["head"] for entry in told["top"]),
                "rank agreement with the original": ""
                if told["rank_agreement"] is None
                else number(told["rank_agreement"], "+.2f"),
            }
        )
    if not rows:
        st.markdown(":gray[The association test could not be made with these occupations.]")
        return
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="heads_table")
    st.caption(_HEADS)


def _training(injection: session.Injection) -> None:
    """What was asked, and the loss curves."""
    st.caption(explain.plain(lab_progress.settings_line(injection.asked)))
    lab_progress.curves(injection)
