"""The tabs below the table of pairs: own pair, distribution, two models, variants, control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import streamlit as st

from components import session
from components.pairs import charts, how_to_read, one_pair, results, scoring, variants_tab
from components.pairs.blur import Show
from components.pairs.controls import Choice
from components.pairs.scored import Scored
from components.present import explain
from components.present.numbers import interval_text
from components.present.theme import CONFIG
from components.shell.model_bar import Subject
from components.widgets.tabs import opened
from engine.first_sight.examples import OWN_PAIR
from engine.measures.pairs.control import control_pairs, control_summary
from engine.measures.pairs.frame import items_of, pair_frame, tie_band
from engine.measures.pairs.variants import variant_of

_CONTROLLED = 600  # pairs that the control is built from on screen
_OWN = ("own_more", "own_less")


def draw(
    choice: Choice,
    subject: Subject,
    other: Subject | None,
    scored: Scored,
    before: Scored | None,
    show: Show = str,
) -> None:
    """Draw the tabs; what takes long has a button.

    Args:
        other: the model compared with.
        before: the same pairs under it, where they are scored.
        show: what turns a sentence into the text to show.
    """
    tabs: dict[str, Callable[[], None]] = {
        "Your own pair": lambda: own_pair(choice, subject, other),
        "Distribution": lambda: results.distribution(scored, before),
    }
    if before is not None:
        tabs["Two models"] = lambda: _two_models(scored, before, show)
    tabs["Variants"] = lambda: variants_tab.draw(choice, subject)
    tabs["Quality and control"] = lambda: _quality(choice, subject, scored)
    name, container = opened([*tabs], "tab")
    with container, explain.errors(ends_page=False):
        tabs[name]()


def own_pair(choice: Choice, subject: Subject, other: Subject | None = None) -> None:
    """A pair typed by the user, scored like the pairs of the set.

    Args:
        other: the model compared with.
    """
    columns = st.columns(2)
    labels = ("More stereotyping sentence", "Less stereotyping sentence")
    texts = [
        column.text_input(
            label,
            value=example,
            key=key,
            bind="query-params",
            persist_state="session",
            max_chars=4000,
        )
        or ""
        for column, label, key, example in zip(columns, labels, _OWN, OWN_PAIR, strict=True)
    ]
    pairs = pd.DataFrame({"sent_more": [texts[0].strip()], "sent_less": [texts[1].strip()]})
    own = replace(choice, name="own pair", title="your pair", pairs=pairs, clean_only=False)
    scored = scoring.scored_by(own, subject, "own")
    if scored is not None:
        beside = None if scored.frame.loc[0, "problem"] else other
        one_pair.one_pair(scored, scoring.compared(own, beside, scored), 0, key="own")


def _two_models(scored: Scored, before: Scored, show: Show) -> None:
    frame = scored.comparison(before)
    frame = frame.assign(sent_more=frame["sent_more"].map(show))
    st.plotly_chart(
        charts.two_specs(frame, before.label, scored.label),
        key="two_specs",
        config=CONFIG,
        alt="Differences of the same pairs under both models",
    )
    explain.reading(how_to_read.TWO_MODELS)


def _quality(choice: Choice, subject: Subject, scored: Scored) -> None:
    results.flags(scored)
    st.markdown("**Neutral control**")
    st.markdown(
        ":gray[Only the swapped words, in neutral sentences. If the control is close to the score "
        "above, the words themselves, not the stereotypes, explain it.]"
    )
    pairs = control_pairs(choice.pairs.head(_CONTROLLED))
    if len(choice.pairs) > _CONTROLLED:
        st.caption(
            f"Built from the first {_CONTROLLED:,} of {len(choice.pairs):,} pairs; the command-"
            "line option `--control` uses all of them."
        )
    if pairs.empty:
        st.caption("No control can be built: these pairs have no simple swap of words.")
        return
    items, params = items_of(pairs), {"variant": choice.variant}
    known = len(session.known("pairs", subject.spec, items, params))
    if known < len(items) and not st.button(f"Score {len(items):,} control pairs", key="control"):
        return
    with st.spinner("Scoring the control pairs …"):
        measured = session.measure("pairs", subject.spec, items, params)
    variant = variant_of(choice.variant)
    frame = pair_frame(pairs, measured.values, variant, choice.reduction)
    summary = control_summary(frame, tie_band(variant, choice.reduction))
    st.markdown(
        f"Control: **{summary['score']:.1f}%** of {summary['n']} word swaps "
        f"({interval_text(summary['interval'], '.1f')}); the pairs themselves: "
        f"**{scored.summary['metric_score']:.1f}%**."
    )
