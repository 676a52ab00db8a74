"""`bench agreement`: how long annotators take, and the coverage of their intervals."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, ranged, seconds, write_report


@with_model("mask", "no_cache", no_cache=True)
def agreement(
    files: Annotated[
        list[str] | None, typer.Argument(help="As for `agreement`; MozArt's English if none.")
    ] = None,
    group_by: Annotated[str, typer.Option(help="As for `agreement`.")] = "gender,speaker",
    repeats: Annotated[
        int, typer.Option(min=0, help="Simulations of each design; 0 leaves them out.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the simulations.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How long a set of answers takes, and how often intervals contain a simulated truth."""
    import tempfile

    from engine.bench.agreement import DESIGNS, PEOPLE, agreement_speed, intervals_kept
    from engine.measures.agreement.command import read
    from engine.statistics import wilson

    preamble = opening("agreement", subject.device)
    answers = read(files or ["mozart-en"])
    lm = subject.lm()
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
        "model": subject.checkpoint,
        "speed": asdict(speed),
        "seed": seed,
        "intervals": [asdict(entry) for entry in kept],
    }
    rows = [
        [
            f"{speed.sentences} sentences and {speed.answers:,} answers read",
            seconds(speed.measured),
        ],
        ["everything from the store", seconds(speed.second_look)],
        [f"every score with its interval, {speed.draws:,} draws", seconds(speed.figures)],
        ["the gap of every score with its test", seconds(speed.drawing)],
    ]
    for entry in kept:
        truth = f"{entry.design}, true P@1 {entry.truth[0]:.2f}, gap {entry.truth[1]:+.2f}"
        for what, share in (
            ("interval contains P@1", entry.group),
            ("interval contains the gap", entry.gap),
            ("clear difference", entry.told_apart),
        ):
            interval = wilson(round(share * entry.repeats), entry.repeats)
            rows.append([f"{truth}: {what}", ranged(share, interval, ".3f")])
    write_report(report, json_, ["", ""], rows)
