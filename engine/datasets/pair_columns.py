"""Which column of a file holds what: names that people give to the two sentences and labels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.errors import InputTextError

MORE, LESS, DIRECTION, TYPE = "sent_more", "sent_less", "stereo_antistereo", "bias_type"
ROLES = (MORE, LESS, DIRECTION, TYPE)

# Pairs of names, the surest first; both must be there.
_SENTENCES = (
    ("sentmore", "sentless"),
    ("sentencemore", "sentenceless"),
    ("more", "less"),
    ("stereotype", "antistereotype"),
    ("stereotypical", "antistereotypical"),
    ("stereotypicalsentence", "antistereotypicalsentence"),
    ("stereotypesentence", "antistereotypesentence"),
    ("stereosentence", "antistereosentence"),
    ("sentstereo", "sentantistereo"),
    ("prostereotyped", "antistereotyped"),
    ("stereo", "antistereo"),
    ("sentence1", "sentence2"),
    ("sent1", "sent2"),
    ("sentencea", "sentenceb"),
)
_DIRECTIONS = ("stereoantistereo", "direction", "stereotypedirection")
_TYPES = ("biastype", "biascategory", "category", "type")

_STEREO = ("stereo", "stereotype", "stereotypical", "prostereo", "prostereotype", "pro")
_ANTISTEREO = ("antistereo", "antistereotype", "antistereotypical", "anti")


class MissingColumnsError(InputTextError):
    """The file's columns cannot be told apart; a mapping would mend it.

    Args:
        header: the columns that were found.
        missing: the roles that have none.
    """

    def __init__(self, text: str, header: Sequence[str], missing: Sequence[str]) -> None:
        super().__init__(text)
        self.header = list(header)
        self.missing = list(missing)


def recognised(header: Sequence[str]) -> dict[str, str]:
    """Roles that can be told from the names of the columns.

    Returns:
        Role -> the file's own name; either both sentences or none.
    """
    plain = {}
    for name in reversed(header):
        plain[_plain(name)] = name
    found: dict[str, str] = {}
    for more, less in _SENTENCES:
        if more in plain and less in plain:
            found |= {MORE: plain[more], LESS: plain[less]}
            break
    for role, names in ((DIRECTION, _DIRECTIONS), (TYPE, _TYPES)):
        known = next((plain[name] for name in names if name in plain), None)
        if known is not None and known not in found.values():
            found[role] = known
    return found


def column_mapping(file: str, header: Sequence[str], mapping: Mapping[str, str]) -> dict[str, str]:
    """Role -> column, from what the user said and, for the rest, from the names.

    Raises:
        MissingColumnsError: if a sentence has no column, or a named column is not there.
    """
    unknown = [role for role in mapping if role not in ROLES]
    if unknown:
        raise InputTextError(
            f"{unknown[0]!r} is no role of a column; roles are {', '.join(ROLES)}."
        )
    absent = [column for column in mapping.values() if column not in header]
    shown = ", ".join(name or "(unnamed)" for name in header[:20])
    if absent:
        raise MissingColumnsError(
            f"{file} has no column {absent[0]!r}. It has: {shown}.",
            header,
            [role for role, column in mapping.items() if column in absent],
        )
    guessed = {
        role: column
        for role, column in recognised(header).items()
        if role not in mapping and column not in mapping.values()
    }
    found = {**guessed, **mapping}
    missing = [role for role in (MORE, LESS) if role not in found]
    if missing:
        raise MissingColumnsError(
            f"{file} has no column for {' and '.join(missing)}. It has: {shown}. Name the two "
            f"columns {MORE} and {LESS} (the more and the less stereotyping sentence), or say "
            f"which they are: {MORE}=COLUMN,{LESS}=COLUMN.",
            header,
            missing,
        )
    doubled = [column for column in found.values() if list(header).count(column) > 1]
    if doubled or len(set(found.values())) < len(found):
        name = doubled[0] if doubled else found[LESS]
        raise MissingColumnsError(
            f"Column {name!r} of {file} is named twice; every role needs a column of its own.",
            header,
            [],
        )
    return {role: found[role] for role in ROLES if role in found}


def direction_of(label: str) -> str | None:
    """`stereo`, `antistereo` or empty for a label; None for anything else."""
    plain = _plain(label)
    if plain in _STEREO:
        return "stereo"
    if plain in _ANTISTEREO:
        return "antistereo"
    return "" if not plain else None


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold())
