"""`bench classifier`: how fast a classifier of the Arena judges short sentences."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.options import DeviceOption, JsonOption
from engine.commands.bench.report import opening, ranged, write_report


def classifier(
    sentences: Annotated[
        int, typer.Option(min=4, help="Sentences to judge, a quarter at a time.")
    ] = 4000,
    seed: Annotated[int, typer.Option(help="Seed of the sentences.")] = 0,
    device: DeviceOption = "cpu",
    json_: JsonOption = False,
) -> None:
    """Speed of a classifier of BERT-base size on short sentences, and its encoder's ceiling."""
    import tempfile

    from engine.bench.classifier import classifier_speed

    preamble = opening("classifier", device)
    with tempfile.TemporaryDirectory() as folder:
        found = classifier_speed(Path(folder), sentences, device, seed)
    what = f"{found.sentences:,} sentences of {found.tokens:.1f} tokens"
    to_ceiling = found.to_ceiling
    rows = [
        *(
            [way, f"{speed:,.0f} sentences/s", what]
            for way, speed in found.sentences_per_second.items()
        ),
        [
            "judged / encoder only",
            ranged(to_ceiling.median, (to_ceiling.low, to_ceiling.high), ".2f"),
            "median of the slices, lowest and highest",
        ],
    ]
    write_report({**preamble, "seed": seed, **asdict(found)}, json_, ["", "value", "what"], rows)
