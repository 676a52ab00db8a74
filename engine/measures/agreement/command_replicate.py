"""`replicate mozart`: counts and findings of the MozArt paper and ours."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from engine.command_line.options import CheckpointOption, nothing_ran, with_model
from engine.command_line.output import over_bounds, write_json, write_table
from engine.command_line.replicated import placed_models, reach, say_left_out, short_name
from engine.command_line.subject import Subject
from engine.core.languages import language_name
from engine.core.wording import figure_text, interval_text
from engine.measures.agreement.answering import answer_params
from engine.measures.agreement.command import ranks, read_given_answers
from engine.measures.agreement.command_json import ComparisonSettings, compare_with_model
from engine.measures.agreement.groups import CROSS
from engine.measures.agreement.replication import (
    COUNTS,
    GROUP_BY,
    METRICS,
    MODELS,
    SCORE,
    findings,
    our_counts,
)
from engine.measures.agreement.scores import POOLED
from engine.measures.agreement.wording import POOLED_NOTE
from engine.statistics import DRAWS, POWER

# What is counted, as the table names it.
_COUNTED = {
    "languages": "languages",
    "sentences": "sentences of each",
    "groups": "groups of people",
    "fewest": "annotators, smallest group",
    "most": "annotators, largest group",
}
_MOST_GROUPS = 4  # of a table
_WIDTH, _SCORE, _INTERVAL = 80, 12, 14  # of a table, of its first column, and of an interval


@with_model("model", "mask")
def mozart(
    answers: Annotated[str, typer.Option(help="mozart, or a file in its columns.")] = "mozart",
    checkpoint: CheckpointOption = None,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Whose answers mBERT, XLM-R and mT5 share in four languages, and what the paper found."""
    asked = ComparisonSettings(GROUP_BY, True, 2, ranks(""), answer_params(), seed, DRAWS)
    places = placed_models(checkpoint, MODELS)
    data = read_given_answers([answers])
    counts = our_counts(data, asked.groups(data))
    reached = reach(subject, MODELS, places)
    say_left_out(reached.missing)
    found, failed = reached.each(lambda _, other: _figures(other, data, asked))
    say_left_out(failed)
    unreached = reached.missing | failed
    if json_:
        numbers = {"published": COUNTS, "ours": counts}
        scores = {name: {"name": title, "zero": zero} for name, (title, zero) in METRICS.items()}
        write_json({"counts": numbers, "models": found, "unreached": unreached, "scores": scores})
        return
    if not found:
        typer.echo(nothing_ran(unreached))
    write_table(
        "MozArt, as published and as counted here",
        ["", "published", "ours"],
        [[_COUNTED[name], str(number), str(counts[name])] for name, number in COUNTS.items()],
    )
    for model, figures in found.items():
        _show(model, figures)
    if found:
        _explain()


def _figures(subject: Subject, data: Any, asked: ComparisonSettings) -> dict[str, Any]:
    """Coverage, scores, gaps and findings of one model."""
    from engine.measures.agreement.figures import coverage_by_language, group_figures
    from engine.measures.agreement.gaps import gaps

    agreement = compare_with_model(subject, data, asked).agreement
    found = gaps(agreement, SCORE)
    return {
        "model": subject.spec.identity(),
        "coverage": coverage_by_language(agreement),
        "groups": group_figures(agreement),
        "gaps": found,
        "findings": findings(found),
    }


def _show(model: str, figures: dict[str, Any]) -> None:
    """All scores of a model, language by language, and what the paper found."""
    for covered in figures["coverage"]:
        language = covered["language"]
        groups = [entry for entry in figures["groups"] if entry["language"] == language]
        width = _group_width([entry["group"] for entry in groups])
        size = max(1, min(_MOST_GROUPS, (_WIDTH - _SCORE) // (2 + width)))
        for start in range(0, len(groups), size):
            part = groups[start : start + size]
            write_table(
                f"{short_name(model)}, {language_name(language)}: covers "
                f"{covered['coverage']:.0%} of the answers",
                ["", *(_group_lines(entry["group"], width) for entry in part)],
                [[_titled(score), *(_cell(entry, score) for entry in part)] for score in METRICS],
            )
    for entry in figures["findings"]:
        if entry["met"] is None:
            continue
        interval = interval_text(entry["interval"], ".3f") or "no interval"
        typer.echo(
            f"Published: in {language_name(entry['language'])} {entry['finding']}. Here the widest "
            f"gap there is {figure_text(entry['gap'], '.3f')} ({interval}): "
            f"{'as published' if entry['met'] else 'not as published'}.{_undetected(entry)}"
        )


def _group_width(groups: Sequence[str]) -> int:
    """Characters of a column in which no word of a group's name is broken."""
    return max([_INTERVAL, *(len(word) for group in groups for word in group.split())])


def _group_lines(group: str, width: int) -> str:
    """The name of a group, each of its parts on lines of its own."""
    parts = group.replace(CROSS, f"{CROSS.rstrip()}\n").split("\n")
    return "\n".join(textwrap.fill(part, width, break_on_hyphens=False) for part in parts)


def _titled(score: str) -> str:
    """A score as the first column has it; beside a correlation, that 0 is not chance."""
    title, zero = METRICS[score]
    return f"{title} (0 is\nnot chance)" if zero == "0 is not chance" else title


def _cell(entry: dict[str, Any], score: str) -> str:
    return over_bounds(entry[score], entry["intervals"][score], ".2f" if score in POOLED else ".3f")


def _explain() -> None:
    """What the intervals are, and what 0 means on each scale."""
    plain = [title for score, (title, _) in METRICS.items() if score not in POOLED]
    typer.echo(
        f"In brackets: 95% CI. {', '.join(plain)}: {METRICS[SCORE][1]}. rho (Spearman) and tau-b "
        f"(Kendall), pooled: {POOLED_NOTE}"
    )


def _undetected(entry: dict[str, Any]) -> str:
    """What a gap could have been whose interval includes 0."""
    interval = entry["interval"]
    if interval is None or entry["detectable"] is None or not interval[0] <= 0 <= interval[1]:
        return ""
    return (
        f" A gap below {entry['detectable']:.3f} would not have been detected with "
        f"{POWER:.0%} power, so a smaller one is not ruled out."
    )
