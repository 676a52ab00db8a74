"""Which column of a file holds what: names that people give to the two sentences and labels."""

from __future__ import annotations

from collections.abc import Sequence

from engine.files.columns import Roles, first_known, plain_name

MORE, LESS, DIRECTION, TYPE = "sent_more", "sent_less", "stereo_antistereo", "bias_type"

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


def recognised(header: Sequence[str]) -> dict[str, str]:
    """Roles that can be told from the names of the columns.

    Returns:
        Role -> the file's own name; either both sentences or none.
    """
    plain = {}
    for name in reversed(header):
        plain[plain_name(name)] = name
    found: dict[str, str] = {}
    for more, less in _SENTENCES:
        if more in plain and less in plain:
            found |= {MORE: plain[more], LESS: plain[less]}
            break
    for role, names in ((DIRECTION, _DIRECTIONS), (TYPE, _TYPES)):
        known = first_known(header, names)
        if known is not None and known not in found.values():
            found[role] = known
    return found


COLUMNS = Roles(
    {MORE: (), LESS: (), DIRECTION: _DIRECTIONS, TYPE: _TYPES},
    (MORE, LESS),
    f"Name the two columns {MORE} and {LESS} (the more and the less stereotyping sentence), or say "
    f"which they are: {MORE}=COLUMN,{LESS}=COLUMN.",
    recognised,
)


def direction_of(label: str) -> str | None:
    """`stereo`, `antistereo` or empty for a label; None for anything else."""
    plain = plain_name(label)
    if plain in _STEREO:
        return "stereo"
    if plain in _ANTISTEREO:
        return "antistereo"
    return "" if not plain else None
