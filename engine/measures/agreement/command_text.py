"""`agreement` in tables and sentences for people, coverage before any score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from engine.command_line.output import number_text, p_equals, write_table
from engine.core.languages import language_name
from engine.core.wording import bounds_text, counted, interval_text
from engine.measures.agreement.command_json import warnings_of
from engine.measures.agreement.wording import POOLED_NOTE, undetected, withheld, without_interval

NAMES = {
    "p_at_1": "P@1",
    "p_at_5": "P@5",
    "hit_at_5": "hit@5",
    "hit_at_any": "hit@any",
    "mrr": "MRR",
    "spearman": "Spearman rho, pooled",
    "kendall": "Kendall tau-b, pooled",
}
_WITHIN = {
    "spearman_per_sentence": "Spearman rho, within sentences",
    "kendall_per_sentence": "Kendall tau-b, within sentences",
}
_GAPS = ("p_at_1", "p_at_5", "mrr", "spearman")
_STATUS = {
    "long": "too long for the model to produce",
    "several words": "of several words",
    "unknown": "not in its vocabulary",
}
_NO_GAP = 1e-9


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
        "Agreement by group; intervals over annotators and sentences, of pooled scores over "
        "sentences",
        ["group", "score", "value", "95% CI"],
        [row for entry in report["groups"] for row in _rows(entry)],
    )
    if report["groups"]:
        typer.echo(f"Pooled rho and tau: {POOLED_NOTE}")
        for reason in (without_interval(report["groups"]), withheld(report["groups"])):
            if reason is not None:
                typer.echo(reason)


def _rows(entry: dict[str, Any]) -> list[list[str]]:
    """A group, one line per score; its name and its size are in the first two lines."""
    labels = [
        f"{language_name(entry['language'])}, {entry['group']}",
        f"  {counted(entry['n_annotators'], 'annotator')}, "
        f"{counted(entry['n_sentences'], 'sentence')}",
    ]
    names = NAMES | {"human_p_at_1": "people's P@1"}
    names |= {score: name for score, name in _WITHIN.items() if entry[score] is not None}
    return [
        [
            labels[line] if line < len(labels) else "",
            name,
            number_text(entry[score], ".3f"),
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
        f"P@1: {apart} of {counted(len(pairs), 'pair')} of groups differ clearly. Intervals and p "
        "allow for all pairs of groups at once."
    )


def _gap(entry: dict[str, Any]) -> str:
    between = f"{entry['best']} is {entry['gap']:.3f} above {entry['worst']}"
    text = "the sample shows no gap" if entry["gap"] < _NO_GAP else between
    if entry["interval"]:
        text += f" ({interval_text(entry['interval'], '+.3f')})"
    if entry["told_apart"]:
        return f"{text}: a clear difference ({p_equals(entry['p'])})."
    tested = "" if entry["p"] is None else f": not a clear difference ({p_equals(entry['p'])})"
    return f"{text}{tested}. {undetected(entry, '{:.3f}'.format)}"


def _show_people(people: dict[str, Any]) -> None:
    rows = [
        [
            language_name(entry["language"]),
            entry["group"],
            number_text(entry["people"], ".3f"),
            bounds_text(entry["interval"], ".3f"),
            number_text(entry["model"], ".3f"),
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
            f"{entry['group'] or 'everyone'}: {number_text(entry['alpha'], '.3f')}{bounds}, "
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
                number_text(entry["before"], ".3f"),
                number_text(entry["after"], ".3f"),
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
