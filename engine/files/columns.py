"""Columns of a user's file to the roles they play: recognised by name, or chosen by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.errors import InputTextError
from engine.core.wording import in_a_row
from engine.files.column_names import without_number
from engine.files.mapping import parse_mapping
from engine.files.values import Vocabulary


class MissingColumnsError(InputTextError):
    """The file's columns cannot be distinguished; a mapping would fix it.

    Args:
        header: the columns that were found.
    """

    def __init__(self, text: str, header: Sequence[str]) -> None:
        super().__init__(text)
        self.header = list(header)


@dataclass(frozen=True)
class Roles:
    """What the columns of one kind of file can be.

    Args:
        names: role -> the plain names that its column goes by, the surest first; roles in the
            order they are shown.
        required: those without which a file cannot be read.
        advice: what would do where a required role has no column.
        recognise: header -> role -> column, where single names do not tell.
        vocabularies: role -> what its cells may hold, where that is fixed or can be renamed.
    """

    names: Mapping[str, Sequence[str]]
    required: tuple[str, ...]
    advice: str
    recognise: Callable[[Sequence[str]], dict[str, str]] | None = None
    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)

    def recognised(self, header: Sequence[str]) -> dict[str, str]:
        """Role -> column, as far as the names of the columns tell."""
        if self.recognise is not None:
            return self.recognise(header)
        return known_columns(header, self.names)

    def mapping(self, text: str) -> dict[str, str]:
        """Role -> column, as a person writes it on the command line: `sentence=A,answer=B`."""
        return parse_mapping(text, ",".join(f"{role}=COLUMN" for role in self.required[:2]))

    def values_in(self, columns: Mapping[str, str]) -> dict[str, str]:
        """Role -> column of the roles whose values can be mapped.

        Args:
            columns: role -> column, of the roles that have one.
        """
        return {role: column for role, column in columns.items() if role in self.vocabularies}

    def fit(self, mapping: Mapping[str, str], header: Sequence[str]) -> bool:
        """Whether every required role has a column in this header."""
        named = {role for role, column in mapping.items() if column in header}
        return {*self.required} <= {*self.recognised(header)} | named


def column_mapping(
    file: str,
    header: Sequence[str],
    mapping: Mapping[str, str],
    roles: Roles,
    missing: Sequence[str] = (),
) -> dict[str, str]:
    """Role -> column, from what the user said and, for the rest, from the names.

    Args:
        file: its name in a sentence.
        mapping: role -> column, or an empty text where the role has none in this file.
        missing: sentences for the user where a column is missing.
    """
    unknown = [role for role in mapping if role not in roles.names]
    if unknown:
        raise InputTextError(
            f"{unknown[0]!r} is not a column role; roles are {', '.join(roles.names)}."
        )
    absent = [column for column in mapping.values() if column and column not in header]
    shown = " ".join([f"It has: {shown_columns(header)}.", *missing])
    if absent:
        raise MissingColumnsError(f"{file} has no column {absent[0]!r}. {shown}", header)
    guessed = {
        role: column
        for role, column in roles.recognised(header).items()
        if role not in mapping and column not in mapping.values()
    }
    found = {**guessed, **{role: column for role, column in mapping.items() if column}}
    lacking = [role for role in roles.required if role not in found]
    if lacking:
        raise MissingColumnsError(
            f"{file} needs the {_columns_named(lacking)}. {shown} {roles.advice}", header
        )
    chosen = list(found.values())
    doubled = [name for name in chosen if chosen.count(name) > 1]
    if doubled:
        raise MissingColumnsError(
            f"Column {doubled[0]!r} of {file} is named twice; every role needs a column of its "
            "own.",
            header,
        )
    return {role: found[role] for role in roles.names if role in found}


def _columns_named(roles: Sequence[str]) -> str:
    """`column sentence`, or `columns sentence, group and category`."""
    return f"column{'s' * (len(roles) > 1)} {in_a_row(roles)}"


def shown_columns(header: Sequence[str]) -> str:
    """Column names as an error can hold them: the first ones, none of them longer than a line."""
    return ", ".join(name[:60] or "(unnamed)" for name in header[:20])


def plain_name(name: str) -> str:
    """A column's name without case, spaces and signs, as it is compared."""
    return re.sub(r"[\W_]+", "", name.casefold())


def first_known(header: Sequence[str], names: Sequence[str]) -> str | None:
    """The column whose plain name comes first among the names a role goes by."""
    plain = {plain_name(column): column for column in reversed(header)}
    return next((plain[name] for name in names if name in plain), None)


def known_columns(header: Sequence[str], names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Role -> column, as far as the names of the columns tell; each column has one role.

    Args:
        names: role -> the plain names that it goes by, the surest first.
    """
    found: dict[str, str] = {}
    for role, known in names.items():
        column = first_known(header, known)
        if column is not None and column not in found.values():
            found[role] = column
    return found


def alike(header: Sequence[str], names: Sequence[str]) -> list[str]:
    """The columns whose plain names are among some names, also those of one name."""
    plain = {*map(plain_name, names)}
    return [
        column for column in dict.fromkeys(header) if plain_name(without_number(column)) in plain
    ]


def refuse_alike(file: str, header: Sequence[str], roles: Mapping[str, Sequence[str]]) -> None:
    """Refuse a table with two columns that could play one role, where nothing can be said of it.

    Args:
        header: names of columns; compared without case, spaces and signs.
        roles: role -> the names that it goes by.
    """
    for role, names in roles.items():
        found = alike(header, names)
        if len(found) > 1:
            raise MissingColumnsError(
                f"{file} has the columns {found[0]!r} and {found[1]!r}, and each could be the "
                f"{role}; rename or leave out the one that is not meant.",
                header,
            )
