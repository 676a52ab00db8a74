"""`perplexity`: perplexity of a text file under a causal model."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.command_line.facts import Names
from engine.command_line.inputs import read_sentences
from engine.command_line.options import with_model
from engine.command_line.output import write_json
from engine.command_line.subject import Subject
from engine.measures.perplexity.command_pseudo import interval_note, problems_of, write_fit


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
