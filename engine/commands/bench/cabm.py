"""`bench cabm`: how long a CABM study takes, from nothing and from the store."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, seconds, write_report


@with_model("mask", "no_cache", no_cache=True)
def cabm(
    sentences: Annotated[
        str, typer.Option(help="bundled, winobias, or a file as `cabm` reads it.")
    ] = "bundled",
    pmi_corpus: Annotated[str, typer.Option(help="As for `cabm`.")] = "bundled",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How long CABM takes: computed, its forest with the bootstrap, and from the store."""
    import tempfile

    from engine.bench.cabm import cabm_speed
    from engine.measures.cabm.command import framed
    from engine.measures.cabm.data.pmi_corpora import corpus_counts
    from engine.measures.cabm.data.sentences import GENDER_WRITTEN

    preamble = opening("cabm", subject.device)
    data = framed(sentences, GENDER_WRITTEN, "")
    counts = corpus_counts(pmi_corpus, data, data.targets)
    with tempfile.TemporaryDirectory() as folder:
        found = cabm_speed(subject.lm, data, counts, Path(folder))
    report = {**preamble, "model": subject.checkpoint, **asdict(found)}
    what = f"{found.sentences:,} sentences, {found.occupations} occupations"
    write_report(
        report,
        json_,
        [what, "time"],
        [
            ["model loaded and gated", seconds(found.load)],
            ["sentences and unmasking read", seconds(found.read)],
            ["SHAP weights with their bootstrap", seconds(found.weights)],
            ["everything computed, with validation", seconds(found.whole)],
            ["everything from the store", seconds(found.second_look)],
        ],
    )
