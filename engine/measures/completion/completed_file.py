"""Which sentences of a file a model can complete, and the table of what it expects in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.flow.kinds import CONTINUED_EXAMPLE
from engine.measures.completion.completions import asked_row, completions

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.health.reading import Reading
    from engine.models.loading import MaskedLM

MOST_WORDS = 1_000_000  # rows of the table of one file
NO_MASK = "no blank; write [MASK] in place of the word to predict"
A_MASK = "a blank, which a causal model cannot fill in; end the text before it"
A_SLOT = "the {group} slot is for a sentence that is asked alone"
_COLUMNS = ["row", "text", "mask", "rank", "word", "token", "probability"]

_ROOM = 24  # tokens that words of several pieces may add to a text

Problem = tuple[int, str]  # index of a sentence, and why it is left out


def suitable(texts: Sequence[str], kind: str) -> tuple[list[int], list[Problem]]:
    """Which texts suit a kind of model, told from the text alone.

    Returns:
        Indices of those that do, and (index, problem) of the others.
    """
    kept, problems = [], []
    for index, text in enumerate(texts):
        problem = _problem(text, kind)
        if problem:
            problems.append((index, problem))
        else:
            kept.append(index)
    if not kept:
        raise InputTextError(_none_left(problems[0][1], kind))
    return kept, problems


def _problem(text: str, kind: str) -> str:
    if "{group}" in text:
        return A_SLOT
    masked = masks_in(text) > 0
    if kind == CAUSAL:
        return A_MASK if masked else ""
    return "" if masked else NO_MASK


def _none_left(problem: str, kind: str) -> str:
    if problem == NO_MASK:
        return "No sentence of the file has a blank. Write [MASK] in place of the word to predict."
    if kind == CAUSAL and problem == A_MASK:
        return (
            "Every sentence of the file has a blank, and a causal model continues texts "
            f"without one, for example: {CONTINUED_EXAMPLE}"
        )
    return f"No sentence of the file can be completed: {problem}."


def readable_texts(
    texts: Sequence[str],
    indices: Sequence[int],
    params: dict[str, Any],
    known: Collection[int],
    lm: Callable[[], MaskedLM],
) -> tuple[list[int], list[Problem]]:
    """Which texts the model can read: not too long, not too many masks.

    Args:
        indices: of texts that suit the kind of model.
        known: indices whose values are stored, so that they need no look.
        lm: gives the model, called only if a text has to be looked at.

    Returns:
        Indices of those that it can, and (index, problem) of the others.
    """
    kept, problems = [], []
    for index in indices:
        try:
            if index not in known:
                row = asked_row(lm(), texts[index])
                # A word of several pieces that is looked up may not fit.
                if len(row.ids) + _ROOM > lm().model.max_length:
                    completions(lm(), [{"text": texts[index]}], params)
        except InputTextError as error:
            problems.append((index, str(error)))
        else:
            kept.append(index)
    if not kept:
        raise InputTextError(f"No sentence of the file can be completed: {problems[0][1]}")
    return kept, problems


def check_size(sentences: int, top_k: int) -> None:
    """Refuse a file whose table would not fit."""
    if sentences * top_k > MOST_WORDS:
        raise InputTextError(
            f"{counted(sentences, 'sentence')} with {top_k} words each are more than "
            f"{MOST_WORDS:,} words; "
            f"ask for at most {MOST_WORDS // sentences} words, or split the file."
        )


def words_table(
    rows: Sequence[int],
    texts: Sequence[str],
    values: Sequence[dict[str, Any]],
    readings: Sequence[Reading] | None = None,
) -> pd.DataFrame:
    """One row a sentence, masked word and predicted word.

    Args:
        rows: number of each sentence in its file.
        values: completions, one a sentence.
        readings: how the model reads each sentence; None where nobody looked.

    Returns:
        `row`, `text`, `mask` (from 1), `rank` in the whole vocabulary, `word`, `token`,
        `probability` (0 to 1), `p(WORD)` of each word that was looked up, and of the sentence
        `unread_words`, separated by spaces, and `whole_words`, the share of the others that are
        whole words of the vocabulary (0 to 1; empty where none is).
    """
    import pandas as pd

    lines: list[dict[str, Any]] = []
    of_texts = [None] * len(texts) if readings is None else readings
    for row, text, value, reading in zip(rows, texts, values, of_texts, strict=True):
        last = {} if reading is None else reading_columns(reading)
        for mask, ranked in enumerate(value["predictions"], start=1):
            asked = {
                f"p({entry['word']})": entry["probability"]
                for entry in value["targets"]
                if entry["mask"] == mask
            }
            place = {"row": row, "text": text, "mask": mask}
            lines += [
                place | {name: entry[name] for name in _COLUMNS[3:]} | asked | last
                for entry in ranked
            ]
    frame = pd.DataFrame(lines, columns=None if lines else _COLUMNS)
    return frame.astype({"rank": "Int64"})


def reading_columns(reading: Reading) -> dict[str, Any]:
    """How a sentence is read, as the columns of a table say it."""
    return {"unread_words": " ".join(reading.unread), "whole_words": reading.share}
