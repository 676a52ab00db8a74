"""`bench agreement`: how long annotators take, and whether their intervals keep their word."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.commands.bench_report import opening, ranged, seconds, write_report
from engine.commands.common import (
    DEFAULT_MODEL,
    DeviceOption,
    DtypeOption,
    JsonOption,
    ModelOption,
    Subject,
    split_words,
)


def agreement(
    files: Annotated[
        list[str] | None, typer.Argument(help="As for `agreement`; MozArt's English if none.")
    ] = None,
    group_by: Annotated[str, typer.Option(help="As for `agreement`.")] = "gender,speaker",
    repeats: Annotated[
        int, typer.Option(min=0, help="Simulations of each design; 0 leaves them out.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="Of the simulations.")] = 0,
    model: ModelOption = DEFAULT_MODEL,
    device: DeviceOption = "auto",
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
) -> None:
    """How long a set of answers takes, and how often intervals hold a simulated truth."""
    import tempfile

    from engine.bench.agreement import DESIGNS, PEOPLE, agreement_speed, intervals_kept
    from engine.commands.agreement import read
    from engine.statistics import wilson

    preamble = opening("agreement", device)
    answers = read(files or ["mozart-en"])
    lm = Subject(model, "", device, dtype, True).lm()
    with tempfile.TemporaryDirectory() as folder:
        speed = agreement_speed(lm, answers, tuple(split_words(group_by)), Path(folder))
    kept = [
        intervals_kept(design, people, repeats, seed)
        for design in DESIGNS
        for people in PEOPLE
        if repeats
    ]
    report = {
        **preamble,
        "model": model,
        "speed": asdict(speed),
        "seed": seed,
        "intervals": [asdict(entry) for entry in kept],
    }
    rows = [
        [
            f"{speed.sentences} sentences and {speed.answers:,} answers read",
            seconds(speed.measured),
        ],
        ["a second look, from the store to every figure", seconds(speed.second_look)],
        [f"every score with its interval, {speed.draws:,} draws", seconds(speed.figures)],
        ["the gap of every score with its test", seconds(speed.drawing)],
    ]
    for entry in kept:
        truth = f"{entry.design}, true P@1 {entry.truth[0]:.2f}, gap {entry.truth[1]:+.2f}"
        for what, share in (
            ("interval holds P@1", entry.group),
            ("interval holds the gap", entry.gap),
            ("told apart", entry.told_apart),
        ):
            interval = wilson(round(share * entry.repeats), entry.repeats)
            rows.append([f"{truth}: {what}", ranged(share, interval, ".3f")])
    write_report(report, json_, ["", ""], rows)
