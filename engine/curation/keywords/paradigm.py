"""Groups that list principal forms only: the other forms are made by rules of the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.curation.keywords.group import Group, Row

Paradigm = Callable[[tuple[str, ...]], Mapping[str, tuple[str, ...]]]

ESTONIAN = "estonian"


def expanded(group: Group, name: str) -> Group:
    """A group with all forms of its words.

    Args:
        group: with the principal forms.
        name: of the paradigm.

    Raises:
        ValueError: if there is no such paradigm, or a row has several spellings of a form.
    """
    if name != ESTONIAN:
        raise ValueError(f"there is no paradigm {name[:60]!r}; there is {ESTONIAN}")
    from engine.curation.counterparts.paradigms import paradigm

    made = [paradigm(_single(number, row)) for number, row in enumerate(group.rows, 1)]
    forms = tuple(dict.fromkeys(form for forms in made for form in forms))
    rows = tuple(tuple(tuple(cells.get(form, ())) for form in forms) for cells in made)
    return replace(
        group, forms=forms, rows=rows, paradigm=name, principal=(group.forms, group.rows)
    )


def _single(number: int, row: Row) -> tuple[str, ...]:
    """The one spelling of each form; empty where there is none."""
    if any(len(cell) > 1 for cell in row):
        raise ValueError(f"row {number} has several spellings of a principal form")
    return tuple("".join(cell) for cell in row)
