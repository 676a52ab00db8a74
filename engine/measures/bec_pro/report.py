"""All that is known of one model on one set of profession sentences, JSON-ready."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import DataSetError, InputTextError
from engine.measures.bec_pro.data.sentences import ProfessionSet
from engine.measures.bec_pro.groups import by_group
from engine.measures.bec_pro.professions import by_profession, list_gap
from engine.measures.cabm.data.employment import employment_shares
from engine.measures.cabm.employment import against_shares, without_shares

if TYPE_CHECKING:
    import pandas as pd

VARIANT = (
    "ln P(person | person masked) - ln P(person | person and profession masked, one mask a word); "
    "pieces of a person word within the word, left to right, added up"
)
NEUTRAL = 0.0


def report(data: ProfessionSet, frame: pd.DataFrame, seed: int = 0) -> dict[str, Any]:
    """The figure of a set, its profession groups and professions.

    Args:
        frame: of `associations.associations`.
        seed: of the bootstrap intervals.

    Returns:
        `value` with `interval` and `n` (see `professions.list_gap`), `unit`, `neutral`,
        `variant`; `parts`: `groups` (see `groups.by_group`), `professions` and `templates` (the
        figure in each template alone); `employment` (see
        `employment.against_shares`); `data`, `seed`.
    """
    professions = by_profession(frame)
    figure = list_gap(professions)
    return {
        "data": {
            "name": data.name,
            "title": data.title,
            "language": data.language or None,
            "sentences": len(data.sentences),
            "scored": len(frame),
            "professions": len(data.units),
            "left_out": data.left_out,
            "sample": data.drawn,
            "notes": list(data.notes),
        },
        "variant": VARIANT,
        "value": figure.value,
        "interval": figure.interval and list(figure.interval),
        "n": figure.n,
        "unit": "nats",
        "neutral": NEUTRAL,
        "seed": seed,
        "parts": {
            "groups": by_group(frame, professions, seed),
            "professions": professions.to_dict("records"),
            "templates": by_template(frame),
        },
        "employment": _employment(professions, seed),
    }


def by_template(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The figure in each template that has both lists and genders: what the wording decides.

    Args:
        frame: of `associations.associations`.

    Returns:
        Entries of `template` (empty where the source names none) and `value` (nats).
    """
    found = []
    for template, own in frame.groupby("template", sort=False):
        try:
            value = list_gap(by_profession(own)).value
        except InputTextError:
            continue
        found.append({"template": template, "value": value})
    return found


def _employment(professions: pd.DataFrame, seed: int) -> dict[str, Any]:
    try:
        shares = employment_shares()
    except DataSetError as error:
        return without_shares(str(error))
    names = professions["profession"].tolist()
    return against_shares(names, {"gap": professions["gap"].tolist()}, shares, seed)
