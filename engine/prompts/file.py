"""Files of prompts that users bring: columns recognised, every row checked.

A report is about a whole set, so a file with rows that cannot be used is refused with their
numbers, and not shortened. Sentences without a type are of the type `own`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import agreeing, counted, listed
from engine.files.cells import Cells
from engine.files.columns import Roles, plain_name
from engine.files.layout import FileSource
from engine.files.recognised import RecognisedFile, recognised
from engine.files.values import names_like
from engine.prompts.prompt import CATEGORIES, Prompt, PromptSet
from engine.prompts.templates import slots

MOST_PROMPTS = 100_000
LONGEST_SENTENCE, LONGEST_NAME = 1000, 100  # characters
_NUMBERED = 5  # rows that an error names
NOT_TEXT = "has a number or a list where a text is needed"


def read_prompts(
    source: FileSource,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
) -> PromptSet:
    """Read a CSV, TSV or JSONL file of prompts.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role -> the file's column; roles left out are recognised.
        values: the file's own name of a group, category or sentence type -> its name here.
    """
    table = recognised(source, name, mapping, None, COLUMNS, values)
    file, rows, places = table.text, table.rows, table.places
    if len(rows.good) + len(rows.bad) > MOST_PROMPTS:
        raise InputTextError(
            f"{file.name} has {counted(len(rows.good) + len(rows.bad), 'row')}; at most "
            f"{MOST_PROMPTS:,} "
            "prompts are read. Split it, or draw a subset first."
        )
    texts = [places[role] for role in (*REQUIRED, SENTENCE_TYPE) if role in places]

    def problem(row: int, cells: list[str]) -> str:
        no_text = any((row, place) in rows.no_text for place in texts)
        return _problem(table.rows, row, cells, places) or NOT_TEXT * no_text

    spelled = table.one_spelling(CATEGORY, GROUP, SENTENCE_TYPE)
    table.sort_out(problem)
    _refuse(file.name, {row: wrong for row, wrong, _ in sorted(rows.bad)})
    prompts = [_prompt(cells, places) for _, cells in rows.good]
    kept = tuple(dict.fromkeys(prompts))
    left = len(prompts) - len(kept)
    said = f"{left:,} {'row repeats' if left == 1 else 'rows repeat'} an earlier one and "
    repeated = (f"{said}{agreeing(left, 'are')} left out.",) if left else ()
    notes = (*table.notes, *spelled, *_completed_elsewhere(table), *repeated)
    return PromptSet(Path(file.name).name, "", kept, notes=notes)


def _completed_elsewhere(table: RecognisedFile) -> list[str]:
    """A sentence for each column of completions, which a model gives here."""
    return [
        f"The column {column!r} is not used: a model completes these prompts. Completions that "
        "were made elsewhere are judged by `arena score`."
        for column in table.rows.header
        if plain_name(column) in NAMES_OF_COMPLETIONS and column not in table.columns.values()
    ]


def _problem(rows: Cells, row: int, cells: Sequence[str], places: Mapping[str, int]) -> str:
    for role in REQUIRED:
        if not cells[places[role]].strip():
            return f"{_called(role)} is empty{rows.written(row, places[role])}"
    for role in (CATEGORY, GROUP, SENTENCE_TYPE):
        if role in places and len(cells[places[role]]) > LONGEST_NAME:
            return f"{_called(role)} is longer than {LONGEST_NAME} characters"
    sentence = cells[places[SENTENCE]]
    if len(sentence) > LONGEST_SENTENCE:
        return f"the sentence is longer than {LONGEST_SENTENCE:,} characters"
    masks = masks_in(sentence)
    if masks == 0:
        return "no blank; write [MASK], <mask> or ___ once"
    return "more than one blank; one is needed" if masks > 1 else ""


def _called(role: str) -> str:
    return f"the {role.replace('_', ' ')}"


def _refuse(name: str, problems: Mapping[int, str]) -> None:
    """Say what is wrong with the first rows that cannot be used, each with its own reason."""
    if not problems:
        return
    shown: dict[str, list[int]] = {}
    for row in [*problems][:_NUMBERED]:
        shown.setdefault(problems[row], []).append(row)
    parts = [
        f"{'Row' if len(rows) == 1 else 'Rows'} {listed([str(row) for row in rows])}: {problem}."
        for problem, rows in shown.items()
    ]
    more = len(problems) - _NUMBERED
    if more > 0:
        parts.append(f"{counted(more, 'more row')} {agreeing(more, 'are')} not listed.")
    raise InputTextError(
        f"{counted(len(problems), 'row')} of {name} cannot be used. {' '.join(parts)}"
    )


def _prompt(cells: Sequence[str], places: Mapping[str, int]) -> Prompt:
    found = cell_texts(cells, places)
    slot = found.get(SLOT, "").casefold()
    return Prompt(
        category=found[CATEGORY],
        group=found[GROUP],
        sentence_type=found.get(SENTENCE_TYPE) or OWN_TYPE,
        sentence=found[SENTENCE],
        template=found.get(TEMPLATE, ""),
        # A slot that the project has no neutral words for is as good as none.
        slot=slot if slot in slots() else "",
    )


def cell_texts(cells: Sequence[str], places: Mapping[str, int]) -> dict[str, str]:
    """Role -> its cell of a row, with single spaces; roles without a column are not there."""
    return {role: " ".join(cells[place].split()) for role, place in places.items()}


CATEGORY, GROUP, SENTENCE_TYPE, SENTENCE = "category", "group", "sentence_type", "sentence"
TEMPLATE, SLOT = "template", "slot"
REQUIRED = (CATEGORY, GROUP, SENTENCE)
OWN_TYPE = "own"  # sentence type where a file gives none

# The surest name first; compared without case, spaces and signs.
NAMES: dict[str, tuple[str, ...]] = {
    CATEGORY: ("category", "biascategory", "biastype", "dimension", "axis", "domain"),
    GROUP: ("group", "demographicgroup", "demographic", "identity", "targetgroup"),
    SENTENCE_TYPE: ("sentencetype", "prompttype", "type", "kind"),
    SENTENCE: ("sentence", "prompt", "text", "maskedsentence", "cloze"),
    TEMPLATE: ("template", "templateid", "templatename"),
    SLOT: ("slot", "masktype", "wordtype", "pos"),
}

# The surest name first; compared without case, spaces and signs.
NAMES_OF_COMPLETIONS = (
    *("completion", "word", "answer", "filling", "prediction", "continuation", "response"),
    *("generation", "generatedtext", "output", "modeloutput", "modelresponse"),
)


COLUMNS = Roles(
    NAMES,
    REQUIRED,
    f"A file of prompts has the columns {', '.join(REQUIRED)}; {SENTENCE_TYPE}, {TEMPLATE} and "
    f"{SLOT} may follow.",
    vocabularies={GROUP: names_like(), CATEGORY: names_like(CATEGORIES)},
)
