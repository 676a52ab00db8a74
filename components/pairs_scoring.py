"""From a choice of pairs to scores: small sets at once, large ones as a job, parts as they come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, session, start
from components.model_bar import Subject
from components.pairs_controls import Choice
from components.pairs_score import Scored
from engine.errors import BiascopeError
from engine.measures.pairs.frame import items_of
from engine.measures.pairs.variants import VARIANTS
from engine.wording import counted

# What is scored while the reader waits; more becomes a job. Where every word is hidden in turn,
# a sentence costs its length squared; five letters are about one token.
AT_ONCE = 320  # pairs
_AT_ONCE_TOKENS = 400_000
_LETTERS = 5
_KEPT, _PARTS = "biascope_scored", "biascope_scored_parts"
# Other columns, chosen by hand for the same sentences, give other figures.
_TELLING = ("sent_more", "sent_less", "bias_type", "stereo_antistereo")
_MOST_KEPT = 12
# A part is read and drawn anew only when it has clearly grown: all of it takes seconds.
_GROWTH, _GROWN = 1.15, 50


def scored_by(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """Scores of the chosen pairs under one model; None while none is known yet.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    key = _key(choice, subject)
    kept: dict[Any, Scored] = st.session_state.setdefault(_KEPT, {})
    if key in kept:
        return kept[key]
    items = items_of(choice.pairs)
    params = {"variant": choice.variant}
    have = session.known("pairs", subject.spec, items, params)
    missing = len(items) - len(have)
    # While a job is at its end, the page must not compute the last pairs beside it.
    waits = takes_long(choice.variant, items, have)
    if missing and (waits or at_work(choice, subject, choice.variant)):
        return _part(choice, subject, items, have, place)
    found = _bundle(choice, subject, choice.pairs, items)
    if missing:
        measured = _at_once(subject, items, params)
        found = replace(found, manifest=measured.manifest)
        if measured.warnings:  # nothing could be kept, so reading from the store would recompute
            found = replace(found, values=measured.values)
    _keep(kept, key, found, _MOST_KEPT)
    return found


def compared(choice: Choice, other: Subject | None, scored: Scored) -> Scored | None:
    """The same pairs under the model compared with, where it can be had; else what is wrong."""
    if other is None:
        return None
    try:
        before = scored_by(choice, other, "second")
        # While a job is at work, other pairs are there of the one model than of the other.
        if before is None or not before.pairs.index.equals(scored.pairs.index):
            return None
        scored.compared_with(before)
    except BiascopeError as error:
        explain.warnings([f"{other.label} cannot be shown beside it: {error}"])
        return None
    return before


def takes_long(variant: str, items: list[dict[str, str]], have: set[int]) -> bool:
    """Whether the pairs that are missing are more than a reader waits for.

    Args:
        have: indices of the items that are scored already.
    """
    missing = [item for row, item in enumerate(items) if row not in have]
    power = 2 if VARIANTS[variant].token_by_token else 1
    tokens = sum((len(text) / _LETTERS) ** power for item in missing for text in item.values())
    return len(missing) > AT_ONCE or tokens > _AT_ONCE_TOKENS


def _key(choice: Choice, subject: Subject) -> tuple[Any, ...]:
    """What tells one scored set from another."""
    digest = _digest(choice.pairs)
    return choice.name, digest, choice.variant, choice.mode, choice.clean_only, subject


def _keep(kept: dict[Any, Scored], key: Any, found: Scored, most: int) -> None:
    with st.spinner(f"Reading {counted(len(found.pairs), 'pair')} …"):
        found.work_out()  # thousands take seconds
    kept.pop(key, None)
    kept[key] = found
    while len(kept) > most:
        kept.pop(next(iter(kept)))


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
    """What is there of a large set so far."""
    key, parts = _key(choice, subject), st.session_state.setdefault(_PARTS, {})
    part: Scored | None = parts.get(key)
    if have and (part is None or _has_grown(len(have), len(part.pairs), len(items))):
        rows = sorted(have)
        part = _bundle(choice, subject, choice.pairs.iloc[rows], [items[row] for row in rows])
        _keep(parts, key, part, 2)
    _offer_job(choice, subject, len(items), 0 if part is None else len(part.pairs), place)
    return part


def _has_grown(now: int, shown: int, total: int) -> bool:
    return now == total or now > shown * _GROWTH + _GROWN


def _offer_job(choice: Choice, subject: Subject, total: int, done: int, place: str) -> None:
    """How much is there, and the button that has the rest computed."""
    with st.container(border=True):
        st.markdown(
            f"**{explain.plain(subject.label)}**: {done:,} of {total:,} pairs are scored"
            + (", so the figures below are of that part only." if done else ".")
        )
        if at_work(choice, subject, choice.variant):
            st.caption("A job is at work; see the sidebar. The figures follow by themselves.")
            _watch(choice, subject, done)
            return
        label = "the rest" if done else f"{total:,} pairs"
        start.button(
            f"Score {label} in the background",
            f"job_{place}",
            session.submit_pairs,
            choice.title,
            subject.spec,
            choice.variant,
            choice.pairs,
        )
        st.caption("It goes on when you change the page or close the tab.")


def at_work(choice: Choice, subject: Subject, variant: str) -> bool:
    """Whether a job scores these pairs, or waits to."""
    try:
        return session.pair_job(subject.spec, variant, choice.pairs) is not None
    except BiascopeError:
        return False  # the sidebar says that the jobs cannot be read


def _watch(choice: Choice, subject: Subject, shown: int) -> None:
    """Draw the page again when the job has clearly more to show, or has ended."""
    items = items_of(choice.pairs)

    @st.fragment(run_every=4)
    def look() -> None:
        have = len(session.known("pairs", subject.spec, items, {"variant": choice.variant}))
        if _has_grown(have, shown, len(items)):
            st.rerun()

    look()


@st.cache_data(show_spinner=False, max_entries=20)
def _digest_of(columns: tuple[tuple[str, ...], ...]) -> str:
    from engine.measurement import data_digest

    return data_digest([*zip(*columns, strict=True)])


def _digest(pairs: pd.DataFrame) -> str:
    """What tells two sets apart that have the same name."""
    known = pairs.attrs.get("digest")
    if known is None:
        known = pairs.attrs["digest"] = _digest_of(
            tuple(tuple(map(str, pairs[name])) for name in _TELLING if name in pairs)
        )
    return str(known)
