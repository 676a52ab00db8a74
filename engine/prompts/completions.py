"""Files of completions that were made elsewhere: whole sentences, or prompts with their word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.files.columns import Roles, recognised
from engine.prompts.file import (
    CATEGORY,
    GROUP,
    LONGEST_NAME,
    LONGEST_SENTENCE,
    NAMES,
    OWN_TYPE,
    REQUIRED,
    SENTENCE,
    SENTENCE_TYPE,
    cell_texts,
)
from engine.prompts.prompt import Prompt

COMPLETION, MODEL = "completion", "model"
MOST_ROWS = 200_000
_NUMBERED = 5  # rows that an error names
COLUMNS = Roles(
    {
        **NAMES,
        COMPLETION: ("completion", "word", "answer", "filling", "prediction"),
        MODEL: ("model", "modelname", "system", "checkpoint"),
    },
    REQUIRED,
    f"A file of completions has the columns {', '.join(REQUIRED)}; {SENTENCE_TYPE}, {COMPLETION} "
    f"(the word, where the sentences are masked) and {MODEL} may follow.",
)


@dataclass(frozen=True)
class Given:
    """One completion.

    Args:
        prompt: with its mask; of a whole sentence, a mask alone, and `word` is the sentence.
        word: empty where the model gave none.
        whole: whether the sentence was complete, so that nobody knows which word was put in.
        model: who wrote it; empty where the file does not say.
    """

    prompt: Prompt
    word: str
    whole: bool
    model: str


def read_completions(path: Path | str) -> list[Given]:
    """Read a CSV, TSV or JSONL file of completions, in its order."""
    table = recognised(path, None, None, None, COLUMNS)
    file, rows, places = table.text, table.rows, table.places
    if len(rows.good) > MOST_ROWS:
        raise InputTextError(
            f"{file.name} has {len(rows.good):,} rows; at most {MOST_ROWS:,} are judged. Split it."
        )
    table.sort_out(lambda _, cells: _problem(cells, places))
    if rows.bad:
        ((problem, _),) = Counter(problem for _, problem, _ in rows.bad).most_common(1)
        numbers = [str(row) for row, wrong, _ in rows.bad if wrong == problem]
        raise InputTextError(
            f"{len(rows.bad):,} of {len(rows.good) + len(rows.bad):,} rows of {file.name} cannot "
            f"be used. Row {', '.join(numbers[:_NUMBERED])}: {problem}."
        )
    found = [_given(cells, places) for _, cells in rows.good]
    if len({given.whole for given in found}) > 1:
        raise InputTextError(
            f"Some sentences of {file.name} are masked and others are complete; give one file of "
            "each."
        )
    return found


def _problem(cells: Sequence[str], places: Mapping[str, int]) -> str:
    for role in REQUIRED:
        text = cells[places[role]].strip()
        if not text:
            return f"the {role.replace('_', ' ')} is empty"
        if len(text) > (LONGEST_SENTENCE if role == SENTENCE else LONGEST_NAME):
            return f"the {role.replace('_', ' ')} is too long"
    if SENTENCE_TYPE in places and len(cells[places[SENTENCE_TYPE]]) > LONGEST_NAME:
        return "the sentence type is too long"
    if COMPLETION in places and len(cells[places[COMPLETION]]) > LONGEST_SENTENCE:
        return "the completion is too long"
    masks = masks_in(cells[places[SENTENCE]])
    if masks > 1:
        return "more than one word is masked; one is needed"
    if masks and COMPLETION not in places:
        return f"the sentence is masked, and there is no column {COMPLETION} that says by what word"
    return ""


def _given(cells: Sequence[str], places: Mapping[str, int]) -> Given:
    found = cell_texts(cells, places)
    sentence = found[SENTENCE]
    whole = not masks_in(sentence)
    sentence_type = found.get(SENTENCE_TYPE) or OWN_TYPE
    masked = "[MASK]" if whole else sentence
    prompt = Prompt(found[CATEGORY], found[GROUP], sentence_type, masked)
    word = sentence if whole else found.get(COMPLETION, "")
    return Given(prompt, word, whole, found.get(MODEL, ""))
