"""Files of cloze answers that users bring: who put which word into which sentence.

One row is one annotator's answer to one sentence; every further column is an attribute that
groups can be made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.languages import UNKNOWN, language_in_name, language_name
from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.files.cell_frames import kept_frame
from engine.files.cells import Cells
from engine.files.columns import Roles
from engine.files.conventions import one_spelling, spelling_note
from engine.files.layout import FileSource
from engine.files.recognised import RecognisedFile, UserTable, recognised

if TYPE_CHECKING:
    import pandas as pd


LONGEST = 200  # characters of an answer; a longer one is a text, put into the wrong column


@dataclass(frozen=True, eq=False, kw_only=True)
class AnswersFile(UserTable):
    """A file of answers as it was understood.

    Args:
        answers: the good rows: `sentence_id`, `sentence`, `annotator`, `answer`, `language`,
            and all other columns as text; the index is the row number in the file.
    """

    answers: pd.DataFrame


def read_answers(
    source: FileSource,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    language: str = "",
) -> AnswersFile:
    """Read a CSV, TSV or JSONL file of cloze answers.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role (`sentence`, `answer`, `annotator`, `sentence_id`, `language`) -> the
            file's column; roles left out are recognised.
        encoding: None to find it out.
        language: of all sentences, where no column says it; by default the two letters that
            the file's name begins with.
    """
    file = recognised(source, name, mapping, encoding, COLUMNS)
    spelled = file.one_spelling(LANGUAGE)
    _sort_out(file)
    known = language or language_in_name(file.text.name)
    answers = _completed(kept_frame(file.rows, file.columns), known)
    guessed = () if LANGUAGE in file.columns or language else (_guess(answers),)
    return AnswersFile(
        answers=answers, **file.about(*guessed, *spelled, *one_spelling_each(answers))
    )


def one_spelling_each(answers: pd.DataFrame) -> list[str]:
    """Take values of an attribute that differ in case or spaces only as one group.

    Args:
        answers: its attributes are changed in place.

    Returns:
        A sentence for each attribute in which there were such values.
    """
    notes = []
    for name in answers.columns:
        replaced = {} if name in ROLES else one_spelling(answers[name].astype(str))
        if replaced:
            answers[name] = answers[name].replace(to_replace=replaced)
            notes.append(spelling_note(str(name), replaced))
    return notes


def _guess(answers: pd.DataFrame) -> str:
    """What is taken for the language where no column and no person says it."""
    if answers.empty or answers[LANGUAGE].iloc[0] == UNKNOWN:
        return "No column names the language, so the sentences are taken as one language."
    name = language_name(answers[LANGUAGE].iloc[0])
    return f"The sentences are taken as {name}, after the name of the file."


def _sort_out(file: RecognisedFile) -> None:
    """Move the rows that cannot be compared from good to bad."""
    places = file.places
    seen: dict[tuple[str, ...], tuple[int, str]] = {}
    texts: dict[tuple[str, str], tuple[int, str]] = {}

    def problem(row: int, cells: list[str]) -> str:
        for place in places.values():
            cells[place] = cells[place].strip()
        return _problem(file.rows, row, cells, places) or _clash(row, cells, places, seen, texts)

    file.sort_out(problem)


def _problem(rows: Cells, row: int, cells: Sequence[str], places: Mapping[str, int]) -> str:
    sentence, answer = cells[places[SENTENCE]], cells[places[ANSWER]]
    if not sentence:
        return f"the sentence is empty{rows.written(row, places[SENTENCE])}"
    if (row, places[SENTENCE]) in rows.no_text:
        return "the sentence is not text"
    hidden = masks_in(sentence)
    if hidden != 1:
        return (
            f"the sentence has {counted(hidden, 'blank')}; there must be exactly one"
            if hidden
            else "the sentence has no blank; write [MASK] where the answer goes"
        )
    if not answer:
        return f"the answer is empty{rows.written(row, places[ANSWER])}"
    if (row, places[ANSWER]) in rows.no_text and answer[0] in "[{":
        return "the answer is a list or an object, not a word"
    if len(answer) > LONGEST:
        return f"the answer has {counted(len(answer), 'character')}; it is a text, not a word"
    if not cells[places[ANNOTATOR]]:
        return f"no annotator is named{rows.written(row, places[ANNOTATOR])}"
    return ""


def _clash(
    row: int,
    cells: Sequence[str],
    places: Mapping[str, int],
    seen: dict[tuple[str, ...], tuple[int, str]],
    texts: dict[tuple[str, str], tuple[int, str]],
) -> str:
    """Why a row cannot stand beside an earlier one; notes it for later ones if it can."""
    language = cells[places[LANGUAGE]] if LANGUAGE in places else ""
    sentence = cells[places[SENTENCE]]
    known = cells[places[SENTENCE_ID]] if SENTENCE_ID in places else sentence
    first, text = texts.setdefault((language, known), (row, sentence))
    if text != sentence:
        return f"sentence {known[:40]!r} is a different text in row {first}"
    answer = cells[places[ANSWER]]
    first, given = seen.setdefault((language, known, cells[places[ANNOTATOR]]), (row, answer))
    if first == row:
        return ""
    if given == answer:
        return f"repeats row {first}"
    return f"the annotator has answered this sentence in row {first} already"


def _completed(answers: pd.DataFrame, language: str) -> pd.DataFrame:
    """Ids for sentences that have none, a language for every row, the roles first."""
    if LANGUAGE not in answers:
        answers[LANGUAGE] = language
    answers[LANGUAGE] = answers[LANGUAGE].replace("", language)
    if SENTENCE_ID not in answers:
        numbers = {text: str(place) for place, text in enumerate(answers[SENTENCE].unique(), 1)}
        answers[SENTENCE_ID] = answers[SENTENCE].map(numbers)
    return answers[[*ROLES, *(name for name in answers if name not in ROLES)]]


# --- columns ------------------------------------------------------------------------------
# Which column of a file holds what: names that people give to sentences, answers, annotators.

SENTENCE, ANSWER, ANNOTATOR = "sentence", "answer", "annotator"
SENTENCE_ID, LANGUAGE = "sentence_id", "language"
ROLES = (SENTENCE_ID, SENTENCE, ANNOTATOR, ANSWER, LANGUAGE)

# The surest name first; compared without case, spaces and signs.
_NAMES: dict[str, tuple[str, ...]] = {
    SENTENCE: ("sentence", "text", "cloze", "prompt", "context"),
    ANSWER: ("answer", "mask", "response", "completion", "filler", "word"),
    ANNOTATOR: (
        *("annotator", "annotatorid", "uid", "user", "userid", "worker", "workerid"),
        *("participant", "participantid", "rater", "raterid", "respondent"),
    ),
    SENTENCE_ID: ("sentenceid", "sid", "item", "itemid", "textid"),
    LANGUAGE: ("language", "lang", "sentencelanguage"),
}


COLUMNS = Roles(
    _NAMES,
    (SENTENCE, ANSWER, ANNOTATOR),
    f"Name the columns {SENTENCE}, {ANSWER} and {ANNOTATOR} (one row is one annotator's answer to "
    f"one sentence), or say which they are: {SENTENCE}=COLUMN,{ANSWER}=COLUMN,{ANNOTATOR}=COLUMN.",
)
