"""`pppl`: pseudo-perplexity of a text file."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.commands.common import (
    DEFAULT_MODEL,
    DeviceOption,
    DtypeOption,
    JsonOption,
    MaskOption,
    ModelOption,
    NoCacheOption,
    Subject,
    read_sentences,
    write_json,
    write_table,
)


def pppl(
    file: Annotated[str, typer.Argument(help="Text file, one sentence a line; - for stdin.")],
    seed: Annotated[int, typer.Option(help="Of the bootstrap interval.")] = 0,
    model: ModelOption = DEFAULT_MODEL,
    mask: MaskOption = "",
    device: DeviceOption = "auto",
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
    no_cache: NoCacheOption = False,
) -> None:
    """How well a model expects a text: exp of the mean surprise a token; lower is better."""
    sentences = read_sentences(file)
    subject = Subject(model, mask, device, dtype, no_cache)
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
    low, high = summary["interval"] or (None, None)
    rows = [
        ["pseudo-perplexity", f"{summary['pppl']:.2f}"],
        ["95 % interval", "one sentence only" if low is None else f"{low:.2f} to {high:.2f}"],
        ["tokens", str(summary["tokens"])],
        ["sentences", str(summary["sentences"])],
        ["first choice right", f"{summary['accuracy']:.1%}"],
        *[[f"sentence {entry['sentence']} left out", entry["problem"]] for entry in problems],
    ]
    write_table(file, ["", ""], rows)
