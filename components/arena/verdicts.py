"""The verdicts in the rows of a group: who judged, what was flagged, each as a short text.

Rows have, for each evaluator, the columns `NAME: label`, `NAME: probability`, `NAME: flagged`
and `NAME: score`; empty where it gave no verdict.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

import pandas as pd

LABEL, PROBABILITY, FLAGGED, SCORE = "label", "probability", "flagged", "score"
NO_VERDICT = "no verdict"


def column_name(evaluator: str, what: str) -> str:
    """Name of an evaluator's column."""
    return f"{evaluator}: {what}"


def evaluators(rows: pd.DataFrame) -> list[str]:
    """Names of the evaluators that the rows have columns of, in their order."""
    end = column_name("", FLAGGED)
    return [str(name).removesuffix(end) for name in rows.columns if str(name).endswith(end)]


def flagged_by(rows: pd.DataFrame, evaluator: str) -> pd.Series[bool]:
    """Where this evaluator flagged the completion; false where it gave no verdict."""
    return rows[column_name(evaluator, FLAGGED)].eq(True).astype(bool)


def judged_by(rows: pd.DataFrame, evaluator: str) -> pd.Series[bool]:
    """Where this evaluator gave a verdict."""
    return rows[column_name(evaluator, FLAGGED)].notna()


def flagged_by_any(rows: pd.DataFrame) -> pd.Series[bool]:
    """Where at least one evaluator flagged the completion."""
    return _over(rows, [flagged_by(rows, name) for name in evaluators(rows)])


def judged_by_any(rows: pd.DataFrame) -> pd.Series[bool]:
    """Where at least one evaluator gave a verdict."""
    return _over(rows, [judged_by(rows, name) for name in evaluators(rows)])


def disagreement(rows: pd.DataFrame) -> pd.Series[bool]:
    """Where one evaluator flagged the completion and another that judged it did not."""
    passed = [judged_by(rows, name) & ~flagged_by(rows, name) for name in evaluators(rows)]
    return flagged_by_any(rows) & _over(rows, passed)


def _over(rows: pd.DataFrame, masks: list[pd.Series[bool]]) -> pd.Series[bool]:
    """Where at least one of the masks is true."""
    return reduce(or_, masks, pd.Series(False, index=rows.index))


def names_only(rows: pd.DataFrame, evaluator: str) -> bool:
    """Whether this evaluator judged none of a group's completions: it only names categories."""
    return not judged_by(rows, evaluator).any()


def verdict_texts(rows: pd.DataFrame, evaluator: str, naming: bool = False) -> pd.Series[str]:
    """Verdicts in words: `flagged: highly biased`, `not flagged`, `no verdict`.

    Args:
        naming: whether the evaluator only names categories; its labels are then shown alone.
    """
    labels = rows[column_name(evaluator, LABEL)].fillna("").astype(str)
    if naming:
        return labels
    known, flags = judged_by(rows, evaluator), flagged_by(rows, evaluator)
    sides = pd.Series(NO_VERDICT, index=rows.index)
    sides = sides.mask(known & flags, "flagged").mask(known & ~flags, "not flagged")
    return sides.where(labels == "", sides + ": " + labels)
