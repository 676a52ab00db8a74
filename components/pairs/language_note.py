"""Pairs in a language that a model hardly knows: it scores them all the same, so it is said."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning
from components.pairs.controls import Choice
from engine.measures.health.reading import Reading, few_note
from engine.measures.pairs.data.sets import BUNDLED

_LOOKED_AT = 50  # pairs, enough to tell a language


def draw_language_note(choice: Choice, shown: Sequence[Subject]) -> None:
    """Warn of models that hardly know the words of most pairs.

    Args:
        shown: the model compared with, if any, and the model itself last.
    """
    if choice.data.name == BUNDLED:  # English of the commonest words; read as the page opens
        return
    pairs = choice.pairs.head(_LOOKED_AT)
    texts = [*pairs["sent_more"], *pairs["sent_less"]]
    names = [beginning(each) for each in shown] if len(shown) > 1 else ["The model"]
    notes = [
        language_note(session.readings(each.spec, texts), name, len(choice.pairs) > len(pairs))
        for each, name in zip(shown, names, strict=True)
    ]
    explain.warnings([note for note in notes if note])


def language_note(readings: Sequence[Reading], reader: str, part: bool) -> str:
    """One sentence where a model hardly knows the words of most sentences; else nothing.

    Args:
        reader: who reads them, as the subject of a sentence.
        part: whether these are the first sentences of more.
    """
    if 2 * sum(reading.few for reading in readings) <= len(readings):
        return ""
    said = few_note(readings, reader)
    return f"{said} These are the first {_LOOKED_AT} pairs." if part else said
