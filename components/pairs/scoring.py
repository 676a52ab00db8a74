"""From a choice of pairs to scores: small sets at once, large ones as a job, parts as they come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.widgets import background
from components.frame.widgets.background import has_grown
from components.frame.widgets.items import Items, of_other
from components.pairs import guarded
from components.pairs.controls import Choice
from components.pairs.scored import Scored
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.flow.guarded import AUTO
from engine.measures.pairs.frame import items_of
from engine.measures.pairs.variants import VARIANTS

# What is scored while the user waits; more becomes a job. Where words are masked one at a time,
# a sentence costs its length squared; five letters are about one token.
AT_ONCE = 320  # pairs
_AT_ONCE_TOKENS = 400_000
_LETTERS = 5
# Other columns, chosen by hand for the same sentences, give other results.
_TELLING = ("sent_more", "sent_less", "bias_type", "stereo_antistereo")
_MOST_KEPT, _MOST_PARTS = 12, 2
# Columns that a job is given.
_COLUMNS = ("sent_more", "sent_less", "stereo_antistereo", "bias_type")


def scored_by(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """Scores of the chosen pairs under one model; None while none is known yet.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    key = key_of(choice, subject)
    kept = session.state.newest(session.state.SCORED_PAIRS, _MOST_KEPT)
    known: Scored | None = kept.get(key)
    if known is not None:
        return known
    if choice.guarded:
        found = _guarded(choice, subject, place)
        if found is not None:
            kept[key] = found
        return found
    asked = asked_of(choice.pairs, choice, subject)
    have = asked.known()
    missing = len(asked) - len(have)
    # While a job is at its end, the page must not compute the last pairs as well.
    if missing and (takes_long(choice.variant, asked.items, have) or _runs(choice, subject)):
        return _part(choice, subject, asked, have, place)
    found = _bundle(choice, subject, choice.pairs, asked.items)
    if missing:
        measured = at_once(asked)
        found = replace(found, manifest=measured.manifest)
        if measured.warnings:  # nothing could be kept, so reading from the store would recompute
            found = replace(found, values=measured.values)
    kept[key] = _worked_out(found)
    return found


def _guarded(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """Scores in guarded precision; None while a job has to give them."""
    items = items_of(choice.pairs)
    found = guarded.guarded_scores_known(choice, subject)
    if found is None:
        if takes_long(choice.variant, items, set()) or _runs(choice, subject):
            (title,) = jobs_of([choice.variant], choice, subject)
            command = _scoring(choice, subject, choice.variant)
            guarded.offer(choice, subject, command, title, place)
            return None
        found = guarded.at_once(choice, subject)
    return _worked_out(
        guarded.with_guarded_values(_bundle(choice, subject, choice.pairs, items), found)
    )


def scores_of_other(choice: Choice, other: Subject | None, scored: Scored) -> Scored | None:
    """The same pairs under the model compared with, where it can be had; else what is wrong."""

    def beside(subject: Subject) -> Scored | None:
        before = scored_by(choice, subject, "second")
        # While a job runs, fewer pairs may be known of the one model than of the other.
        if before is None or not before.pairs.index.equals(scored.pairs.index):
            return None
        scored.compared_with(before)
        return before

    return of_other(other, beside)


def takes_long(variant: str, items: list[dict[str, str]], have: set[int]) -> bool:
    """Whether the pairs that are missing are more than a user waits for.

    Args:
        have: indices of the items that are scored already.
    """
    missing = [item for row, item in enumerate(items) if row not in have]
    power = 2 if VARIANTS[variant].token_by_token else 1
    tokens = sum((len(text) / _LETTERS) ** power for item in missing for text in item.values())
    return len(missing) > AT_ONCE or tokens > _AT_ONCE_TOKENS


def key_of(choice: Choice, subject: Subject) -> tuple[Any, ...]:
    """What tells one scored set from another."""
    digest = _digest(choice.pairs)
    rules = choice.mode, choice.clean_only, choice.guarded
    return choice.name, digest, choice.variant, *rules, subject


def _worked_out(found: Scored) -> Scored:
    if len(found.pairs) > 1:  # a single pair has no summary, and shows itself what is wrong with it
        with st.spinner(f"Reading {counted(len(found.pairs), 'pair')} …"):
            found.work_out()  # thousands take seconds
    return found


def asked_of(pairs: pd.DataFrame, choice: Choice, subject: Subject) -> Items:
    """Pairs by the chosen variant on one model."""
    return Items("pairs", subject.spec, items_of(pairs), {"variant": choice.variant})


def at_once(asked: Items) -> session.Measurement:
    """Score pairs while the user waits."""
    found = asked.now(
        f"Scoring {counted(len(asked), 'pair')} …", lambda done, total: f"{done} of {total} pairs"
    )
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
    asked: Items,
    have: set[int],
    place: str,
) -> Scored | None:
    """What is there of a large set so far."""
    key = key_of(choice, subject)
    parts = session.state.newest(session.state.SCORED_PARTS, _MOST_PARTS)
    part: Scored | None = parts.get(key)
    if have and (part is None or has_grown(len(have), len(part.pairs), len(asked))):
        rows = sorted(have)
        part = _bundle(choice, subject, choice.pairs.iloc[rows], [asked.items[row] for row in rows])
        parts[key] = _worked_out(part)
    _offer_job(choice, subject, asked, 0 if part is None else len(part.pairs), place)
    return part


def _offer_job(choice: Choice, subject: Subject, asked: Items, done: int, place: str) -> None:
    """How much is there, and the button that has the rest computed."""
    total = len(asked)
    ((title, command),) = jobs_of([choice.variant], choice, subject).items()
    background.offer(
        asked.work(title, command, done),
        f"**{explain.plain(subject.label)}**: {done:,} of {total:,} pairs are scored"
        + (", so the results below are of that part only." if done else "."),
        f"Score {'the rest' if done else f'{total:,} pairs'} in the background",
        f"job_{place}",
    )


def jobs_of(variants: list[str], choice: Choice, subject: Subject) -> dict[str, Command]:
    """Titles and commands of the jobs that score the chosen pairs by some variants."""
    masked = len(subject.spec.masked_heads)
    return {
        f"{choice.title} · {variant}" + f" · {masked} masked" * bool(masked): _scoring(
            choice, subject, variant
        )
        for variant in variants
    }


def _scoring(choice: Choice, subject: Subject, variant: str) -> Command:
    """The command that scores the chosen pairs, which are given to it as a file."""
    name, data = _file(_digest(choice.pairs), choice.pairs)
    words = ("pairs", name, "--measure", variant, *("--dtype", AUTO) * choice.guarded)
    return Command(words, {name: data}, "scores.csv").for_model(subject.spec)


def _runs(choice: Choice, subject: Subject) -> bool:
    return background.is_running(_scoring(choice, subject, choice.variant))


@st.cache_resource(show_spinner=False, max_entries=4)
def _file(digest: str, _pairs: pd.DataFrame) -> tuple[str, bytes]:
    """Name and content of a file of these pairs."""
    from engine.core.digest import data_digest

    sentences = data_digest([*zip(_pairs["sent_more"], _pairs["sent_less"], strict=True)])
    columns = [name for name in _COLUMNS if name in _pairs]
    return f"pairs-{sentences[7:19]}.csv", _pairs[columns].to_csv(index=False).encode()


@st.cache_data(show_spinner=False, max_entries=20)
def _digest_of(columns: tuple[tuple[str, ...], ...]) -> str:
    from engine.core.digest import data_digest

    return data_digest([*zip(*columns, strict=True)])


def _digest(pairs: pd.DataFrame) -> str:
    """What tells two sets apart that have the same name."""
    known = pairs.attrs.get("digest")
    if known is None:
        known = pairs.attrs["digest"] = _digest_of(
            tuple(tuple(map(str, pairs[name])) for name in _TELLING if name in pairs)
        )
    return str(known)
