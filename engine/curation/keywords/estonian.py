"""All forms of an Estonian noun or adjective from its six principal ones."""

from __future__ import annotations

from collections.abc import Sequence

# Listed forms, in the order of a list; the short illative (`tuppa`) may be a seventh.
PRINCIPAL = ("sg_nom", "sg_gen", "sg_part", "pl_nom", "pl_gen", "pl_part")
_SHORT_ILLATIVE = 6

# The other eleven cases add their ending to the genitive of their number.
ENDINGS = {
    "ill": "sse",
    "in": "s",
    "el": "st",
    "all": "le",
    "ad": "l",
    "abl": "lt",
    "tr": "ks",
    "ter": "ni",
    "es": "na",
    "ab": "ta",
    "kom": "ga",
}
FORMS = (
    *PRINCIPAL[:3],
    *(f"sg_{case}" for case in ENDINGS),
    *PRINCIPAL[3:],
    *(f"pl_{case}" for case in ENDINGS),
)


def paradigm(principal: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The fourteen cases of a word in both numbers.

    Args:
        principal: nominative, genitive and partitive singular, then plural, and maybe the short
            illative singular; a slash separates spellings, and an empty form does not exist.

    Returns:
        Name of each of `FORMS` → its spellings, the usual one first; empty where there is none.

    Source: Erelt, Erelt and Ross 2020, Eesti keele käsiraamat, chapter on declension.
    """
    if len(principal) not in (len(PRINCIPAL), _SHORT_ILLATIVE + 1):
        raise ValueError(f"a paradigm has six forms or seven, got {len(principal)}")
    listed = [tuple(filter(None, cell.split("/"))) for cell in principal]
    forms = dict(zip(PRINCIPAL, listed, strict=False))
    for number in ("sg", "pl"):
        for case, ending in ENDINGS.items():
            forms[f"{number}_{case}"] = tuple(stem + ending for stem in forms[f"{number}_gen"])
    if len(listed) > _SHORT_ILLATIVE:
        forms["sg_ill"] = (*listed[_SHORT_ILLATIVE], *forms["sg_ill"])
    return {name: forms[name] for name in FORMS}
