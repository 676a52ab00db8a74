"""Word lists as tables: groups of words that are counterparts of each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Spellings = tuple[str, ...]  # of one cell; empty where the form is missing
Row = tuple[Spellings, ...]  # a cell for each form

# A group with a form of this name is also found by the lemmas of its words. Cells of the column
# are mostly empty: what the word looks like there is known only from the text.
INFLECTED = "inflected"


@dataclass(frozen=True)
class Group:
    """A table of words: words of different rows in one column are counterparts of each other.

    Args:
        name: for people.
        forms: names of the columns.
        rows: [row, form] spellings.
        of_people: counts only where it describes a person.
        alone: why its words have no counterpart, one sentence; empty where they have.
        pronouns: counterparts come from rules, not from the table.
        paradigm: language whose rules made the forms from the principal ones; else empty.
        principal: (names, rows) of the principal forms as listed, where there is a paradigm.
        extra: further keys of the file.
    """

    name: str
    forms: tuple[str, ...]
    rows: tuple[Row, ...]
    of_people: bool = False
    alone: str = ""
    pronouns: bool = False
    paradigm: str = ""
    principal: tuple[tuple[str, ...], tuple[Row, ...]] = ((), ())
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def listed(self) -> tuple[tuple[str, ...], tuple[Row, ...]]:
        """Forms and rows as a file lists them."""
        return self.principal if self.paradigm else (self.forms, self.rows)


@dataclass(frozen=True)
class CategoryList:
    """All words of one bias type in one language.

    Args:
        source: name of the file, for people.
        extends: a list of the user's that adds to the one that comes with Biascope.
    """

    category: str
    language: str
    groups: tuple[Group, ...]
    source: str
    extends: bool = False

    @property
    def words(self) -> int:
        """Number of different spellings."""
        return len(
            {
                spelling
                for group in self.groups
                for row in group.rows
                for cell in row
                for spelling in cell
            }
        )
