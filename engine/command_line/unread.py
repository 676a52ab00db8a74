"""Words that a model cannot read, in what a command writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.wording import listed

if TYPE_CHECKING:
    from engine.command_line.subject import Subject

_NAMED = 5  # words that a note names
_LISTED = 100  # words that a report lists


def unread_of(subject: Subject, texts: Sequence[str]) -> list[list[str]]:
    """Words of each text that the model cannot read.

    Args:
        texts: as they are scored or completed, with masked words or without.
    """
    from engine.measures.health.unread import unread_in

    return [unread_in(subject.tokenizer, text) for text in texts]


def unread_report(unread: Sequence[Sequence[str]]) -> dict[str, Any]:
    """What a report adds: `unread_sentences`, how many hold such words, and `unread_words`.

    Nothing where the model reads every word.

    Args:
        unread: what `unread_of` returned.
    """
    words = list(dict.fromkeys(word for found in unread for word in found))
    if not words:
        return {}
    return {"unread_sentences": sum(map(bool, unread)), "unread_words": words[:_LISTED]}


def unread_note(unread: Sequence[Sequence[str]]) -> str:
    """One sentence that names words which the model cannot read; empty where it reads them all.

    Args:
        unread: what `unread_of` returned.
    """
    found = unread_report(unread)
    if not found:
        return ""
    words = listed(found["unread_words"], _NAMED)
    if len(unread) == 1:
        return (
            f"The model cannot read {words}: it reads one sign for every unknown word, so what it "
            "gives here rests on the other words."
        )
    return (
        f"In {found['unread_sentences']:,} of {len(unread):,} sentences there are words that the "
        f"model cannot read ({words}): what it gives there rests on the other words."
    )
