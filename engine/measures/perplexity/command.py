"""`perplexity`: perplexity of a text file under a causal model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.inputs import read_sentences
from engine.command_line.options import with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.core.wording import bounds_text


@with_model()
def perplexity(
    file: Annotated[
        str, typer.Argument(help="Text file, one text a line; - for stdin."), Names.FILE
    ],
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap interval.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How well a causal model predicts a text: exp of the mean surprise per token."""
    sentences = read_sentences(file)
    found = subject.measure("perplexity", [{"text": sentence} for sentence in sentences], {})
    from engine.measures.perplexity import causal as measure

    summary = measure.perplexity(found.values, seed)
    problems = problems_of(found.values)
    if json_:
        note = interval_note(summary)
        write_json(
            {**summary, "interval_note": note, "problems": problems, "manifest": found.manifest}
        )
        return
    reading = f"windows of {summary['window']:,} tokens, {summary['stride']:,} apart"
    rows = [["long texts", reading]]
    write_fit(file, "perplexity", summary["perplexity"], summary, problems, rows)


# --- command pseudo -----------------------------------------------------------------------
# `pppl`: pseudo-perplexity of a text file.


@with_model()
def pppl(
    file: Annotated[
        str, typer.Argument(help="Text file, one sentence a line; - for stdin."), Names.FILE
    ],
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap interval.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How well a masked model predicts a text: exp of the mean surprise per token."""
    sentences = read_sentences(file)
    found = subject.measure("pppl", [{"text": sentence} for sentence in sentences], {})
    from engine.measures.perplexity.masked import pseudo_perplexity

    summary = pseudo_perplexity(found.values, seed)
    problems = problems_of(found.values)
    if json_:
        note = interval_note(summary)
        write_json(
            {**summary, "interval_note": note, "problems": problems, "manifest": found.manifest}
        )
        return
    write_fit(file, "pseudo-perplexity", summary["pppl"], summary, problems)


def problems_of(values: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sentences that could not be read, by number, and why."""
    return [
        {"sentence": number, "problem": value["problem"]}
        for number, value in enumerate(values, start=1)
        if "problem" in value
    ]


def interval_note(summary: dict[str, Any]) -> str | None:
    """Why there is no interval; None where there is one."""
    return None if summary["interval"] else "needs at least 2 sentences"


def write_fit(
    title: str,
    name: str,
    value: float,
    summary: dict[str, Any],
    problems: Sequence[dict[str, Any]],
    more: Sequence[list[str]] = (),
) -> None:
    """The table of how well a model predicts a text.

    Args:
        name: of the figure; `value` is the figure.
        summary: `interval`, `tokens`, `sentences`, `accuracy`.
        more: further rows.
    """
    rows = [
        [name, f"{value:.2f}"],
        ["95% CI", interval_note(summary) or bounds_text(summary["interval"], ".2f")],
        ["tokens", str(summary["tokens"])],
        ["sentences", str(summary["sentences"])],
        ["first choice correct", f"{summary['accuracy']:.1%}"],
        *more,
        *[[f"sentence {entry['sentence']} left out", entry["problem"]] for entry in problems],
    ]
    write_table(title, ["", ""], rows)
