"""`bench cabm`: how long a CABM study takes, from nothing and from the store."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.commands.bench_report import opening, seconds, write_report
from engine.commands.common import (
    DEFAULT_MODEL,
    DeviceOption,
    DtypeOption,
    JsonOption,
    ModelOption,
    Subject,
)


def cabm(
    sentences: Annotated[
        str, typer.Option(help="bundled, winobias, or a file as `cabm` reads it.")
    ] = "bundled",
    pmi_corpus: Annotated[str, typer.Option(help="As for `cabm`.")] = "bundled",
    model: ModelOption = DEFAULT_MODEL,
    device: DeviceOption = "auto",
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
) -> None:
    """How long CABM takes: from nothing, its forest with the bootstrap, and a second look."""
    import tempfile

    from engine.bench.cabm import cabm_speed
    from engine.commands.cabm import framed
    from engine.datasets.framed import GENDER_WRITTEN
    from engine.datasets.pmi_corpora import corpus_counts

    preamble = opening("cabm", device)
    data = framed(sentences, GENDER_WRITTEN, "")
    counts = corpus_counts(pmi_corpus, data, data.targets)
    with tempfile.TemporaryDirectory() as folder:
        found = cabm_speed(Subject(model, "", device, dtype, True).lm, data, counts, Path(folder))
    report = {**preamble, "model": model, **asdict(found)}
    what = f"{found.sentences:,} sentences, {found.occupations} occupations"
    write_report(
        report,
        json_,
        [what, "time"],
        [
            ["model loaded and gated", seconds(found.load)],
            ["sentences and unmasking read", seconds(found.read)],
            ["SHAP weights with their bootstrap", seconds(found.weights)],
            ["all from nothing, validation too", seconds(found.whole)],
            ["a second look, from the store", seconds(found.second_look)],
        ],
    )
