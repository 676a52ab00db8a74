"""From a choice of pairs to scores: small sets at once, large ones as a job, parts as they come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning, titled
from components.frame.widgets import background
from components.frame.widgets.background import has_grown
from components.frame.widgets.items import Items, of_other
from components.pairs.controls import Choice
from components.pairs.scored import Scored
from engine.command_line.command import Command
from engine.core.wording import counted, part_of
from engine.flow.guarded import AUTO, COARSE
from engine.measures.pairs.frame import items_of
from engine.measures.pairs.variants import VARIANTS

# What is scored while the user waits; more becomes a job. Where words are masked one at a time,
# a sentence costs its length squared; five letters are about one token.
AT_ONCE = 320  # pairs
_AT_ONCE_TOKENS = 400_000
_LETTERS = 5
_ANSWERS = ("first", "second")  # places of the models whose scores the page's answer is made of
# The columns that a job is given.
_COLUMNS = ("sent_more", "sent_less", "stereo_antistereo", "bias_type")
_MOST_KEPT, _MOST_PARTS = 12, 2


def scored_pairs(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """Scores of the chosen pairs under one model; None while none is known yet.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    key = key_of(choice, subject)
    kept = session.state.newest(session.state.SCORED_PAIRS, _MOST_KEPT)
    found: Scored | None = kept.get(key)
    if found is not None:
        return found
    asked = asked_of(choice.pairs, choice, subject)
    if choice.guarded:
        found = _guarded(choice, subject, asked, place)
    else:
        have = asked.known()
        missing = len(asked) - len(have)
        if missing and _is_long(choice, subject, asked, have):
            return _part(choice, subject, asked, have, place)
        found = _stored(choice, subject, choice.pairs)
        if missing:
            measured = score_now(asked, _asked_text(subject, asked) if place in _ANSWERS else "")
            found = replace(found, manifest=measured.manifest)
            # After a warning nothing is kept: reading from the store would compute again.
            if measured.warnings or len(asked) == 1:
                found = replace(found, values=measured.values)
    if found is not None:
        kept[key] = _summed_up(found, _asked_text(subject, asked) if place in _ANSWERS else "")
    return found


def scores_of_other(choice: Choice, other: Subject | None, scored: Scored) -> Scored | None:
    """The same pairs under the model compared with, where it can be had; else what is wrong."""

    def beside(subject: Subject) -> Scored | None:
        before = scored_pairs(choice, subject, "second")
        # While a job runs, fewer pairs may be known of the one model than of the other.
        if before is None or not before.pairs.index.equals(scored.pairs.index):
            return None
        scored.compared_with(before)
        return before

    return of_other(other, beside)


def asked_of(pairs: pd.DataFrame, choice: Choice, subject: Subject) -> Items:
    """Pairs by the chosen variant on one model."""
    return Items("pairs", subject.spec, items_of(pairs), {"variant": choice.variant})


def score_now(asked: Items, heading: str = "") -> session.Measurement:
    """Score pairs while the user waits.

    Args:
        heading: what is asked, in the place of the answer (markdown); none elsewhere.
    """
    found = asked.now(
        f"Computing {counted(len(asked), 'pair')} …",
        lambda done, total: f"Computing {done:,} of {counted(total, 'pair')} …",
        heading,
    )
    explain.warnings(found.warnings)
    return found


def _asked_text(subject: Subject, asked: Items) -> str:
    """What is asked of a model (markdown)."""
    return (
        f"Which sentence does the model ({explain.plain(subject.label)}) prefer in each of "
        f"{counted(len(asked), 'pair')}?"
    )


def _stored(choice: Choice, subject: Subject, pairs: pd.DataFrame) -> Scored:
    """Pairs whose values are read from the store when they are needed."""
    asked = asked_of(pairs, choice, subject)
    values = session.StoredValues("pairs", subject.spec, asked.items, asked.params)
    return Scored(choice, subject.label, pairs, values, asked.manifest())


def _summed_up(found: Scored, heading: str) -> Scored:
    """The same with its summary, which takes seconds for thousands of pairs.

    Args:
        heading: as in `score_now`.
    """
    if len(found.pairs) > 1:  # a single pair has no summary, and shows itself what is wrong with it
        begins = f"Reading {counted(len(found.pairs), 'pair')} …"
        with first_screen.computing(heading, begins) if heading else st.spinner(begins):
            _ = found.summary
    return found


def key_of(choice: Choice, subject: Subject) -> tuple[Any, ...]:
    """What tells one scored set from another; what is kept names the file that it is of."""
    rules = choice.variant, choice.mode, choice.clean_only, choice.guarded
    data = choice.data
    return data.name, data.title, data.path, _digest(choice.pairs), *rules, subject


def _digest(pairs: pd.DataFrame) -> str:
    """What tells two sets apart that have the same name; every column, since all are exported."""
    from engine.core.digest import data_digest

    if "digest" not in pairs.attrs:
        columns = [[str(name), *map(str, pairs[name])] for name in pairs]
        pairs.attrs["digest"] = data_digest(columns)
    return str(pairs.attrs["digest"])


# --- long work ----------------------------------------------------------------------------
# More pairs than a user waits for are scored by a job, and shown as they come.


def takes_long(variant: str, items: list[dict[str, str]], have: set[int]) -> bool:
    """Whether the pairs that are missing are more than a user waits for.

    Args:
        have: indices of the items that are scored already.
    """
    missing = [item for row, item in enumerate(items) if row not in have]
    power = 2 if VARIANTS[variant].token_by_token else 1
    tokens = sum((len(text) / _LETTERS) ** power for item in missing for text in item.values())
    return len(missing) > AT_ONCE or tokens > _AT_ONCE_TOKENS


def _is_long(choice: Choice, subject: Subject, asked: Items, have: set[int]) -> bool:
    """Whether a job has to score the rest, or does: the page must not compute it as well."""
    return takes_long(choice.variant, asked.items, have) or background.is_running(
        _command(choice, subject, choice.variant)
    )


def _part(
    choice: Choice, subject: Subject, asked: Items, have: set[int], place: str
) -> Scored | None:
    """What is there of a large set so far, and the button that has the rest computed."""
    key, total = key_of(choice, subject), len(asked)
    parts = session.state.newest(session.state.SCORED_PARTS, _MOST_PARTS)
    part: Scored | None = parts.get(key)
    if have and (part is None or has_grown(len(have), len(part.pairs), total)):
        part = _stored(choice, subject, choice.pairs.iloc[sorted(have)])
        parts[key] = _summed_up(part, _asked_text(subject, asked))
    done = 0 if part is None else len(part.pairs)
    ((title, command),) = jobs_of([choice.variant], choice, subject).items()
    background.offer(
        asked.work(title, command, done),
        f"**{explain.plain(beginning(subject))}**: {part_of(done, total, 'pair', 'are')} scored"
        + (", so the results below are of that part only." if done else "."),
        f"Score {'the rest' if done else counted(total, 'pair')} in the background",
        f"job_{place}",
        asked=_asked_text(subject, asked) if part is None and place == "first" else "",
    )
    return part


def jobs_of(variants: list[str], choice: Choice, subject: Subject) -> dict[str, Command]:
    """Titles and commands of the jobs that score the chosen pairs by some variants."""
    return {
        titled(f"{choice.data.title} · {variant}", subject.spec): _command(choice, subject, variant)
        for variant in variants
    }


def _command(choice: Choice, subject: Subject, variant: str) -> Command:
    """The command that scores the chosen pairs, which are given to it as a file."""
    name, data = _file(_digest(choice.pairs), choice.pairs)
    words = ("pairs", name, "--measure", variant, *("--dtype", AUTO) * choice.guarded)
    return Command(words, {name: data}, "scores.csv").for_model(subject.spec)


@st.cache_resource(show_spinner=False, max_entries=4)
def _file(digest: str, _pairs: pd.DataFrame) -> tuple[str, bytes]:
    """Name and content of a file of these pairs."""
    from engine.core.digest import data_digest

    sentences = data_digest([*zip(_pairs["sent_more"], _pairs["sent_less"], strict=True)])
    columns = [name for name in _COLUMNS if name in _pairs]
    return f"pairs-{sentences[7:19]}.csv", _pairs[columns].to_csv(index=False).encode()


# --- guarded ------------------------------------------------------------------------------
# Pairs in guarded precision are scored while the user waits, or as one job.


def _guarded(choice: Choice, subject: Subject, asked: Items, place: str) -> Scored | None:
    """Scores in guarded precision; None while a job has to give them."""
    rules = choice.pairs, choice.variant, choice.reduction, choice.published
    found = session.guarded_stored(subject.spec, *rules)
    if found is None:
        if _is_long(choice, subject, asked, set()):
            _offer_guarded(choice, subject, asked, place)
            return None
        begins = f"Computing {counted(len(asked), 'pair')} …"
        with first_screen.computing(_asked_text(subject, asked), begins) as tell:

            def show(done: int, total: int) -> None:
                tell(begins, done / total)

            found = session.guarded_scores(subject.spec, *rules, show)
        explain.warnings(found.measurement.warnings)
    return Scored(choice, subject.label, choice.pairs, found.values, found.manifest)


def _offer_guarded(choice: Choice, subject: Subject, asked: Items, place: str) -> None:
    """The button that has all pairs scored in the background."""
    rough = replace(asked, spec=replace(subject.spec, dtype=COARSE))
    ((title, command),) = jobs_of([choice.variant], choice, subject).items()
    background.offer(
        rough.work(title, command, 0),
        f"**{explain.plain(beginning(subject))}**: "
        f"{part_of(len(rough.known()), len(asked), 'pair', 'are')} scored in mixed "
        "precision; the result appears once those near a tie are scored in float32 "
        "too.",
        f"Score {counted(len(asked), 'pair')} in the background",
        f"job_{place}",
        piecemeal=False,
    )
