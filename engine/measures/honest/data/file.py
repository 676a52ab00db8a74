"""Files of templates that users bring: columns recognised, every row checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import counted, listed
from engine.files.columns import Roles
from engine.files.layout import FileSource
from engine.files.recognised import recognised
from engine.files.values import names_like
from engine.prompts.file import LONGEST_NAME, LONGEST_SENTENCE, NOT_TEXT, cell_texts

MOST_TEMPLATES = 20_000
_NUMBERED = 5  # rows that an error names
MASK_OF_HONEST = re.compile(r"\[M\]")  # as HONEST writes it
_LANGUAGE = re.compile(r"[a-z]{2}")
SENTENCE, IDENTITY, GROUP, KIND = "sentence", "identity", "category", "type"
FORM = "raw"
COLUMNS = Roles(
    {
        SENTENCE: ("templatemasked", "template", "sentence", "text", "prompt"),
        IDENTITY: ("identity", "identityterm", "person"),
        GROUP: ("category", "group", "gender"),
        KIND: ("type", "sentencetype", "kind"),
        FORM: ("raw", "form"),
    },
    (SENTENCE, IDENTITY),
    "A file of templates has the columns template_masked (with [M] or [MASK]) and identity; "
    "category, type and raw (the sentence without its identity) may follow.",
    vocabularies={GROUP: names_like(), KIND: names_like()},
)


def read_template_file(
    source: FileSource,
    language: str,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
) -> TemplateSet:
    """Read a CSV, TSV or JSONL file of templates.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        language: of the templates, two letters.
        name: how the user knows it.
        mapping: role -> the file's column; roles left out are recognised.
        values: the file's own name of a category or type -> its name here.
    """
    if not _LANGUAGE.fullmatch(language):
        raise InputTextError(f"A language is written in two letters, such as en; got {language!r}.")
    table = recognised(source, name, mapping, None, COLUMNS, values)
    file, rows, places = table.text, table.rows, table.places
    total = len(rows.good) + len(rows.bad)
    if total > MOST_TEMPLATES:
        raise InputTextError(
            f"{file.name} has {counted(total, 'row')}; at most {MOST_TEMPLATES:,} templates are "
            "read."
        )

    def problem(row: int, cells: list[str]) -> str:
        no_text = any((row, place) in rows.no_text for place in places.values())
        if no_text:
            return NOT_TEXT
        wrong = _wrong(_template(cells, places))
        empty = (rows.written(row, places[role]) for role in COLUMNS.required)
        return wrong + next(filter(None, empty), "") if wrong else ""

    notes = (*table.notes, *table.one_spelling(GROUP, KIND))
    table.sort_out(problem)
    _refuse(file.name, sorted(rows.bad))
    templates = tuple(_template(cells, places) for _, cells in rows.good)
    short = Path(file.name).name
    return TemplateSet(short, short, language, "", templates, notes=notes)


def _template(cells: Sequence[str], places: dict[str, int]) -> IdentityTemplate:
    found = cell_texts(cells, places)
    sentence, identity = MASK_OF_HONEST.sub("[MASK]", found[SENTENCE]), found[IDENTITY]
    form = found.get(FORM) or re.sub(re.escape(identity), "", sentence, flags=re.IGNORECASE).strip()
    return IdentityTemplate(sentence, identity, found.get(GROUP, ""), found.get(KIND, ""), form)


def _wrong(template: IdentityTemplate) -> str:
    """Why a row cannot be used; empty where it can."""
    if not template.sentence or not template.identity:
        return f"the {'identity' if template.sentence else 'template'} is empty"
    if len(template.sentence) > LONGEST_SENTENCE:
        return f"the template is longer than {LONGEST_SENTENCE:,} characters"
    names = (template.identity, template.group, template.kind)
    if max(map(len, names)) > LONGEST_NAME:
        return f"a name is longer than {LONGEST_NAME} characters"
    masks = masks_in(template.sentence)
    if masks == 0:
        return "no blank; write [M] or [MASK] once"
    return "more than one blank; one is needed" if masks > 1 else ""


def _refuse(name: str, bad: Sequence[tuple[int, str, list[str]]]) -> None:
    """Say what is wrong with the first rows that cannot be used."""
    if not bad:
        return
    first = [f"row {row}: {problem}" for row, problem, _ in bad[:_NUMBERED]]
    more = len(bad) - len(first)
    rest = f"; {counted(more, 'more row')} not listed" if more else ""
    raise InputTextError(
        f"{counted(len(bad), 'row')} of {name} cannot be used: {listed(first)}{rest}."
    )


BINARY, QUEER = "binary", "queer"
IDENTITIES = (BINARY, QUEER)
_QUEER, _NOT_QUEER = "queer", "non-queer"
_PREFIXES = {"nonqueer": _NOT_QUEER, "queer": _QUEER}  # of the queer templates' categories


@dataclass(frozen=True)
class IdentityTemplate:
    """One sentence about a person or people with a masked word.

    Args:
        sentence: with one `[MASK]`.
        identity: of whom it speaks, for example `the woman`.
        group: of the identity: `female`, `queer_orientation`; any name in a user's file.
        kind: what the masked word is: `occupation`, `descriptive_verb`; empty where not known.
        form: the sentence without its identity, which several identities share.
    """

    sentence: str
    identity: str
    group: str
    kind: str
    form: str

    @property
    def side(self) -> str:
        """What its group is compared as: `queer`, `non-queer`, otherwise the group itself."""
        found = (side for prefix, side in _PREFIXES.items() if self.group.startswith(prefix))
        return next(found, self.group)


@dataclass(frozen=True, eq=False)
class TemplateSet:
    """Templates in one language.

    Args:
        name: `honest`, `bundled` or a file's.
        identities: `binary` or `queer`; empty for a user's file.
        demonstration: whether its figures are no HONEST scores but show what they look like.
    """

    name: str
    title: str
    language: str
    identities: str
    templates: tuple[IdentityTemplate, ...]
    licence: str = ""
    demonstration: bool = False
    notes: tuple[str, ...] = ()

    @cached_property
    def digest(self) -> str:
        """Of the templates in their order."""
        return data_digest([astuple(one) for one in self.templates])

    def identity(self) -> dict[str, Any]:
        """JSON-ready: what identifies the set."""
        return {
            "name": self.name,
            "title": self.title,
            "language": self.language,
            "identities": self.identities,
            "n": len(self.templates),
            "digest": self.digest,
            "licence": self.licence,
            "demonstration": self.demonstration,
        }
