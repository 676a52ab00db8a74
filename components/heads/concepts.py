"""Tab of the Heads page: take a concept out of the model's states, or steer along it."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import download, explain, in_words
from components.frame.present.plot import draw_figure, figure_and_words
from components.frame.shell import masked_heads
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import ERASE, STEER, named
from components.frame.widgets import background, export
from components.frame.widgets.background import Work
from components.heads.charts.probes import CHANCE, ProbeRow, probe_accuracies
from engine.command_line.command import Command
from engine.core.intervention_text import method_name
from engine.core.interventions import ErasedConcept
from engine.core.wording import counted
from engine.files.fit_file import SUFFIX
from engine.interventions.about import About, pairs_text
from engine.interventions.fitting import DIRECTIONS, INLP, LEACE, SENTENCE_DEBIAS
from engine.interventions.pairs import CONCEPTS
from engine.server import shared

_ERASE, _STEER = "Erase", "Steer"
_METHODS = {_ERASE: (LEACE, SENTENCE_DEBIAS, INLP), _STEER: tuple(DIRECTIONS)}
_KEYS = {_ERASE: ERASE, _STEER: STEER}
_READ = (
    "A **linear probe** is a simple classifier that tells from the model's states alone which side "
    "of a concept a sentence is on. It is trained on some sentences and tested on others, with "
    "other words. At 50% it only guesses.\n\n"
    "**Erasing** changes the last states so that the probe should fail; what earlier layers make "
    "of a sentence stays, so the model's words can still depend on the concept. **Steering** adds "
    "a vector to one layer, from one side of the concept to the other.\n\n"
    "The small rings are 20 **random** directions of the same size: a fit that does no more than "
    "they do has found nothing."
)


def draw(subject: Subject) -> None:
    """Draw the tab."""
    result, words = figure_and_words(
        "Can a concept such as gender be read from the model's states, and what is left of it "
        "after an erasure?",
        _READ,
        "erasure",
    )
    with words:
        explain.method("steering", "About steering")
    with result, explain.errors(ends_page=False):
        what, concept, method = _choice()
        fits = _fits(subject, concept, method)
        if not fits:
            _offer(subject, what, concept, method)
            return
        for fit in fits:
            _draw_fit(subject, what, fit)


def _choice() -> tuple[str, str, str]:
    """Draw what is asked for: what is done, to which concept, fitted how."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        what = st.segmented_control(
            "What to do",
            (_ERASE, _STEER),
            default=_ERASE,
            required=True,
            key="concept_act",
            bind="query-params",
            persist_state="session",
        )
        concept = st.selectbox(
            "Concept",
            _concepts(),
            key="concept",
            bind="query-params",
            persist_state="session",
            width=180,
            help="Fitted on the bundled pairs of sentences. Pairs of your own are fitted by the "
            "commands `erase fit` and `steer fit`, and are then offered here too.",
        )
        what = str(what or _ERASE)
        method = st.selectbox(
            "Method",
            _METHODS[what],
            format_func=method_name,
            key=f"concept_method_{what.lower()}",
            bind="query-params",
            persist_state="session",
            width=220,
        )
    return what, str(concept), str(method)


def _concepts() -> list[str]:
    own = [one.reference.concept for one in session.fits.kept().values()]
    return list(dict.fromkeys([*CONCEPTS, *sorted(own)]))


def _fits(subject: Subject, concept: str, method: str) -> list[session.fits.KeptFit]:
    """The kept fits of this model for a concept by one method."""
    return [
        one
        for one in session.fits.kept().values()
        if one.is_of(subject.spec)
        and (one.reference.concept, one.reference.method) == (concept, method)
    ]


def _offer(subject: Subject, what: str, concept: str, method: str) -> None:
    """Draw that nothing is fitted yet, and the button that fits it."""
    if concept not in CONCEPTS:
        st.caption(f"{explain.plain(concept)} has no fit by {method_name(method)} on this model.")
        return
    name = f"{concept} by {method_name(method)} on {named(subject.spec)}"
    title = f"{'Erasure' if what == _ERASE else 'Vector'} for {name}"
    words = ("erase" if what == _ERASE else "steer", "fit", "--method", method)
    command = Command((*words, "--concept", concept)).for_model(subject.spec.unmasked())
    background.offer(
        Work({title: command}, 1, 0, lambda: len(_fits(subject, concept, method))),
        f"Not fitted yet: {explain.plain(name)}. It takes about 20 seconds.",
        "Fit it",
        f"fit_{what}_{concept}_{method}",
        piecemeal=False,
    )


def _draw_fit(subject: Subject, what: str, fit: session.fits.KeptFit) -> None:
    """Draw one fit: what a probe finds, and the buttons that use it everywhere."""
    label, about = fit.reference.label, fit.about
    if about is None:
        st.caption(f"{explain.plain(label)}: its file does not say how it was fitted.")
        _buttons(subject, what, fit)
        return
    claim = _claim(what, about)
    st.markdown(f"**{explain.plain(claim)}**")
    rows = _rows(what, about)
    figure = probe_accuracies(rows)
    says = in_words.listed([(row.name, row.accuracy) for row in rows], ".1f")
    title = f"What a linear probe finds, {fit.reference.concept}"
    draw_figure(figure, key=f"probe_{label}", title=title, says=says)
    st.caption(explain.plain(f"{pairs_text(about)}. {_more(fit, about)}".strip()))
    _buttons(subject, what, fit)
    export.row(
        f"fit-{label}",
        _table(rows),
        figure,
        _command(subject, what, fit).line(),
        _manifest(subject, fit, about),
        title,
        reading=fit.judged,
        alt=says,
        about=f"{named(subject.spec)}, {method_name(fit.reference.method)}",
        claim=claim,
    )


def _claim(what: str, about: About) -> str:
    """What the fit does, in a sentence that claims what was tested."""
    before, after = (100 * about[key]["accuracy"] for key in ("probe_before", "probe_after"))
    sides = f"{about['pairs']['first']} from {about['pairs']['second']}"
    if what == _ERASE:
        return (
            f"A linear probe told {sides} in {before:.0f}% of held-out sentences, and tells them "
            f"in {after:.0f}% after the erasure (chance: {CHANCE:.0f}%)."
        )
    return (
        f"A linear probe tells {sides} in {before:.0f}% of held-out sentences; with each moved "
        f"along the vector to the other side, it is right in {after:.0f}%."
    )


def _rows(what: str, about: About) -> list[ProbeRow]:
    def row(name: str, found: Any) -> ProbeRow:
        interval = found["interval"]
        ends = None if interval is None else (100 * interval[0], 100 * interval[1])
        return ProbeRow(name, 100 * found["accuracy"], ends)

    random = about["random_controls"]
    done = "after the erasure" if what == _ERASE else "moved along the vector"
    others = tuple(100 * share for share in random["accuracies"])
    return [
        row("as it is", about["probe_before"]),
        row(done, about["probe_after"]),
        ProbeRow(f"{random['n']} random, mean", 100 * random["mean"], None, others),
    ]


def _more(fit: session.fits.KeptFit, about: About) -> str:
    if isinstance(fit.reference, ErasedConcept):
        return f"{counted(fit.rank, 'dimension')} taken out of the last states."
    strength = about.get("strength_of_difference")
    layer = f"Added to the output of layer {fit.reference.layer}."
    if strength is None:
        return layer
    return f"{layer} The two sides are a strength of {strength:.2f} apart; 1 is as long as a state."


def _buttons(subject: Subject, what: str, fit: session.fits.KeptFit) -> None:
    """Buttons that use a fit on every page, save it and delete it."""
    key, label = _KEYS[what], fit.reference.label
    used = label in (one.label for one in subject.spec.interventions.fits)
    with st.container(horizontal=True, gap="small"):
        verb = "Erase it" if what == _ERASE else "Steer along it"
        st.button(
            "Stop using it" if used else f"{verb} on every page",
            key=f"use_{label}",
            type="secondary" if used else "primary",
            on_click=masked_heads.use,
            args=(key, label, not used),
            help="It is listed under More interventions in the sidebar, with its strength."
            if what == _STEER
            else "It is listed under More interventions in the sidebar.",
        )
        download.button(
            "Save",
            lambda: session.fits.content(fit),
            f"{label}{SUFFIX}",
            "application/octet-stream",
            key=f"save_{label}",
        )
        if not shared.is_shared() and not fit.is_shipped:
            st.button(
                "Delete",
                key=f"delete_{label}",
                disabled=used,
                on_click=session.fits.forget,
                args=(fit,),
                help="Deletes the fit; what was measured under it stays.",
            )


def _command(subject: Subject, what: str, fit: session.fits.KeptFit) -> Command:
    words = ("erase" if what == _ERASE else "steer", "show", fit.reference.label)
    return Command(words)


def _manifest(subject: Subject, fit: session.fits.KeptFit, about: About) -> dict[str, Any]:
    return {
        "spec": subject.spec.unmasked().identity(),
        "fit": {"name": fit.reference.label, "digest": fit.reference.digest, "rank": fit.rank},
        "about": dict(about),
    }


def _table(rows: list[ProbeRow]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "states": row.name,
                "accuracy": row.accuracy,
                "low": None if row.interval is None else row.interval[0],
                "high": None if row.interval is None else row.interval[1],
            }
            for row in rows
        ]
    )
