"""What `agreement` writes: one JSON object, or tables, coverage before any score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from engine.commands.output import write_table
from engine.datasets.languages import language_name
from engine.measures.agreement.figures import (
    coverage_by_language,
    differences,
    group_figures,
    unread,
)
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.people import alphas, ceilings, group_against_group
from engine.measures.agreement.scores import score_names
from engine.wording import bounds_text, counted, interval_text, listed

if TYPE_CHECKING:
    import pandas as pd

    from engine.commands.agreement import Asked, Compared

NAMES = {
    "p_at_1": "P@1",
    "p_at_5": "P@5",
    "hit_at_5": "hit@5",
    "hit_at_any": "hit@any",
    "mrr": "MRR",
    "spearman": "Spearman rho",
    "kendall": "Kendall tau-b",
}
_GAPS = ("p_at_1", "p_at_5", "mrr", "spearman")
_STATUS = {
    "long": "too long for the model to produce",
    "several words": "of several words",
    "unknown": "not in its vocabulary",
}
_NO_GAP = 1e-9
_LISTED = 8  # groups or sentences that the tables name; the JSON has all


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


def tidy(groups: Sequence[dict[str, Any]]) -> pd.DataFrame:
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
    warnings = [
        f"{language_name(entry['language'])}: {model} has {entry['whole_words']:.0%} of the "
        f"{entry['answers']:,} answers as whole words and can produce {entry['coverage']:.0%} at "
        "all. A low score there means that it lacks the language, not that it differs from a group."
        for entry in report["coverage"]
        if entry["weak"]
    ]
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


def show(report: dict[str, Any]) -> None:
    """Coverage, groups, gaps, people and the second model, for people."""
    _show_model(report)
    if not report["groups"]:
        typer.echo(
            "Nothing is left to compare: no sentence could be read, or every group has fewer "
            "annotators than required."
        )
        return
    _show_gaps(report["gaps"])
    _show_people(report["people"])
    if "comparison" in report:
        other = report["comparison"]
        _show_model(other | {"fewest_annotators": report["fewest_annotators"]})
        _show_changes(other["changes"])


def _show_model(report: dict[str, Any]) -> None:
    spec = report["manifest"]["spec"]
    masked = len(spec["masked_heads"])
    name = spec["checkpoint"] + f" with {counted(masked, 'head')} masked" * bool(masked)
    write_table(
        f"Coverage: answers that {name} can produce",
        ["language", "answers", "covered", "not covered"],
        [
            [
                language_name(entry["language"]),
                f"{entry['answers']:,}",
                f"{entry['coverage']:.0%}",
                ", ".join(
                    f"{share:.0%} {_STATUS[status]}"
                    for status, share in entry["status"].items()
                    if status in _STATUS and share >= 0.005
                ),
            ]
            for entry in report["coverage"]
        ],
    )
    for line in warnings_of(report):
        typer.echo(line)
    write_table(
        "Agreement by group; intervals over annotators and sentences",
        ["group", "score", "value", "95% CI"],
        [row for entry in report["groups"] for row in _rows(entry)],
    )


def _rows(entry: dict[str, Any]) -> list[list[str]]:
    """A group, one line per score; its name and its size are in the first two lines."""
    labels = [
        f"{language_name(entry['language'])}, {entry['group']}",
        f"  {counted(entry['n_annotators'], 'annotator')}, "
        f"{counted(entry['n_sentences'], 'sentence')}",
    ]
    names = NAMES | {"human_p_at_1": "people's P@1"}
    return [
        [
            labels[line] if line < len(labels) else "",
            name,
            _value(entry[score]),
            bounds_text(entry["intervals"][score], ".3f"),
        ]
        for line, (score, name) in enumerate(names.items())
    ]


def _show_gaps(found: dict[str, list[dict[str, Any]]]) -> None:
    """The widest gaps in sentences, with whether chance could have made them."""
    if not any(found[score] for score in _GAPS):
        typer.echo("There is one group only, so there are no gaps.")
        return
    typer.echo("Widest gaps between groups")
    for score in _GAPS:
        for entry in found[score]:
            typer.echo(f"{language_name(entry['language'])}, {NAMES[score]}: {_gap(entry)}")
    pairs = [pair for entry in found["p_at_1"] for pair in entry["pairs"]]
    apart = sum(pair["told_apart"] for pair in pairs)
    typer.echo(
        f"P@1: {apart} of {counted(len(pairs), 'pair')} of groups differ clearly (Holm). The p of "
        "a gap allows for its groups being the highest and the lowest of all."
    )


def _gap(entry: dict[str, Any]) -> str:
    if entry["gap"] < _NO_GAP:
        return "every group has the same score, so there is no gap."
    text = f"{entry['best']} is {entry['gap']:.3f} above {entry['worst']}"
    if entry["interval"]:
        text += f" ({interval_text(entry['interval'], '+.3f')})"
    if entry["p"] is None:
        return f"{text}; a group has one annotator or one sentence, so there is no test."
    verdict = "a clear difference" if entry["told_apart"] else "not a clear difference"
    return f"{text}: {verdict} (p = {entry['p']:.3f})."


def _show_people(people: dict[str, Any]) -> None:
    rows = [
        [
            language_name(entry["language"]),
            entry["group"],
            _value(entry["people"]),
            bounds_text(entry["interval"], ".3f"),
            _value(entry["model"]),
            str(entry["sentences"]),
        ]
        for entry in people["ceilings"]
    ]
    write_table(
        "Human ceiling: P@1 of a person, and of the model, against the rest of the group",
        ["language", "group", "people", "95% CI", "model", "sentences"],
        rows,
    )
    for entry in people["alpha"]:
        bounds = f" ({interval_text(entry['interval'], '.3f')})" if entry["interval"] else ""
        typer.echo(
            f"Krippendorff's alpha, {language_name(entry['language'])}, "
            f"{entry['group'] or 'everyone'}: {_value(entry['alpha'])}{bounds}, "
            f"{counted(entry['annotators'], 'annotator')}, "
            f"{counted(entry['sentences'], 'sentence')}."
        )


def _show_changes(changes: dict[str, list[dict[str, Any]]]) -> None:
    write_table(
        "From the first model to the second, P@1; intervals not corrected for many groups",
        ["language", "group", "first", "second", "change", "95% CI", ""],
        [
            [
                language_name(entry["language"]),
                entry["group"],
                _value(entry["before"]),
                _value(entry["after"]),
                "" if entry["change"] is None else f"{entry['change']:+.3f}",
                bounds_text(entry["interval"], "+.3f"),
                _verdict(entry["interval"]),
            ]
            for entry in changes["p_at_1"]
        ],
    )


def _verdict(interval: Sequence[float] | None) -> str:
    if interval is None or interval[0] <= 0 <= interval[1]:
        return "no clear change"
    return "more" if interval[0] > 0 else "less"


def _value(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"
