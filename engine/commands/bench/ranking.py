"""`bench ranking`: how long a model takes to rank the candidates of a review."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import JsonOption, ModelOption
from engine.commands.bench.report import opening, seconds, write_report
from engine.core.spec import BUNDLED

_SUBTITLES = "subtitles"  # folder of the data sets


def ranking(
    candidates: Annotated[int, typer.Option(min=1, help="Candidates to rank.")] = 2000,
    model: ModelOption = BUNDLED,
    seed: Annotated[int, typer.Option(help="Seed of the films.")] = 0,
    json_: JsonOption = False,
) -> None:
    """How long a model takes to rank candidates found in made films."""
    from engine.bench.ranking import made_pairs, ranking_cost
    from engine.core.errors import DataSetError
    from engine.models.loading import MaskedLM, load
    from engine.storage.store import named_folder

    preamble = opening("ranking")
    named = named_folder("BIASCOPE_DATA", DataSetError)
    source = named / _SUBTITLES if named and (named / _SUBTITLES).is_dir() else None
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        pairs = made_pairs(folder, source, candidates, seed)
        cost = ranking_cost(MaskedLM(load(model)), pairs, folder)
    rows = [
        ["ranked", seconds(cost.seconds), f"{cost.words:.1f} words a sentence"],
        ["again, from the store", seconds(cost.again), f"{cost.seconds / cost.again:.0f} times"],
    ]
    report = {**preamble, "model": model, "seed": seed, **asdict(cost)}
    write_report(report, json_, [f"{cost.candidates:,} candidates", "", ""], rows)
