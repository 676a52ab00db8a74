"""Files of completions that were made elsewhere: whole sentences, or prompts with their word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import counted, listed
from engine.files.cells import Cells
from engine.files.columns import Roles, plain_name
from engine.files.layout import FileSource
from engine.files.recognised import RecognisedFile, recognised
from engine.files.values import names_like
from engine.prompts.file import (
    CATEGORY,
    GROUP,
    LONGEST_NAME,
    LONGEST_SENTENCE,
    NAMES,
    NAMES_OF_COMPLETIONS,
    OWN_TYPE,
    REQUIRED,
    SENTENCE,
    SENTENCE_TYPE,
    SLOT,
    TEMPLATE,
    cell_texts,
)
from engine.prompts.prompt import CATEGORIES, Prompt

COMPLETION, MODEL = "completion", "model"
MOST_ROWS = 200_000
_NUMBERED = 5  # rows that an error names
COLUMNS = Roles(
    {
        **NAMES,
        COMPLETION: NAMES_OF_COMPLETIONS,
        MODEL: ("model", "modelname", "system", "checkpoint"),
    },
    REQUIRED,
    f"A file of completions has the columns {', '.join(REQUIRED)}; {SENTENCE_TYPE}, {COMPLETION} "
    f"(the word of a masked sentence, or what stands behind one without a mask) and {MODEL} may "
    "follow.",
    vocabularies={GROUP: names_like(), CATEGORY: names_like(CATEGORIES)},
)
_UNFINISHED = ("prompt", "cloze", "maskedsentence")  # names of texts that wait for a completion
# Parts of the names of columns that hold what a model wrote.
_WRITTEN = re.compile(
    "completion|response|output|generat|continuation|reply|replies|answer|assistant|text|sentence|"
    "prediction"
)
# What no space comes before: closing signs, and the ends of English words such as it's, don't.
_CLOSES = re.compile(r"[.,;:!?…%)\]}»”’]|['’](?:s|t|re|ve|ll|d|m)\b|n['’]t\b", re.IGNORECASE)
_OPENS = ("(", "[", "{", "«", "“", "‘", "-", "/")  # what no space comes after


@dataclass(frozen=True)
class Given:
    """One completion.

    Args:
        prompt: with its mask; of a whole sentence, a mask alone, and `word` is the sentence.
        word: empty where the model gave none.
        whole: whether the sentence was complete, so that nobody knows which word was put in.
        model: who wrote it; empty where the file does not say.
        asked: the text that the sentence begins with, where a completion was joined to it.
    """

    prompt: Prompt
    word: str
    whole: bool
    model: str
    asked: str = ""


def read_completions(
    source: FileSource,
    note: Callable[[str], None] | None = None,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
) -> list[Given]:
    """Read a CSV, TSV or JSONL file of completions, in its order.

    A completion of a sentence without a mask stands behind it, unless the sentences of the file
    hold their completions already.

    Args:
        source: a path; with its layout, where the user gave one.
        note: called with each sentence for the user about what was guessed or is not used.
        mapping: role -> the file's column; roles left out are recognised.
        values: the file's own name of a group or category -> its name here.
    """
    table = recognised(source, None, mapping, None, COLUMNS, values)
    file, rows, places = table.text, table.rows, table.places
    if len(rows.good) > MOST_ROWS:
        raise InputTextError(
            f"{file.name} has {counted(len(rows.good), 'row')}; at most {MOST_ROWS:,} are "
            "judged. Split it."
        )
    spelled = table.one_spelling(CATEGORY, GROUP, SENTENCE_TYPE)
    table.sort_out(lambda row, cells: _problem(rows, row, cells, places))
    if rows.bad:
        ((problem, _),) = Counter(problem for _, problem, _ in rows.bad).most_common(1)
        numbers = [str(row) for row, wrong, _ in rows.bad if wrong == problem]
        raise InputTextError(
            f"{len(rows.bad):,} of {len(rows.good) + len(rows.bad):,} rows of {file.name} cannot "
            f"be used. Row {', '.join(numbers[:_NUMBERED])}: {problem}."
        )
    _check_completed(table)
    joins = _joins(table)
    found = [_given(cells, places, joins) for _, cells in rows.good]
    if len({given.whole for given in found}) > 1:
        raise InputTextError(
            f"Some sentences of {file.name} have a blank and others are complete; give one file of "
            "each."
        )
    if note is not None:
        for sentence in (*table.notes, *spelled, *_notes(table, found, joins)):
            note(sentence)
    return found


def _check_completed(table: RecognisedFile) -> None:
    """Refuse prompts alone beside columns that seem to hold what was written behind them."""
    sentence = table.columns[SENTENCE]
    if COMPLETION in table.columns or plain_name(sentence) not in _UNFINISHED:
        return
    others = [name for name in table.rows.header if name not in table.columns.values()]
    written = [repr(name) for name in others if _WRITTEN.search(plain_name(name))]
    if written:
        raise InputTextError(
            f"{table.text.name} has no column {COMPLETION} for what was written behind the texts "
            f"of {sentence!r}, and other columns may hold it: {listed(written, _NUMBERED)}. Name "
            f"that column {COMPLETION} and give each completion a row of its own, or leave these "
            "out."
        )


def _joins(table: RecognisedFile) -> bool:
    """Whether completions stand behind the sentences: these have no mask, and do not hold them.

    A prompt may name what it asks for ("kind or rude?"), and is a beginning all the same.
    """
    places = table.places
    if COMPLETION not in places:
        return False
    begins = plain_name(table.columns[SENTENCE]) in _UNFINISHED
    pairs = [
        (cells[places[SENTENCE]], cells[places[COMPLETION]].strip()) for _, cells in table.rows.good
    ]
    return any(
        completion and not masks_in(sentence) and (begins or not _holds(sentence, completion))
        for sentence, completion in pairs
    )


def _holds(sentence: str, completion: str) -> bool:
    """Whether a sentence has a completion in it, as whole words."""
    plain = re.escape(" ".join(completion.split()))
    inside = re.search(rf"(?<!\w){plain}(?!\w)", " ".join(sentence.split()), re.IGNORECASE)
    return inside is not None


def joined(prompt: str, completion: str) -> str:
    """A text and what a model wrote behind it, with a space between them where one belongs.

    A completion that repeats the text, as some programs write it, is the whole already.
    """
    before, after = " ".join(prompt.split()), " ".join(completion.split())
    if not after or (after.startswith(before) and not after[len(before) :][:1].isalnum()):
        return after
    apart = prompt[-1:].isspace() or completion[:1].isspace()
    closes = _CLOSES.match(after) is not None or before[-1:] in _OPENS
    return f"{before}{after}" if closes and not apart else f"{before} {after}"


def _notes(table: RecognisedFile, found: Sequence[Given], joins: bool) -> list[str]:
    """What is said of the columns that are joined, or not used."""
    columns = table.columns
    sentence, completion = columns[SENTENCE], columns.get(COMPLETION, "")
    said = []
    if joins:
        said.append(
            f"The texts of {sentence!r} have no blank, so what is judged is each of them with its "
            f"completion of {completion!r} behind it."
        )
    elif completion and found and found[0].whole:
        said.append(
            f"The column {completion!r} is not used: it is empty, or every text of {sentence!r} "
            "holds its completion already; these are judged as whole sentences."
        )
    elif not completion and plain_name(sentence) in _UNFINISHED:
        said.append(
            f"No column holds completions ({', '.join(NAMES_OF_COMPLETIONS[:3])}), so the texts "
            f"of {sentence!r} are judged as whole sentences."
        )
    unused = [repr(columns[role]) for role in (TEMPLATE, SLOT) if role in columns]
    return said + [f"Not used for completions: {listed(unused)}."] * bool(unused)


def _problem(rows: Cells, row: int, cells: Sequence[str], places: Mapping[str, int]) -> str:
    for role in REQUIRED:
        text = cells[places[role]].strip()
        if not text:
            return f"the {role.replace('_', ' ')} is empty{rows.written(row, places[role])}"
        if len(text) > (LONGEST_SENTENCE if role == SENTENCE else LONGEST_NAME):
            return f"the {role.replace('_', ' ')} is too long"
    if SENTENCE_TYPE in places and len(cells[places[SENTENCE_TYPE]]) > LONGEST_NAME:
        return "the sentence type is too long"
    if COMPLETION in places and len(cells[places[COMPLETION]]) > LONGEST_SENTENCE:
        return "the completion is too long"
    for role in (SENTENCE, COMPLETION):
        place = places.get(role, -1)
        if (row, place) in rows.no_text and cells[place][:1] in ("[", "{"):
            return f"the {role} is a list or an object, not a text; give one row for each"
    masks = masks_in(cells[places[SENTENCE]])
    if masks > 1:
        return "more than one blank; one is needed"
    if masks and COMPLETION not in places:
        return (
            f"the sentence has a blank, and there is no column {COMPLETION} that says by what word"
        )
    return ""


def _given(cells: Sequence[str], places: Mapping[str, int], joins: bool) -> Given:
    found = cell_texts(cells, places)
    sentence = found[SENTENCE]
    whole = not masks_in(sentence)
    asked = ""
    if whole and joins:
        asked = " ".join(sentence.split())
        sentence = joined(cells[places[SENTENCE]], cells[places[COMPLETION]])
    sentence_type = found.get(SENTENCE_TYPE) or OWN_TYPE
    masked = "[MASK]" if whole else sentence
    prompt = Prompt(found[CATEGORY], found[GROUP], sentence_type, masked)
    word = sentence if whole else found.get(COMPLETION, "")
    return Given(prompt, word, whole, found.get(MODEL, ""), asked)
