"""Groups of annotators: by any attribute of a file, by several crossed, numbers in bands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.core.wording import counted

if TYPE_CHECKING:
    import pandas as pd


NOT_STATED = "not stated"
CROSS = " × "
EVERYONE = "everyone"
MOST_GROUPS = 40
_MOST_VALUES = 8  # distinct numbers that are left as they are; more are put into bands
_BANDS = 3
_ROLES = ("sentence_id", "sentence", "annotator", "answer", "language")
_UNSTATED = (
    *("", "none", "null", "nan", "na", "n/a", "#n/a", "<na>", "nat"),
    *("unknown", "unspecified", "?", "-"),
)
_TRUE, _FALSE = ("1", "true", "yes", "1.0"), ("0", "false", "no", "0.0")
_EDGES = re.compile(r"(.+?):\s*(\d+(?:\.\d+)?(?:\s*/\s*\d+(?:\.\d+)?)*)\s*")


def group_names(answers: pd.DataFrame, by: Sequence[str]) -> pd.Series:
    """The group of every answer's annotator.

    Args:
        answers: one row an answer.
        by: attributes, crossed in this order; none for one group of everyone. An attribute of
            numbers may name the edges of its bands, `age:30/50`.

    Returns:
        [answer] names such as `female × native`.
    """
    import pandas as pd

    if not by:
        return pd.Series(EVERYONE, index=answers.index)
    parts = [_values(answers, attribute) for attribute in by]
    names = parts[0]
    for part in parts[1:]:
        names = names + CROSS + part
    count = names.nunique()
    if count > MOST_GROUPS:
        raise InputTextError(
            f"{' and '.join(by)} would make {counted(count, 'group')}, and at most "
            f"{MOST_GROUPS} can be "
            "compared; choose fewer attributes, or one with fewer values."
        )
    return names


def attributes_of(answers: pd.DataFrame) -> list[str]:
    """Attributes that make at least two groups of annotators, each grouping once."""
    found: list[str] = []
    partitions = set()
    for name in answers.columns:
        if name in _ROLES or not str(name).strip():
            continue  # a column without a name is an index
        if answers.groupby(["language", "annotator"])[name].nunique().max() > 1:
            continue  # said of answers or sentences, not of annotators
        values = _values(answers, name)
        if not 2 <= values.nunique() <= MOST_GROUPS:
            continue
        partition = tuple(values.factorize()[0])
        if partition not in partitions:
            partitions.add(partition)
            found.append(name)
    return found


def _values(answers: pd.DataFrame, attribute: str) -> pd.Series:
    """What an attribute says of each answer's annotator, as it is shown."""
    name, edges = _parsed(answers, attribute)
    told = answers[name].astype(str).str.strip()
    plain = told.str.casefold()
    stated = ~plain.isin(_UNSTATED)
    if set(plain[stated]) <= {*_TRUE, *_FALSE} and not edges:
        return _flags(answers, name, plain, stated)
    if edges or _many_numbers(answers, told, stated):
        return _bands(answers, name, told, stated, edges)
    return told.where(stated, NOT_STATED)


def _parsed(answers: pd.DataFrame, attribute: str) -> tuple[str, list[float]]:
    name, edges = attribute.strip(), []
    match = _EDGES.fullmatch(name)
    if name not in answers and match is not None:
        name, edges = match[1].strip(), sorted(float(edge) for edge in match[2].split("/"))
    if name not in answers or name in _ROLES:
        known = [column for column in answers.columns if column not in _ROLES]
        raise InputTextError(
            f"There is no attribute {name!r} to group by; the data has "
            f"{', '.join(map(str, known[:20])) or 'no attributes'}."
        )
    return name, edges


def _flags(answers: pd.DataFrame, name: str, plain: pd.Series, stated: pd.Series) -> pd.Series:
    """Words for a coded attribute: `male` for 1; for 0 the column that says the opposite."""
    import pandas as pd

    yes = plain.isin(_TRUE)
    opposite = f"not {name}"
    for other in answers.columns:
        if other == name or other in _ROLES:
            continue
        coded = answers[other].astype(str).str.strip().str.casefold()
        if coded.isin((*_TRUE, *_FALSE)).all() and (coded.isin(_TRUE) == ~yes)[stated].all():
            opposite = str(other)
            break
    words = pd.Series(name, index=answers.index).where(yes, opposite)
    return words.where(stated, NOT_STATED)


def _many_numbers(answers: pd.DataFrame, told: pd.Series, stated: pd.Series) -> bool:
    import pandas as pd

    numbers = pd.to_numeric(told[stated], errors="coerce")
    return bool(stated.any() and numbers.notna().all() and numbers.nunique() > _MOST_VALUES)


def _bands(
    answers: pd.DataFrame, name: str, told: pd.Series, stated: pd.Series, edges: list[float]
) -> pd.Series:
    """Numbers in bands: at the edges given, or about equally many annotators in each."""
    import numpy as np
    import pandas as pd

    numbers = pd.to_numeric(told.where(stated), errors="coerce")
    wrong = told[stated & numbers.isna()]
    if len(wrong):
        raise InputTextError(
            f"{name} cannot be divided into bands: {wrong.iloc[0]!r} is not a number; write "
            f"numbers in this column, or group by its words: {name} alone."
        )
    named = list(edges)
    if not edges:
        once = numbers.groupby([answers["language"], answers["annotator"]]).first().dropna()
        edges = sorted({float(edge) for edge in once.quantile(np.arange(1, _BANDS) / _BANDS)})
    place = pd.Series(np.searchsorted(edges, numbers, side="left"), index=numbers.index)
    names = {
        band: _named_band(named, band) if named else _band(numbers[stated & (place == band)])
        for band in range(len(edges) + 1)
        if (stated & (place == band)).any()
    }
    return place.map(names).where(stated, NOT_STATED)


def _named_band(edges: list[float], band: int) -> str:
    """A band by the edges a person gave, each of them in the band below it."""
    if band == 0:
        return f"up to {edges[0]:g}"
    last = band == len(edges)
    return f"over {edges[band - 1]:g}" + ("" if last else f" to {edges[band]:g}")


def _band(numbers: pd.Series) -> str:
    """The numbers that are in a band, `18–34`."""
    low, high = numbers.min(), numbers.max()
    return f"{low:g}" if low == high else f"{low:g}–{high:g}"
