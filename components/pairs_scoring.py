"""From a choice of pairs to scores: small sets at once, large ones as a job, parts as they come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, session
from components.model_bar import Subject
from components.pairs_controls import Choice
from components.pairs_score import Scored
from engine.measures.pairs.frame import items_of

# Pairs scored while the reader waits; more become a job.
AT_ONCE = 320
_KEPT = "biascope_scored"
_MOST_KEPT = 12


def scored(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """Scores of the chosen pairs under one model; None while none is known yet.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    key = (
        choice.name,
        _digest(choice.pairs),
        choice.variant,
        choice.mode,
        choice.clean_only,
        subject,
    )
    kept: dict[Any, Scored] = st.session_state.setdefault(_KEPT, {})
    if key in kept:
        return kept[key]
    items = items_of(choice.pairs)
    params = {"variant": choice.variant}
    have = session.known("pairs", subject.spec, items, params)
    missing = len(items) - len(have)
    if missing > AT_ONCE:
        return _part(choice, subject, items, have, place)
    found = _bundle(choice, subject, choice.pairs, items)
    if missing:
        measured = _at_once(subject, items, params)
        found = replace(found, manifest=measured.manifest)
        if measured.warnings:  # nothing could be kept, so reading from the store would recompute
            found = replace(found, values=measured.values)
    kept[key] = found
    while len(kept) > _MOST_KEPT:
        kept.pop(next(iter(kept)))
    return found


def _at_once(
    subject: Subject, items: list[dict[str, str]], params: dict[str, Any]
) -> session.Measurement:
    bar = st.progress(0.0, f"Scoring {len(items)} pairs …")

    def show(done: int, total: int) -> None:
        bar.progress(done / total, f"{done} of {total} pairs")

    found = session.measure("pairs", subject.spec, items, params, show)
    bar.empty()
    explain.warnings(found.warnings)
    return found


def _bundle(
    choice: Choice,
    subject: Subject,
    pairs: pd.DataFrame,
    items: list[dict[str, str]],
) -> Scored:
    params = {"variant": choice.variant}
    return Scored(
        label=subject.label,
        data=choice.title,
        pairs=pairs,
        values=session.StoredValues("pairs", subject.spec, items, params),
        variant=choice.variant,
        reduction=choice.reduction,
        published=choice.published,
        clean_only=choice.clean_only,
        manifest=session.manifest("pairs", subject.spec, items, params),
    )


def _part(
    choice: Choice,
    subject: Subject,
    items: list[dict[str, str]],
    have: set[int],
    place: str,
) -> Scored | None:
    """What is there of a large set, and the button that has the rest computed."""
    _offer_job(choice, subject, len(items), len(have), place)
    if not have:
        return None
    rows = sorted(have)
    pairs = choice.pairs.iloc[rows]
    return _bundle(choice, subject, pairs, [items[row] for row in rows])


def _offer_job(choice: Choice, subject: Subject, total: int, done: int, place: str) -> None:
    running = session.pair_job(subject.spec, choice.variant, choice.pairs)
    with st.container(border=True):
        st.markdown(
            f"**{explain.plain(subject.label)}**: {done:,} of {total:,} pairs are scored"
            + (", so the figures below are of that part only." if done else ".")
        )
        if running is None:
            st.button(
                "Score the rest in the background"
                if done
                else f"Score {total:,} pairs in the background",
                key=f"job_{place}",
                type="primary",
                on_click=session.submit_pairs,
                args=(choice.title, subject.spec, choice.variant, choice.pairs),
            )
            st.caption("It goes on when you change the page or close the tab.")
        else:
            st.caption("A job is at work; see the sidebar. The figures follow by themselves.")
            _watch(choice, subject, done)


def _watch(choice: Choice, subject: Subject, shown: int) -> None:
    """Redraw the page when the job has clearly more to show."""
    items = items_of(choice.pairs)

    @st.fragment(run_every=4)
    def look() -> None:
        have = len(session.known("pairs", subject.spec, items, {"variant": choice.variant}))
        if have == len(items) or have > shown * 1.15 + 50:
            st.rerun()

    look()


@st.cache_data(show_spinner=False, max_entries=20)
def _digest_of(more: tuple[str, ...], less: tuple[str, ...]) -> str:
    from engine.measurement import data_digest

    return data_digest([*zip(more, less, strict=True)])


def _digest(pairs: pd.DataFrame) -> str:
    """What tells two sets apart that have the same name."""
    known = pairs.attrs.get("digest")
    if known is None:
        known = pairs.attrs["digest"] = _digest_of(
            tuple(pairs["sent_more"]), tuple(pairs["sent_less"])
        )
    return str(known)
