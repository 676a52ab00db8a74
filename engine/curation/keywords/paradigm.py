"""Groups that list principal forms only: the other forms are made by rules of the language."""

from __future__ import annotations

from dataclasses import replace

from engine.curation.keywords.group import Group

ESTONIAN = "estonian"


def expanded(group: Group, name: str) -> Group:
    """A group with all forms of its words.

    Args:
        group: with the principal forms.
        name: of the paradigm.
    """
    if name != ESTONIAN:
        raise ValueError(f"there is no paradigm {name[:60]!r}; there is {ESTONIAN}")
    from engine.curation.keywords.estonian import FORMS, paradigm

    made = [paradigm(["/".join(spellings) for spellings in row]) for row in group.rows]
    rows = tuple(tuple(cells[form] for form in FORMS) for cells in made)
    return replace(
        group, forms=tuple(FORMS), rows=rows, paradigm=name, principal=(group.forms, group.rows)
    )
