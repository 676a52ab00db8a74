"""A finished injection: what was found again, the three models, exports, and the tabs below."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, lab_runs, lab_tabs, lab_words, model_bar, session
from components.cabm_layout import between, number
from components.charts import lab as charts
from components.theme import CONFIG
from engine.lab.corpus import BALANCED, BIASED
from engine.lab.readings import UNMASKING
from engine.lab.settings import MODELS, ORIGINAL, Settings

Report = dict[str, Any]

_DATA = "biascope-lab.csv"
_NOTE = (
    "Found again in sentences of the kind that was taught. A measure that fails here cannot be "
    "trusted; one that passes may still miss bias that is worded otherwise."
)
_READ = (
    "Each mark is a rank correlation over the occupations between what was planted and what a "
    "measure reads from one model; the line is its 95 % interval. The biased model should lie far "
    "to the right. The original shows how far the table is its own stereotype. The balanced one "
    "was taught that all occupations are alike; a rank correlation looks at order alone, so the "
    "original's order may show there in differences that hardly matter: see how far the readings "
    "spread. Context shift has no direction, and PMI is counted in a corpus, so neither can follow "
    "what was planted. To rule out that a measure only knows the stereotype, plant the table dealt "
    "at random."
)


def draw(injection: session.Injection, found: Report) -> None:
    """Draw the results."""
    left, right = st.columns([2, 3], gap="medium")
    with left.container(border=True, height="stretch"):
        _headline(injection, found)
    figure = charts.recovered(found["recovery"], lab_words.NAMES)
    with right.container(border=True, height="stretch"):
        st.markdown("**Is it found again?**")
        st.plotly_chart(
            figure, key="recovered", config=CONFIG, alt="Rank correlation with what was planted"
        )
        explain.reading(_READ)
    for column, model in zip(st.columns(len(MODELS), gap="medium"), MODELS, strict=True):
        with column.container(border=True, height="stretch"):
            _model(injection, found, model)
    _problems(found)
    export.row(
        "lab",
        pd.DataFrame(found["occupations"]),
        figure,
        _command(injection),
        _manifest(found),
        f"Spearman of planted P(male) with each measure, {injection.name}",
        f"With {_DATA}, the CSV under Data, which holds the planted table.",
    )
    lab_tabs.draw(injection, found)


def _headline(injection: session.Injection, found: Report) -> None:
    told = found["recovery"][UNMASKING]
    biased = told[BIASED]
    st.caption(f"Planted P(male) against unmasking · Spearman · {explain.plain(injection.name)}")
    st.metric("recovery", number(biased["rho"], "+.2f"), label_visibility="collapsed")
    st.markdown(
        f"on the **biased** model; 1 is the planted order found again.  \n"
        f":gray[{_bounds(biased)} · n {biased['n']} occupations]"
    )
    if biased["n"]:
        _spreads(told)
    explain.note(_NOTE)


def _spreads(told: dict[str, Any]) -> None:
    """How far the readings lie apart: what a rank correlation cannot say."""
    biased, balanced, original = (told[model] for model in (BIASED, BALANCED, ORIGINAL))
    st.markdown(
        f"The **balanced** model was taught no difference: its readings spread by "
        f"{balanced['spread']:.3f}, those of the biased one by {biased['spread']:.3f} and of the "
        f"original by {original['spread']:.3f}.  \n"
        f":gray[standard deviation over occupations · what order is left correlates at "
        f"{number(balanced['rho'], '+.2f')}, {_bounds(balanced)}]"
    )
    st.markdown(
        f":gray[The biased model is off by {biased['distance']:.2f} from the planted P(male) on "
        "average.]"
    )


def _bounds(told: dict[str, Any]) -> str:
    return between(told["interval"], "+.2f") or "no interval"


def _model(injection: session.Injection, found: Report, model: str) -> None:
    """One of the three models: what it is, what it still can, and the way to the other pages."""
    described = found["models"][model]
    st.markdown(f"**{model}**  \n:gray[{lab_words.MODELS[model]}]")
    quality = described["quality"]
    facts = [f"plain cloze {100 * quality['cloze_accuracy']:.0f} %"] * (
        quality["cloze_accuracy"] is not None
    )
    if quality["pppl"] is not None:
        facts.append(f"pseudo-perplexity {quality['pppl']:.1f}")
    if "male" in described:
        share = 100 * described["male"] / described["sentences"]
        facts.append(f"{described['sentences']:,} sentences, {share:.0f} % with he")
    st.caption(" · ".join(facts))
    checkpoint = lab_runs.checkpoint(injection, model)
    beside = lab_runs.checkpoint(injection, BIASED if model == ORIGINAL else ORIGINAL)
    if st.session_state.get(model_bar.MODEL) == checkpoint:
        st.markdown(":gray[:material/check: On every page]")
        return
    st.button(
        "Use on every page",
        key=f"use_{model}",
        on_click=_use,
        args=(checkpoint, beside),
        help="Puts it into the model bar, with "
        f"{'the biased model' if model == ORIGINAL else 'the original'} to compare with.",
    )


def _use(checkpoint: str, beside: str) -> None:
    st.session_state[model_bar.MODEL] = checkpoint
    st.session_state[model_bar.COMPARE] = beside


def _problems(found: Report) -> None:
    """What a measure refused, once for all models."""
    said = [
        f"{lab_words.NAMES.get(reading, reading)}: {reason}"
        for problems in found["problems"].values()
        for reading, reason in problems.items()
    ]
    explain.warnings(said)


def _command(injection: session.Injection) -> str:
    import shlex

    asked = injection.asked
    words = ["inject", "--biases", _DATA, "--out", f"models/{injection.name}"]
    words += session.sizes("default", Settings(**asked["settings"]))
    if asked["checkpoint"] != session.BUNDLED:
        words += ["--model", asked["checkpoint"]]
    return f"python -m engine {shlex.join(words)}"


def _manifest(found: Report) -> dict[str, Any]:
    keys = ("request", "models", "recovery", "stability", "libraries")
    return {key: found[key] for key in keys}
