"""Words that a model cannot read, in what a command writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.wording import listed
from engine.measures.health.reading import Reading, few_note, open_note, reading_in
from engine.measures.health.unread import NAMED, unread_in, unread_report, unread_sentence

if TYPE_CHECKING:
    from engine.command_line.subject import Subject

__all__ = [
    "few_note",
    "open_note",
    "readings_of",
    "unread_note",
    "unread_of",
    "unread_report",
    "unread_sentence",
    "unread_with",
]


def unread_of(subject: Subject, texts: Sequence[str]) -> list[list[str]]:
    """Words of each text that the model cannot read.

    Args:
        texts: as they are scored or completed, with masked words or without.
    """
    return unread_with(subject.tokenizer, texts)


def readings_of(subject: Subject, texts: Sequence[str]) -> list[Reading]:
    """How the model reads each text; arguments as those of `unread_of`."""
    return [reading_in(subject.tokenizer, text) for text in texts]


def unread_with(tokenizer: Any, texts: Sequence[str]) -> list[list[str]]:
    """As `unread_of`, of whatever reads with this tokenizer."""
    return [unread_in(tokenizer, text) for text in texts]


def unread_note(unread: Sequence[Sequence[str]]) -> str:
    """One sentence that names words which the model cannot read; empty where it reads them all.

    Args:
        unread: what `unread_of` returned.
    """
    found = unread_report(unread)
    if not found:
        return ""
    if len(unread) == 1:
        return (
            f"The model cannot read {listed(found['unread_words'], NAMED)}: it reads one sign for "
            "every unknown word, so what it gives here rests on the other words."
        )
    return unread_sentence(found, len(unread))
