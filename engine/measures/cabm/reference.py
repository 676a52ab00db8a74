"""CABM and the pronoun probability gap against the shares of women who work in an occupation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import DataSetError
from engine.measures.cabm.data.employment import employment_shares
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.employment import against_shares, without_shares

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.cabm.studied import Study

CABM, UNMASKING = "cabm", "unmasking"
_NO_GENDER = "The shares are of women and men, and these groups are others."


def employment(study: Study, scored: pd.DataFrame) -> dict[str, Any]:
    """CABM, and the pronoun probability gap where it was asked, against shares of women.

    Args:
        scored: of `study.scored`.

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
        gaps = study.unmasked.set_index("occupation")["unmasking"]
        unmasked = gaps.loc[names].tolist()
    figures = {CABM: scored["score"].tolist(), UNMASKING: unmasked}
    return against_shares(names, figures, shares, study.settings.seed)
