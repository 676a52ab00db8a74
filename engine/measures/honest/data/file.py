"""Files of templates that users bring: columns recognised, every row checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.core.wording import counted, listed
from engine.files.columns import Roles, recognised

MOST_TEMPLATES = 20_000
LONGEST_SENTENCE, LONGEST_NAME = 1000, 100  # characters
_NUMBERED = 5  # rows that an error names
_PUBLISHED_MASK = re.compile(r"\[M\]")  # as HONEST writes it
_LANGUAGE = re.compile(r"[a-z]{2}")
SENTENCE, IDENTITY, GROUP, KIND = "sentence", "identity", "category", "type"
FORM = "raw"
# The surest name first; compared without case, spaces and signs.
_NAMES = {
    SENTENCE: ("templatemasked", "template", "sentence", "text", "prompt"),
    IDENTITY: ("identity", "identityterm", "person"),
    GROUP: ("category", "group", "gender"),
    KIND: ("type", "sentencetype", "kind"),
    FORM: ("raw", "form"),
}


_ROLES = Roles(
    _NAMES,
    (SENTENCE, IDENTITY),
    "A file of templates has the columns template_masked (with [M] or [MASK]) and identity; "
    "category, type and raw (the sentence without its identity) may follow.",
)


def read_template_file(
    source: Path | str | bytes, language: str, name: str | None = None
) -> TemplateSet:
    """Read a CSV, TSV or JSONL file of templates.

    Args:
        source: path, or the bytes of an upload.
        language: of the templates, two letters.
        name: how the user knows it.
    """
    if not _LANGUAGE.fullmatch(language):
        raise InputTextError(f"A language is written in two letters, such as en; got {language!r}.")
    file, _, rows, columns = recognised(source, name, None, None, _ROLES)
    total = len(rows.good) + len(rows.bad)
    if total > MOST_TEMPLATES:
        raise InputTextError(
            f"{file.name} has {total:,} rows; at most {MOST_TEMPLATES:,} templates are read."
        )
    places = {role: rows.header.index(column) for role, column in columns.items()}
    problems = {row: problem for row, problem, _ in rows.bad}
    templates = []
    for row, cells in rows.good:
        template = _template(cells, places)
        not_text = any((row, place) in rows.no_text for place in places.values())
        problem = "has a number or a list where a text is needed" if not_text else _wrong(template)
        if problem:
            problems[row] = problem
        templates.append(template)
    _refuse(file.name, dict(sorted(problems.items())))
    short = Path(file.name).name
    return TemplateSet(short, short, language, "", tuple(templates), notes=tuple(file.notes))


def _template(cells: Sequence[str], places: dict[str, int]) -> IdentityTemplate:
    def cell(role: str) -> str:
        return " ".join(cells[places[role]].split()) if role in places else ""

    sentence, identity = _PUBLISHED_MASK.sub("[MASK]", cell(SENTENCE)), cell(IDENTITY)
    form = cell(FORM) or re.sub(re.escape(identity), "", sentence, flags=re.IGNORECASE).strip()
    return IdentityTemplate(sentence, identity, cell(GROUP), cell(KIND), form)


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
        return "no word is masked; write [M] or [MASK] once"
    return "more than one word is masked; one is needed" if masks > 1 else ""


def _refuse(name: str, problems: dict[int, str]) -> None:
    """Say what is wrong with the first rows that cannot be used."""
    if not problems:
        return
    first = [f"row {row}: {problem}" for row, problem in [*problems.items()][:_NUMBERED]]
    more = len(problems) - len(first)
    rest = f"; {counted(more, 'more row')} not listed" if more else ""
    raise InputTextError(
        f"{counted(len(problems), 'row')} of {name} cannot be used: {listed(first)}{rest}."
    )


# --- template set -------------------------------------------------------------------------
# Templates about people by identity, and a set of them that is identified by its content.

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
