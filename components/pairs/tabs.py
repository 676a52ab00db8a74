"""The tabs below the pairs: distribution, two models, variants, quality."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.shell.model_bar import Subject
from components.frame.widgets.blur import Show
from components.frame.widgets.tabs import opened
from components.pairs import charts, how_to_read, results, variants_tab
from components.pairs.controls import Choice
from components.pairs.gest import tab as gest
from components.pairs.scored import Scored

GEST = "GEST"  # links of other pages open this tab


def draw(
    choice: Choice,
    subject: Subject,
    scored: Scored,
    before: Scored | None,
    show: Show = str,
    other: Subject | None = None,
) -> None:
    """Draw the tabs; what takes long has a button.

    Args:
        other: the model compared with.
        before: the same pairs under the model compared with, where they are scored.
        show: what turns a sentence into the text to show.
    """
    tabs: dict[str, Callable[[], None]] = {
        "Distribution": lambda: results.distribution(scored, before),
    }
    if before is not None:
        tabs["Two models"] = lambda: _two_models(scored, before, show)
    tabs["Variants"] = lambda: variants_tab.draw(choice, subject)
    tabs["Quality"] = lambda: _quality(scored)
    tabs |= _of_their_own(subject, other)
    _draw(tabs)


def asked_alone(subject: Subject, other: Subject | None) -> None:
    """Draw the tab that does not rest on the pairs, if it is the open one; these are not scored."""
    if GEST in (st.query_params.get("tab"), st.session_state.get("tab")):
        _draw(_of_their_own(subject, other))


def _of_their_own(subject: Subject, other: Subject | None) -> dict[str, Callable[[], None]]:
    """Measures with sentences of their own, whatever pairs are chosen."""
    return {GEST: lambda: gest.draw(subject, other)}


def _draw(tabs: dict[str, Callable[[], None]]) -> None:
    name, container = opened([*tabs], "tab")
    with container, explain.errors(ends_page=False):
        tabs[name]()


def _two_models(scored: Scored, before: Scored, show: Show) -> None:
    frame = scored.comparison(before)
    frame = frame.assign(sent_more=frame["sent_more"].map(show))
    plot.draw(
        charts.two_specs(frame, before.label, scored.label),
        key="two_specs",
        title="Differences of the same pairs in both models",
        says=in_words.points(
            frame["sent_more"],
            (before.label, frame["difference_first"]),
            (scored.label, frame["difference_second"]),
        ),
    )
    explain.reading(how_to_read.TWO_MODELS)


def _quality(scored: Scored) -> None:
    st.markdown(":gray[Does the score rest on pairs that are clean minimal pairs?]")
    results.flags(scored)
