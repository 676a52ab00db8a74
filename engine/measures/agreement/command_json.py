"""What `agreement` reports, as one JSON object or one table; `agreement_text` writes it out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.languages import language_name
from engine.core.wording import counted, listed
from engine.measures.agreement.figures import (
    coverage_by_language,
    differences,
    group_figures,
    unread,
    weak_coverage,
)
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.people import alphas, ceilings, group_against_group
from engine.measures.agreement.scores import score_names

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.agreement.command import Asked, Compared

_LISTED = 8  # groups that a warning names; the JSON has all


def as_json(
    files: Sequence[str],
    asked: Asked,
    found: Compared,
    manifest: dict[str, Any],
    other: tuple[Compared, dict[str, Any]] | None,
) -> dict[str, Any]:
    """The report, JSON-ready.

    Args:
        other: the second model's, with its manifest.
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
        **_described(found),
        "gaps": {score: gaps(agreement, score) for score in scores},
        "people": {
            "ceilings": ceilings(agreement),
            "group_against_group": [
                {"language": language, **entry}
                for language in agreement.languages
                for entry in _records(group_against_group(agreement, language))
            ],
            "alpha": alphas(agreement),
        },
        "manifest": manifest,
    }
    if other is not None:
        second, its = other
        report["comparison"] = {
            **_described(second),
            "changes": {
                score: list(differences(second.agreement, agreement, score)) for score in scores
            },
            "manifest": its,
        }
    return report


def _described(found: Compared) -> dict[str, Any]:
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


def agreement_rows(groups: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """One row a group, language and score.

    Args:
        groups: entries of `figures.group_figures`.
    """
    import pandas as pd

    sizes = ("n_annotators", "n_sentences", "n_answers")
    lines = [
        {
            "group": entry["group"],
            "language": entry["language"],
            "score": score,
            "value": entry[score],
            "low": (interval or (None, None))[0],
            "high": (interval or (None, None))[1],
            **{name: entry[name] for name in sizes},
        }
        for entry in groups
        for score, interval in entry["intervals"].items()
    ]
    columns = ["group", "language", "score", "value", "low", "high", *sizes]
    return pd.DataFrame(lines, columns=columns)


def warnings_of(report: dict[str, Any]) -> list[str]:
    """What has to be known before any score."""
    model = report["manifest"]["spec"]["checkpoint"]
    weak = weak_coverage(report["coverage"], model)
    warnings = [] if weak is None else [weak]
    lost = report["unread"]
    if lost:
        warnings.append(
            f"{counted(len(lost), 'sentence')} could not be read and "
            f"{'is' if len(lost) == 1 else 'are'} left out. The first: {lost[0]['problem']}"
        )
    small = report["left_out"]
    if small:
        named = [
            f"{entry['group']} ({language_name(entry['language'])}, {entry['annotators']})"
            for entry in small
        ]
        warnings.append(
            f"Left out, with fewer than {counted(report['fewest_annotators'], 'annotator')}: "
            f"{listed(named, _LISTED)}."
        )
    return warnings
