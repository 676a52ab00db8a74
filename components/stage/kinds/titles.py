"""Titles of what an audience asks: no claim of the kept screen stands above another answer."""

from __future__ import annotations

from components.frame.present.labels import short
from components.frame.shell.subject import ALL_ON
from components.stage.kinds.answer import Asked, typed
from engine.core.mask_token import MASK, blanked
from engine.core.wording import counted
from engine.measures.completion.group_completion import SLOT

_ROOM = 80  # letters of a sentence that a title has room for
_ROOM_EACH = 48  # of each of two
_LONGEST_SLOT = 40  # letters of the groups where they are all named


def is_kept(asked: Asked, kept: Asked) -> bool:
    """Whether a question is that of the kept screen, whatever the spaces and the form of the gap.

    Args:
        kept: the fields of the kept question.
    """
    return not any(is_changed(asked, kept, name) for name in kept)


def is_changed(asked: Asked, kept: Asked, name: str) -> bool:
    """Whether one field is another than that of the kept question."""
    return _normal(asked, name) != _normal(kept, name)


def _normal(asked: Asked, name: str) -> list[str]:
    words = MASK.sub("[MASK]", typed(asked, name)).replace(",", " , ").split()
    return sorted({word for word in words if word != ","}) if name == "heads" else words


def of_sentence(asked: Asked, kept: Asked) -> str:
    """Title of a sentence, or of the words that are compared in it."""
    if is_changed(asked, kept, "text"):
        return f"Your sentence: {_shown(typed(asked, 'text'))}"
    return _of_words(asked)


def of_sentences(asked: Asked, kept: Asked) -> str:
    """Title of two sentences, or of the words that are compared in them."""
    if is_changed(asked, kept, "first") or is_changed(asked, kept, "second"):
        return f"Your sentences: {_both(asked, 'first', 'second')}"
    return _of_words(asked)


def of_groups(asked: Asked, kept: Asked) -> str:
    """Title of a sentence for several groups, of the groups, or of the words compared."""
    if is_changed(asked, kept, "text"):
        return f"Your sentence: {_shown(in_slot(typed(asked, 'text'), typed(asked, 'groups')))}"
    if is_changed(asked, kept, "groups"):
        return f"Your groups: {_shown(typed(asked, 'groups'))}"
    return _of_words(asked)


def of_pair(asked: Asked, kept: Asked) -> str:
    """Title of a pair of sentences."""
    return f"Your pair: {_both(asked, 'more', 'less')}"


def of_heads(asked: Asked, kept: Asked) -> str:
    """Title of a sentence with heads switched off, of the heads, or of the words compared."""
    number = len(_normal(asked, "heads"))
    off = f"{counted(number, 'head')} switched off" if number else ALL_ON
    heads, sentence = (is_changed(asked, kept, name) for name in ("heads", "text"))
    if sentence:
        which = f"Your sentence, {off}" if heads else "Your sentence"
        return f"{which}: {_shown(typed(asked, 'text'))}"
    return f"Your choice: {off}" if heads else _of_words(asked)


def in_slot(sentence: str, groups: str) -> str:
    """A sentence with its groups in place of their slot, as an audience reads it.

    Args:
        groups: with commas between them.
    """
    named = " / ".join(part.strip() for part in groups.split(",") if part.strip())
    return sentence.replace(SLOT, f"[{named}]" if 0 < len(named) <= _LONGEST_SLOT else "…")


def has_sentence(title: str, asked: Asked) -> bool:
    """Whether a title has the sentence of a question in full."""
    sentence = blanked(in_slot(typed(asked, "text"), typed(asked, "groups")))
    return bool(sentence) and sentence in title


def _of_words(asked: Asked) -> str:
    return f"Your words: {_shown(typed(asked, 'targets'))}"


def _both(asked: Asked, *names: str) -> str:
    return " and ".join(f"“{_shown(typed(asked, name), _ROOM_EACH)}”" for name in names)


def _shown(text: str, room: int = _ROOM) -> str:
    return short(blanked(text), room) or "…"
