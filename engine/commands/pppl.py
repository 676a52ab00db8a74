"""`pppl`: pseudo-perplexity of a text file."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.commands.inputs import read_sentences
from engine.commands.options import with_model
from engine.commands.output import write_json, write_table
from engine.commands.subject import Subject
from engine.wording import bounds_text


@with_model()
def pppl(
    file: Annotated[str, typer.Argument(help="Text file, one sentence a line; - for stdin.")],
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap interval.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How well a model predicts a text: exp of the mean surprise per token; lower is better."""
    sentences = read_sentences(file)
    found = subject.measure("pppl", [{"text": sentence} for sentence in sentences], {})
    from engine.measures.pppl import pseudo_perplexity

    summary = pseudo_perplexity(found.values, seed)
    problems = [
        {"sentence": number, "problem": value["problem"]}
        for number, value in enumerate(found.values, start=1)
        if "problem" in value
    ]
    if json_:
        write_json({**summary, "problems": problems, "manifest": found.manifest})
        return
    rows = [
        ["pseudo-perplexity", f"{summary['pppl']:.2f}"],
        ["95% CI", bounds_text(summary["interval"], ".2f") or "one sentence only"],
        ["tokens", str(summary["tokens"])],
        ["sentences", str(summary["sentences"])],
        ["first choice correct", f"{summary['accuracy']:.1%}"],
        *[[f"sentence {entry['sentence']} left out", entry["problem"]] for entry in problems],
    ]
    write_table(file, ["", ""], rows)
