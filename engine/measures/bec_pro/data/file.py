"""Reader of profession sentences: BEC-Pro's files, and users' own with the same columns.

The person word and the profession are looked for as whole words, because the released files mask
the person word wherever its letters occur ("This [MASK] is a lodging [MASK]ager.").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import counted
from engine.files.columns import Roles
from engine.files.layout import FileSource
from engine.files.recognised import RecognisedFile, UserTable, recognised
from engine.files.values import one_of
from engine.measures.bec_pro.data.sentences import (
    GENDERS,
    GROUPS,
    ProfessionSentence,
    ProfessionSet,
)


@dataclass(frozen=True, eq=False, kw_only=True)
class ProfessionFile(UserTable):
    """A file of profession sentences as it was understood.

    Args:
        sentences: of the good rows, in their order.
    """

    sentences: tuple[ProfessionSentence, ...]

    def as_set(self, name: str = "", title: str = "", language: str = "") -> ProfessionSet:
        """The sentences as a set."""
        if not self.sentences:
            bad = self.rejected[["row", "problem"]].head(1).to_numpy()
            first = "".join(f"; row {row}: {problem}" for row, problem in bad)
            raise InputTextError(f"No sentence of {self.name} can be measured{first}.")
        data = ProfessionSet(
            name or self.name,
            title or Path(self.name).name,
            language,
            self.sentences,
            self.notes,
            len(self.rejected),
        )
        genders = {sentence.gender for sentence in self.sentences}
        if genders != {*GENDERS}:
            raise InputTextError(
                f"{self.name} has {genders.pop()} person words only; a comparison needs sentences "
                "with male and with female ones."
            )
        return data


def read_professions(
    source: FileSource,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
) -> ProfessionFile:
    """Read a TSV, CSV or JSONL file of profession sentences.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it.
        mapping: role (a column of BEC-Pro) -> the file's column; roles left out are recognised.
        values: the file's own value of a gender or list -> what it means.
    """
    file = recognised(source, name, mapping, None, COLUMNS, values)
    sentences, again = _sentences(file)
    return ProfessionFile(sentences=sentences, **file.about(*_masked_again(again)))


def _sentences(file: RecognisedFile) -> tuple[tuple[ProfessionSentence, ...], dict[str, int]]:
    """The sentences of the good rows; bad ones are moved. Column -> rows that mask otherwise."""
    places = file.places
    kept: dict[ProfessionSentence, int] = {}
    groups: dict[str, str] = {}
    again = dict.fromkeys((PERSON_MASKED, BOTH_MASKED), 0)

    def problem(row: int, cells: list[str]) -> str:
        text = {role: " ".join(cells[place].split()) for role, place in places.items()}
        found = _sentence(text)
        if isinstance(found, str):
            return found + _written(file, row, text)
        if found in kept:
            return f"is the same as row {kept[found]}"
        listed = groups.setdefault(found.unit, found.group)
        if listed != found.group:
            return f"lists {found.unit[:40]!r} as {found.group}, and an earlier row as {listed}"
        kept[found] = row
        masked = {PERSON_MASKED: found.person_masked(), BOTH_MASKED: found.both_masked()}
        for role, own in masked.items():
            again[role] += text.get(role, "") not in ("", own)
        return ""

    file.sort_out(problem)
    return tuple(kept), again


def _written(file: RecognisedFile, row: int, text: Mapping[str, str]) -> str:
    """What the first required cell of a row that is empty holds in the file."""
    empty = [role for role in REQUIRED if not text[role]]
    return file.rows.written(row, file.places[empty[0]]) if empty else ""


def _sentence(text: Mapping[str, str]) -> ProfessionSentence | str:
    """The sentence of one row, or why it cannot be read."""
    empty = [role for role in REQUIRED if not text[role]]
    if empty:
        return f"{empty[0]} is empty"
    gender, group = text[GENDER].casefold(), text[GROUP].casefold()
    if gender not in GENDERS:
        return f"{GENDER} is {text[GENDER][:40]!r}; it is {' or '.join(GENDERS)}"
    if group not in GROUPS:
        return f"{GROUP} is {text[GROUP][:40]!r}; it is {', '.join(GROUPS)}"
    sentence = text[SENTENCE]
    if masks_in(sentence):
        return f"{SENTENCE} has a mask; give the sentence with its words"
    profession = _whole_words(text[PROFESSION], sentence)
    if not profession:
        return f"the profession {text[PROFESSION][:40]!r} is not in the sentence"
    persons = [
        span
        for span in _whole_words(text[PERSON], sentence)
        if span[1] <= profession[0][0] or span[0] >= profession[0][1]
    ]
    if not persons:
        return f"the person word {text[PERSON][:40]!r} is not in the sentence"
    return ProfessionSentence(
        sentence,
        text[PERSON],
        persons[0],
        gender,
        text[PROFESSION],
        profession[0],
        text.get(UNIT) or text[PROFESSION],
        group,
        _template(text.get(TEMPLATE, "")),
    )


def _template(text: str) -> str:
    """A template whatever the gender of an article in it: German has two forms of one template."""
    return re.sub(r", (?:der|die) (?=<profession>)", ", <article> ", text)


def _whole_words(part: str, sentence: str) -> list[tuple[int, int]]:
    found = re.finditer(rf"(?<!\w){re.escape(part)}(?!\w)", sentence)
    return [match.span() for match in found]


def _masked_again(again: Mapping[str, int]) -> list[str]:
    return [
        f"{counted(rows, 'row')} of {role} mask something else than the person word"
        f"{' and the profession, a mask a word' if role == BOTH_MASKED else ''}; they are "
        "masked again from the sentence."
        for role, rows in again.items()
        if rows
    ]


# --- columns ------------------------------------------------------------------------------
# Which column of a file of profession sentences holds what, named as in BEC-Pro.

SENTENCE, PERSON, GENDER = "Sentence", "Person", "Gender"
PROFESSION, GROUP = "Profession", "Prof_Gender"
TEMPLATE, UNIT = "Template", "Profession_EN"
PERSON_MASKED, BOTH_MASKED = "Sent_TM", "Sent_TAM"
REQUIRED = (SENTENCE, PERSON, GENDER, PROFESSION, GROUP)

COLUMNS = Roles(
    {
        SENTENCE: ("sentence", "text"),
        PERSON: ("person", "personword"),
        GENDER: ("gender", "persongender"),
        PROFESSION: ("profession", "occupation"),
        GROUP: ("profgender", "professiongender", "list"),
        TEMPLATE: ("template",),
        UNIT: ("professionen",),
        PERSON_MASKED: ("senttm",),
        BOTH_MASKED: ("senttam",),
    },
    REQUIRED,
    f"A file of professions has the columns {', '.join(REQUIRED)}, as BEC-Pro has them.",
    vocabularies={GENDER: one_of((*GENDERS,)), GROUP: one_of((*GROUPS,))},
)
