"""`perplexity` and `pppl`: how well a causal and a masked model predict a text file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.inputs import read_sentences
from engine.command_line.options import with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import unread_note, unread_of, unread_report
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
    from engine.measures.perplexity import causal

    _report(file, "perplexity", "perplexity", causal.perplexity, seed, subject, json_)


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
    from engine.measures.perplexity.masked import pseudo_perplexity

    _report(file, "pppl", "pseudo-perplexity", pseudo_perplexity, seed, subject, json_)


def _report(
    file: str,
    measure: str,
    name: str,
    fit_of: Callable[[Sequence[dict[str, Any]], int], dict[str, Any]],
    seed: int,
    subject: Subject,
    json_: bool,
) -> None:
    """Measure a text and write how well the model predicts it.

    Args:
        measure: also the key of the figure in its fit.
        name: of the figure, for people.
        fit_of: (values of the measure, seed of the interval) -> the fit.
    """
    items = [{"text": sentence} for sentence in read_sentences(file)]
    found = subject.measure(measure, items, {})
    fit = fit_of(found.values, seed)
    problems = [
        {"sentence": number, "problem": value["problem"]}
        for number, value in enumerate(found.values, start=1)
        if "problem" in value
    ]
    answered = zip(items, found.values, strict=True)
    unread = unread_of(
        subject, [item["text"] for item, value in answered if "problem" not in value]
    )
    if json_:
        more = unread_report(unread)
        write_json({**fit, "problems": problems, **more, "manifest": found.manifest})
        return
    rows = [
        [name, f"{fit[measure]:.2f}"],
        ["95% CI", bounds_text(fit["interval"], ".2f") or fit["interval_note"]],
        ["tokens", str(fit["tokens"])],
        ["sentences", str(fit["sentences"])],
        ["first choice correct", f"{fit['accuracy']:.1%}"],
    ]
    if "window" in fit:
        reading = f"windows of {fit['window']:,} tokens, {fit['stride']:,} apart"
        rows.append(["long texts", reading])
    rows += [[f"sentence {entry['sentence']} left out", entry["problem"]] for entry in problems]
    write_table(f"{file}; {model_in_words(found.manifest['spec'])}", ["", ""], rows)
    if note := unread_note(unread):
        typer.echo(f"{note} The sign is predicted and counted like any other token.")
