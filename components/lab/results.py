"""A finished injection: recovery, the three models, exports, and the tabs below."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.numbers import detectable_text, interval_text, number, whole_percent
from components.frame.shell import model_bar
from components.frame.widgets import export
from components.lab import charts, labels, tabs
from components.lab.new import LIMITS
from engine.command_line.command import Command
from engine.core.wording import counted, figure_text
from engine.lab.readings import UNMASKING
from engine.lab.settings import MODELS, ORIGINAL, Request
from engine.lab.templates import BALANCED, BIASED
from engine.statistics import detectable_correlation

_DATA = "biascope-lab.csv"
_MANIFEST = ("request", "models", "recovery", "stability", "libraries")  # of the report
_FEWEST = 4  # occupations that an interval of a rank correlation needs
_NOTE = (
    "Recovered in sentences of the same kind as those taught. A measure that does not recover it "
    "is not shown to detect such bias; one that does may still miss bias that is worded "
    "differently."
)
_READ = (
    "Each mark is a rank correlation over the occupations, between the planted proportions and "
    "what a measure finds in one model; the line is its 95% confidence interval (CI). The biased "
    "model should lie far to the right. The original shows how closely the table matches the "
    "model's own stereotype. The balanced model was taught that all occupations are alike; a rank "
    "correlation only looks at order, so the original's order may remain in differences too small "
    "to matter: compare the standard deviations. Context shift has no direction, and PMI is "
    "counted in a corpus, so neither can follow the planted proportions. To rule out that a "
    "measure only knows the stereotype, plant the shuffled table."
)
_ABBREVIATIONS = (
    "CABM: Context-Aware Bias Metric, with its three features and their signed variant below it. "
    "PMI: pointwise mutual information. CPS: CrowS-Pairs Score. SEAT: Sentence Encoder Association "
    "Test."
)
_QUALITY_HELP = (
    "Cloze accuracy: share of blanks in plain sentences guessed correctly first time. "
    "Pseudo-perplexity: how surprising ordinary text is to the model; lower is better."
)


def draw_lab_results(
    injection: session.lab.Injection, request: Request, report: dict[str, Any]
) -> None:
    """Draw the results."""
    checkpoints = injection.place.checkpoints(request)
    recovery = report["recovery"][UNMASKING]
    claim = recovery_in_words(recovery[BIASED])
    with st.container(border=True, key="first_answer"):
        first_screen.draw_claim(
            claim,
            _basis(recovery[BIASED]),
            limits=f"{_NOTE}\n\n{LIMITS}",
            more=partial(_deviations, recovery) if recovery[BIASED]["n"] else None,
        )
        figure = charts.recovery_chart(report["recovery"], labels.NAMES)
        plot.draw_figure(
            figure,
            key="recovered",
            title="Rank correlation of each measure with the planted proportions",
            says=_says(report["recovery"]),
        )
        explain.reading(f"{_READ} {_ABBREVIATIONS}")
    for column, model in zip(st.columns(len(MODELS), gap="medium"), MODELS, strict=True):
        with column.container(border=True, height="stretch"):
            _model(report["models"][model], checkpoints, model)
    _problems(report)
    export.row(
        "lab",
        pd.DataFrame(report["occupations"]),
        figure,
        _command(injection.name, request),
        {key: report[key] for key in _MANIFEST},
        "Which measures recover the planted bias",
        f"Needs {_DATA}, the CSV under Data, which contains the planted table.",
        reading=_highest_measure(report["recovery"]),
        about=injection.name,
        claim=claim,
    )
    tabs.draw_lab_tabs(injection, checkpoints, report)


def _highest_measure(recovery: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str:
    """The highest correlation of a measure with the planted proportions in the biased model."""
    known = {
        name: found[BIASED]
        for name, found in recovery.items()
        if found[BIASED]["rho"] is not None and found[BIASED]["interval"]
    }
    if not known:
        return "No measure could be compared with the planted proportions."
    name = max(known, key=lambda name: float(known[name]["rho"]))
    best = known[name]
    return (
        f"Highest of {counted(len(known), 'measure')} in the biased model, not tested against the "
        f"others: {labels.NAMES[name]}, rank correlation {figure_text(best['rho'], '+.2f')} "
        f"({interval_text(best['interval'], '+.2f')}, {counted(best['n'], 'occupation')})."
    )


def _says(recovery: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> str:
    """The correlations of every measure, one model after the other."""
    models = list(next(iter(recovery.values())))
    return in_words.each(
        (
            model,
            in_words.listed(
                [(labels.NAMES[name], found[model]["rho"]) for name, found in recovery.items()],
                "+.2f",
            ),
        )
        for model in models
    )


def recovery_in_words(correlation: Mapping[str, Any]) -> str:
    """Whether the biased model's pronouns follow what was planted, in one sentence.

    Args:
        correlation: `rho`, `interval` and `n` of the pronoun probability in the biased model.
    """
    interval, rho = correlation["interval"], correlation["rho"]
    if rho is None and correlation["n"] >= _FEWEST:
        return "No order to compare: the values are the same for every occupation."
    if rho is not None and not interval and correlation["n"] >= _FEWEST:
        return (
            "It is open whether the planted order comes back: the values of nearly all occupations "
            "are the same, so there is no interval."
        )
    if rho is None or not interval:
        return (
            "Too few occupations for a rank correlation with an interval: "
            f"{correlation['n']} could be read, and at least {_FEWEST} are needed."
        )
    shown = number(rho, "+.2f")
    if interval[0] > 0:
        return f"The planted order comes back: rank correlation {shown} of at most +1."
    if interval[1] < 0:
        return f"The planted order comes back reversed: rank correlation {shown}."
    return (
        f"It is not clear that the planted order comes back: rank correlation {shown}, and its "
        "interval includes 0."
    )


def _basis(correlation: Mapping[str, Any]) -> str:
    """What was correlated, its interval and the number of occupations (markdown)."""
    n, interval = correlation["n"], correlation["interval"]
    said = (
        f"Planted P(male) and how likely *he* is in the **biased** model · "
        f"{charts.interval_of(correlation)} · n = {counted(n, 'occupation')}"
    )
    if not interval or interval[0] > 0 or interval[1] < 0:
        return said
    smallest = detectable_correlation(n)
    least = None if smallest is None else f"{smallest:.2f} from 0 as a rank correlation"
    smaller = detectable_text(counted(n, "occupation"), least, f"{_FEWEST} occupations")
    return f"{said} · {smaller}"


def _deviations(recovery: dict[str, Any]) -> None:
    """Show how much the pronoun probabilities vary, which a rank correlation does not show."""
    biased, balanced, original = (recovery[model] for model in (BIASED, BALANCED, ORIGINAL))
    st.markdown(
        "The **balanced** model was trained on *he* and *she* equally often: its pronoun "
        f"probabilities vary by {balanced['spread']:.3f}, those of the biased model by "
        f"{biased['spread']:.3f} and of the original by {original['spread']:.3f}.  \n"
        ":gray[Standard deviation over occupations · the order that remains in the balanced model "
        f"correlates at {number(balanced['rho'], '+.2f')}, {charts.interval_of(balanced)}]"
    )
    st.markdown(
        ":gray[On average, the biased model's pronoun probability differs from the planted P(male) "
        f"by {biased['distance']:.2f}.]"
    )


def _model(described: dict[str, Any], checkpoints: dict[str, str], model: str) -> None:
    """Draw one of the three models: what it is, its quality, and the button that selects it."""
    st.markdown(f"**{model}**  \n:gray[{labels.MODELS[model]}]")
    quality = described["quality"]
    facts = []
    if quality["cloze_accuracy"] is not None:
        facts.append(f"cloze accuracy {whole_percent(quality['cloze_accuracy'])}")
    if quality["pppl"] is not None:
        facts.append(f"pseudo-perplexity {quality['pppl']:.1f}")
    if "male" in described:
        share = whole_percent(described["male"] / described["sentences"])
        facts.append(f"{counted(described['sentences'], 'sentence')}, {share} with *he*")
    st.caption(" · ".join(facts), help=_QUALITY_HELP)
    checkpoint = checkpoints[model]
    other = checkpoints[BIASED if model == ORIGINAL else ORIGINAL]
    if st.session_state.get(model_bar.MODEL) == checkpoint:
        st.markdown(":gray[:material/check: Selected on every page]")
        return
    st.button(
        "Use on every page",
        key=f"use_{model}",
        on_click=_use,
        args=(checkpoint, other),
        help="Selects it in the sidebar, with "
        f"{'the biased model' if model == ORIGINAL else 'the original'} under *Compare with*.",
    )


def _use(checkpoint: str, other: str) -> None:
    for name in (checkpoint, other):
        session.confirm("model", name)
    st.session_state[model_bar.MODEL] = checkpoint
    st.session_state[model_bar.COMPARE] = other


def _problems(report: dict[str, Any]) -> None:
    """Warn of measures without results, once for all models."""
    messages = [
        f"{labels.NAMES.get(reading, reading)}: {reason}"
        for problems in report["problems"].values()
        for reading, reason in problems.items()
    ]
    explain.warnings(messages)


def _command(name: str, request: Request) -> str:
    words = ("inject", "--biases", _DATA, "--out", f"models/{name}")
    sizes = session.lab.sizes("default", request.settings)
    return Command((*words, *sizes)).for_model(request.spec).line()
