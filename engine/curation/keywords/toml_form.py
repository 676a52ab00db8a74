"""Word lists in TOML: one file for a category and a language.

    category = "age"
    language = "en"

    [[group]]
    name = "generations"
    forms = ["singular", "plural"]
    words = [["teenager", "teenagers"], ["pensioner", "pensioners"]]

A cell is a word, a list of its spellings, or "" for a missing form. `of_people`, `alone`,
`pronouns`, `found` and `paradigm` are those of `Group`; other keys of a group are kept as they are.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.curation.keywords.group import (
    CategoryList,
    Group,
    Row,
    Spellings,
    category_of,
    language_of,
    word_of,
)
from engine.evaluators.places import Table, shown_value

MOST_WORDS = 50_000  # spellings of a list

_LIST = ("category", "language", "extend", "group")
_GROUP = ("name", "forms", "words", "of_people", "alone", "pronouns", "found", "paradigm")


def parse_toml(text: str, source: str, language: str = "") -> CategoryList:
    """Read a list in TOML.

    Args:
        source: name of the file, for errors.
        language: of a list that names none.
    """
    top = Table(source, _parsed(text, source))
    top.only(_LIST, "a word list")
    named = top.needed("category", "it is the bias type of the words, as gender")
    declared = top.entries.get("group", [])
    if not isinstance(declared, list) or not all(isinstance(entry, dict) for entry in declared):
        raise top.wrong("groups are tables that begin with [[group]].")
    if not declared:
        raise top.wrong("the list has no group of words; write one as [[group]].")
    try:
        category = category_of(named)
        code = language_of(top.text("language") or language)
    except ValueError as error:
        raise top.wrong(f"{error}.") from None
    groups = tuple(_group(source, number, entry) for number, entry in enumerate(declared, 1))
    found = CategoryList(category, code, groups, source, top.flag("extend", False))
    if found.words > MOST_WORDS:
        raise top.wrong(
            f"the list has {counted(found.words, 'word')}; {MOST_WORDS:,} are the most."
        )
    return found


def as_text(category_list: CategoryList) -> str:
    """A list as TOML that reads back equal."""
    lines = [
        f"category = {_value(category_list.category)}",
        f"language = {_value(category_list.language)}",
        *(["extend = true"] if category_list.extends else []),
    ]
    for group in category_list.groups:
        lines += ["", "[[group]]", *_group_lines(group)]
    return "\n".join(lines) + "\n"


def _group_lines(group: Group) -> list[str]:
    forms, rows = group.listed
    keys: dict[str, Any] = {"name": group.name, "forms": list(forms)}
    keys |= {key: True for key in ("of_people", "pronouns") if getattr(group, key)}
    keys |= {key: text for key in ("alone", "paradigm") if (text := getattr(group, key))}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in (keys | dict(group.extra)).items()]
    cells = [[_cell(spellings) for spellings in row] for row in rows]
    if group.found is not None:
        lines.append(f"found = {_value(list(group.found))}")
    return [*lines, "words = [", *(f"  {_value(row)}," for row in cells), "]"]


def _cell(spellings: Spellings) -> str | list[str]:
    return list(spellings) if len(spellings) > 1 else "".join(spellings)


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else _value(key)


def _value(value: Any) -> str:
    """A value of TOML on one line."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(entry)}" for key, entry in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return str(value)  # numbers, dates and times


def _parsed(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "nested too deep"
        raise InputTextError(f"{source} is not TOML ({why}); correct it there.") from None


def _group(source: str, number: int, entries: dict[str, Any]) -> Group:
    unnamed = Table(f"{source}, group {number}", entries)
    name = unnamed.text("name") or f"group {number}"
    table = Table(f"{unnamed.where} ({name[:60]})", entries)
    forms = _forms(table)
    rows = _rows(table, len(forms))
    group = Group(
        name,
        forms,
        rows,
        table.flag("of_people", False),
        table.text("alone"),
        table.flag("pronouns", False),
        found=_found(table),
        extra={key: value for key, value in entries.items() if key not in _GROUP},
    )
    paradigm = table.text("paradigm")
    if not paradigm:
        return group
    try:
        return expand_paradigm(group, paradigm)
    except ValueError as error:
        raise table.wrong(f"{error}.") from None


def _forms(table: Table) -> tuple[str, ...]:
    forms = table.entries.get("forms", ["base"])
    if not isinstance(forms, list) or not forms or not all(isinstance(form, str) for form in forms):
        raise table.wrong(f'forms are names in quotes, as ["singular", "plural"]; {_got(forms)}.')
    named = tuple(form.strip() for form in forms)
    if not all(named) or len(set(named)) < len(named):
        raise table.wrong(f"every form has a name of its own; {_got(forms)}.")
    return named


def _found(table: Table) -> tuple[str, ...] | None:
    found = table.entries.get("found")
    if found is None:
        return None
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise table.wrong(f'found is a list of first words, as ["girl"]; {_got(found)}.')
    return tuple(found)


def _rows(table: Table, width: int) -> tuple[Row, ...]:
    words = table.entries.get("words")
    if not isinstance(words, list) or not words:
        raise table.wrong('words are rows, as words = [["girl", "girls"], ["boy", "boys"]].')
    return tuple(_row(table, number, row, width) for number, row in enumerate(words, 1))


def _row(table: Table, number: int, row: Any, width: int) -> Row:
    cells = row if isinstance(row, list) else [row]
    if len(cells) != width:
        raise table.wrong(
            f'row {number} has {len(cells)} of {width} forms; {_got(row)}. Write "" for a missing '
            "form."
        )
    read = tuple(_spellings(table, number, cell) for cell in cells)
    if not any(read):
        raise table.wrong(f"row {number} holds no word.")
    return read


def _spellings(table: Table, number: int, cell: Any) -> Spellings:
    given = cell if isinstance(cell, list) else [cell]
    if not all(isinstance(text, str) for text in given):
        raise table.wrong(f"a word of row {number} is a text in quotes; {_got(cell)}.")
    try:
        return tuple(dict.fromkeys(word_of(text) for text in given if text.strip()))
    except ValueError as error:
        raise table.wrong(f"row {number}: {error}.") from None


def _got(value: Any) -> str:
    return f"got {shown_value(value)}"


# --- paradigm -----------------------------------------------------------------------------

ESTONIAN = "estonian"


def expand_paradigm(group: Group, name: str) -> Group:
    """A group of principal forms with all forms of its words."""
    if name != ESTONIAN:
        raise ValueError(f"there is no paradigm {name[:60]!r}; there is {ESTONIAN}")
    from engine.curation.keywords.estonian import FORMS, paradigm

    made = [paradigm(["/".join(spellings) for spellings in row]) for row in group.rows]
    rows = tuple(tuple(cells[form] for form in FORMS) for cells in made)
    return replace(
        group, forms=tuple(FORMS), rows=rows, paradigm=name, principal=(group.forms, group.rows)
    )
