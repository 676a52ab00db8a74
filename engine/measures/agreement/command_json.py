"""Answers compared with a model, and what `agreement` reports of it as one JSON object."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted, listed
from engine.measures.agreement.changes import differences
from engine.measures.agreement.figures import (
    Agreement,
    coverage_by_language,
    group_figures,
    unread,
)
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.people import (
    agreement_within,
    alphas,
    ceilings,
    group_against_group,
)
from engine.measures.agreement.scores import score_names
from engine.measures.agreement.table import items_of, large_groups, scored_table
from engine.measures.agreement.wording import left_out_names, reading_warnings

if TYPE_CHECKING:
    import pandas as pd

    from engine.command_line.subject import Subject

_LISTED = 8  # groups that a warning names; the JSON has all


@dataclass(frozen=True)
class ComparisonSettings:
    """How answers and a model are compared.

    Args:
        by: attributes that make the groups.
        fold: words are compared without case.
        least: groups with fewer annotators in a language are left out there.
        ks: numbers of first candidates.
        params: of the measure.
    """

    by: tuple[str, ...]
    fold: bool
    least: int
    ks: tuple[int | None, ...]
    params: dict[str, Any]
    seed: int
    draws: int

    def groups(self, answers: pd.DataFrame) -> pd.Series:
        """[answer] its group."""
        return group_names(answers, self.by)


@dataclass(frozen=True, eq=False)
class ComparedAnswers:
    """Answers compared with one model.

    Args:
        agreement: without the groups that are too small.
        left_out: those, as `table.large_groups` gives them.
    """

    agreement: Agreement
    left_out: list[dict[str, Any]]
    manifest: dict[str, Any]


def compare_with_model(
    subject: Subject, answers: pd.DataFrame, asked: ComparisonSettings
) -> ComparedAnswers:
    """The answers compared with what a model gives."""
    found = subject.measure("cloze_answers", items_of(answers), asked.params)
    table = scored_table(answers, found.values, asked.groups(answers), asked.fold)
    kept, left_out = large_groups(table, asked.least)
    return ComparedAnswers(
        Agreement(kept, asked.ks, asked.seed, asked.draws), left_out, found.manifest
    )


def as_json(
    files: Sequence[str],
    asked: ComparisonSettings,
    found: ComparedAnswers,
    other: ComparedAnswers | None,
) -> dict[str, Any]:
    """The report, JSON-ready.

    Args:
        other: the second model's.
    """
    scores = score_names(asked.ks)
    agreement = found.agreement
    report = {
        "files": list(files),
        "group_by": list(asked.by),
        "case": not asked.fold,
        "fewest_annotators": asked.least,
        "seed": asked.seed,
        "draws": asked.draws,
        **_groups_report(found),
        "gaps": {score: gaps(agreement, score) for score in scores},
        "people": {
            "ceilings": ceilings(agreement),
            "within": agreement_within(agreement),
            "group_against_group": [
                {"language": language, **entry}
                for language in agreement.languages
                for entry in _records(group_against_group(agreement, language))
            ],
            "alpha": alphas(agreement),
        },
        "manifest": found.manifest,
    }
    if other is not None:
        report["comparison"] = {
            **_groups_report(other),
            "changes": {score: differences(other.agreement, agreement, score) for score in scores},
            "manifest": other.manifest,
        }
    return report


def _groups_report(found: ComparedAnswers) -> dict[str, Any]:
    """What is reported of either model: coverage and what is missing, then the groups."""
    return {
        "coverage": coverage_by_language(found.agreement),
        "left_out": found.left_out,
        "unread": unread(found.agreement),
        "groups": group_figures(found.agreement),
    }


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows of a table, nothing where a number is missing."""
    return [
        {
            str(name): None if isinstance(value, float) and math.isnan(value) else value
            for name, value in row.items()
        }
        for row in frame.to_dict("records")
    ]


def warnings_of(report: dict[str, Any]) -> list[str]:
    """What has to be known before any score."""
    model = report["manifest"]["spec"]["checkpoint"]
    warnings = reading_warnings(report["coverage"], report["unread"], model)
    if small := left_out_names(report["left_out"]):
        fewest = counted(report["fewest_annotators"], "annotator")
        warnings.append(f"Left out, with fewer than {fewest}: {listed(small, _LISTED)}.")
    return warnings
