"""`agreement` in tables and sentences for people, coverage before any score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from engine.command_line.output import UNDEFINED, number_text, write_table
from engine.command_line.subject import model_in_words
from engine.core.languages import language_name
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.core.wording import (
    agreeing,
    bounds_text,
    counted,
    figure_text,
    interval_text,
    p_equals,
    p_text,
)
from engine.measures.agreement.changes import changes_text
from engine.measures.agreement.command_json import warnings_of
from engine.measures.agreement.wording import (
    POOLED_NOTE,
    undetected,
    withheld,
    without_interval,
)

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
_SIDES = {1: "more", -1: "less", 0: "not clear"}
_NO_GAP = 1e-9


def show_agreement(report: dict[str, Any]) -> None:
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
        write_table(
            "From the first model to the second, P@1; intervals are of each group alone",
            *texts(_CHANGES, other["changes"]["p_at_1"]),
        )
        typer.echo(changes_text(other["changes"]["p_at_1"], "{:.3f}".format))


def _show_model(report: dict[str, Any]) -> None:
    model = model_in_words(report["manifest"]["spec"])
    coverage = texts(_COVERAGE, report["coverage"])
    write_table(f"Coverage: answers that the model can produce; {model}", *coverage)
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
            bounds_text(entry["intervals"][score], ".3f") or "none",
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
        f"P@1: {apart} of {counted(len(pairs), 'pair')} of groups "
        f"{agreeing(1 if len(pairs) == 1 else apart, 'differ')} clearly. Intervals and p "
        "allow for all pairs of groups at once, and are of other annotators of these groups and "
        "of other sentences."
    )


def _gap(entry: dict[str, Any]) -> str:
    between = f"{entry['best']} is {figure_text(entry['gap'], '.3f')} above {entry['worst']}"
    text = "the sample shows no gap" if entry["gap"] < _NO_GAP else between
    text += f" ({interval_text(entry['interval'], '+.3f') or 'no interval'})"
    if entry["told_apart"]:
        return f"{text}: a clear difference ({p_equals(entry['p'])})."
    tested = "" if entry["p"] is None else f": not a clear difference ({p_equals(entry['p'])})"
    return f"{text}{tested}. {undetected(entry, '{:.3f}'.format)}"


def _show_people(people: dict[str, Any]) -> None:
    write_table(
        "Human ceiling: P@1 of a person, and of the model, against the rest of the group",
        *texts(_CEILINGS, people["ceilings"]),
    )
    for entry in people["alpha"]:
        interval = interval_text(entry["interval"], ".3f")
        if entry["interval_note"]:
            interval = f"no interval: {entry['interval_note']}"
        typer.echo(
            f"Krippendorff's alpha, {language_name(entry['language'])}, "
            f"{entry['group'] or 'everyone'}: {number_text(entry['alpha'], '.3f')}"
            f"{interval and f' ({interval})'}, "
            f"{counted(entry['annotators'], 'annotator')}, "
            f"{counted(entry['sentences'], 'sentence')}."
        )
    if people["alpha"]:
        typer.echo("Intervals of alpha are of other sentences, with these annotators.")


def _uncovered(entry: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{share:.0%} {_STATUS[status]}"
        for status, share in entry["status"].items()
        if status in _STATUS and share >= 0.005
    )


_LANGUAGE = TextColumn("language", lambda entry: language_name(entry["language"]))
_COVERAGE = (
    _LANGUAGE,
    figure("answers", "answers", ","),
    figure("coverage", "covered", ".0%"),
    TextColumn("not covered", _uncovered),
)
_CEILINGS = (
    _LANGUAGE,
    field("group"),
    figure("people", "people", ".3f", UNDEFINED),
    bounds("interval", ".3f"),
    figure("model", "model", ".3f", UNDEFINED),
    field("sentences"),
)
_CHANGES = (
    _LANGUAGE,
    field("group"),
    figure("before", "first", ".3f", UNDEFINED),
    figure("after", "second", ".3f", UNDEFINED),
    figure("change", "change", "+.3f"),
    bounds("interval", "+.3f"),
    TextColumn("p (Holm)", lambda entry: p_text(entry["p_holm"], UNDEFINED)),
    TextColumn("", lambda entry: _SIDES[entry["side"]]),
)
