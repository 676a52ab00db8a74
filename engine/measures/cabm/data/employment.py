"""Shares of women by occupation, in employment and in text, as Winogender's authors print them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.core.errors import DataSetError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent

SET = "winogender"
_FILE = "occupations-stats.tsv"
TITLE = "Winogender's occupation statistics"
EMPLOYED = "US Bureau of Labor Statistics, as printed by Winogender (Rudinger et al. 2018)"
IN_TEXT = "Bergsma and Lin 2006, as printed by Winogender (Rudinger et al. 2018)"


@dataclass(frozen=True)
class WomenShare:
    """Women in one occupation.

    Args:
        employed: percent of those employed in it, United States.
        in_text: percent of its mentions in text that are of women.
        year: of `employed`.
    """

    employed: float
    in_text: float
    year: int


def employment_shares() -> Mapping[str, WomenShare]:
    """Occupation (lower case) -> its shares.

    Raises:
        DataSetError: if the set has to be fetched first, saying how.
    """
    path = find(f"{SET}/{_FILE}")
    if path is None:
        raise absent(SET, TITLE)
    return _read(path)


@lru_cache(maxsize=4)
def _read(path: Path) -> Mapping[str, WomenShare]:
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    try:
        return {
            row["occupation"].strip().casefold(): WomenShare(
                float(row["bls_pct_female"]), float(row["bergsma_pct_female"]), int(row["bls_year"])
            )
            for row in rows
        }
    except (KeyError, ValueError, AttributeError, TypeError) as error:
        raise DataSetError(f"{path.name} of {SET} cannot be read ({error!r}).") from None
