"""Pairs in guarded precision: scored while the user waits, or as one job."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.pairs.scored import Scored
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.flow.guarded import COARSE, Guarded, precision_in_words

if TYPE_CHECKING:
    from components.frame.shell.model_bar import Subject
    from components.pairs.controls import Choice


def guarded_scores_known(choice: Choice, subject: Subject) -> Guarded | None:
    """The scores, if the store has all that is needed."""
    return session.guarded_stored(subject.spec, *_asked(choice))


def at_once(choice: Choice, subject: Subject) -> Guarded:
    """Score while the user waits."""
    label = f"Scoring {counted(len(choice.pairs), 'pair')} …"
    bar = st.progress(0.0, label)

    def show(done: int, total: int) -> None:
        bar.progress(done / total, label)

    found = session.guarded_scores(subject.spec, *_asked(choice), show)
    bar.empty()
    explain.warnings(found.measurement.warnings)
    return found


def with_guarded_values(scored: Scored, found: Guarded) -> Scored:
    """A scored set with these values."""
    return replace(scored, values=found.values, manifest=found.manifest)


def offer(choice: Choice, subject: Subject, command: Command, title: str, place: str) -> None:
    """The button that has all pairs scored in the background."""
    items, params = _items(choice), {"variant": choice.variant}
    rough = replace(subject.spec, dtype=COARSE)

    def there() -> int:
        return len(session.known("pairs", rough, items, params))

    background.offer(
        Work({title: command}, len(items), 0, there),
        f"**{explain.plain(subject.label)}**: {there():,} of {len(items):,} pairs are scored in "
        "mixed precision; the result appears once those near a tie are scored in float32 too.",
        f"Score {len(items):,} pairs in the background",
        f"job_{place}",
        piecemeal=False,
    )


def note(scored: Scored) -> None:
    """What was scored in which precision, below the result."""
    guard = scored.manifest.get("precision")
    if guard is not None:
        st.caption(explain.plain(precision_in_words(guard)))


def _items(choice: Choice) -> list[dict[str, str]]:
    from engine.measures.pairs.frame import items_of

    return items_of(choice.pairs)


def _asked(choice: Choice) -> tuple[Any, str, str | None, bool]:
    return choice.pairs, choice.variant, choice.reduction, choice.published
