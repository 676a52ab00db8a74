"""A model's figure of every occupation against the shares of women who work in it.

The shares are an outside reference: no model and no judgement of ours takes part in them. That a
model follows them is no proof of bias and no excuse for it; it says what the figure tracks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.core.errors import DataSetError
from engine.core.wording import counted
from engine.measures.cabm.data.employment import EMPLOYED, IN_TEXT, WomenShare, employment_shares
from engine.measures.cabm.data.sentences import GENDER
from engine.statistics import detectable_correlation, rank_correlation

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.cabm.studied import CabmStudy


LEAST = 4  # occupations, below which a rank correlation says nothing


def against_shares(
    occupations: Sequence[str],
    figures: Mapping[str, Sequence[float] | None],
    shares: Mapping[str, WomenShare],
    seed: int = 0,
) -> dict[str, Any]:
    """Rank correlation of figures with the share of women employed, and with that in text.

    Args:
        occupations: [occupation].
        figures: name -> [occupation], higher leans male; None where the model has none. The first
            is the one that the result is about.
        shares: occupation (lower case) -> shares; those of the same name are compared.
        seed: of the bootstrap over occupations.

    Returns:
        Of the first figure `rho` (Spearman, -1 to 1; below 0: the more women work in an
        occupation, the less male its figure), `interval` (95%) and `n` (occupations that both
        have); `detectable` (smallest |rho| that this n shows with 80% power); `source`, `year`;
        `figures` (name -> `employed` and `in_text`, each `rho`, `interval`, `n`); `text_source`;
        `occupations` (`occupation`, `employed`, `in_text`, `year`, and each figure), most women
        first; `problem`, None unless too few names match, where `rho` is None.

    Source: Rudinger et al. 2018, section 4; Spearman 1904.
    """
    places = [place for place, name in enumerate(occupations) if name.casefold() in shares]
    found = [shares[occupations[place].casefold()] for place in places]
    given = {name: values for name, values in figures.items() if values is not None}
    women = {kind: [getattr(share, kind) for share in found] for kind in ("employed", "in_text")}
    related = {
        name: {
            kind: rank_correlation([values[place] for place in places], women[kind], seed)
            for kind in women
        }
        for name, values in given.items()
    }
    rows = [
        {
            "occupation": occupations[place],
            **asdict(share),
            **{name: float(values[place]) for name, values in given.items()},
        }
        for place, share in zip(places, found, strict=True)
    ]
    enough = len(places) >= LEAST
    first = related[next(iter(given))]["employed"]
    return {
        "rho": first["rho"] if enough else None,
        "interval": first["interval"] if enough else None,
        "n": len(places),
        "detectable": detectable_correlation(len(places)) if enough else None,
        "source": EMPLOYED,
        "year": "–".join(map(str, sorted({share.year for share in found}))) or None,
        "text_source": IN_TEXT,
        "figures": related if enough else {},
        "occupations": sorted(rows, key=lambda row: (-row["employed"], row["occupation"])),
        "problem": None if enough else _too_few(len(places), len(shares)),
    }


def without_shares(problem: str) -> dict[str, Any]:
    """The same where the shares are not on this machine.

    Args:
        problem: how to have them, one sentence.
    """
    nothing = dict.fromkeys(("rho", "interval", "detectable", "year"))
    return {
        **nothing,
        "n": 0,
        "source": EMPLOYED,
        "text_source": IN_TEXT,
        "figures": {},
        "occupations": [],
        "problem": problem,
    }


def _too_few(matching: int, known: int) -> str:
    return (
        f"{matching} of these names are among the {counted(known, 'occupation')} with known "
        "shares; a rank "
        f"correlation needs at least {LEAST}."
    )


# --- reference ----------------------------------------------------------------------------
# CABM and the pronoun probability gap against the shares of women who work in an occupation.

CABM, UNMASKING = "cabm", "unmasking"
_NO_GENDER = "The shares are of women and men, and these groups are others."


def employment(study: CabmStudy, scored: pd.DataFrame) -> dict[str, Any]:
    """CABM, and the pronoun probability gap where it was asked, against shares of women.

    Args:
        scored: of `CabmStudy.scored`.

    Returns:
        See `employment.against_shares`: the first figure is `cabm`, the second `unmasking`.
    """
    if study.data.groups.names != GENDER.names:
        return without_shares(_NO_GENDER)
    try:
        shares = employment_shares()
    except DataSetError as error:
        return without_shares(str(error))
    names = scored["occupation"].tolist()
    unmasked = None
    if study.unmasked is not None:
        unmasked = study.unmasked.set_index("occupation")["unmasking"].loc[names].tolist()
    figures = {CABM: scored["score"].tolist(), UNMASKING: unmasked}
    return against_shares(names, figures, shares, study.settings.seed)
