"""`bench coverage`: how often 95% intervals contain the truth of simulated samples."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.bench.shown import opening, share, write_report
from engine.command_line.options import with_model
from engine.command_line.subject import Subject

if TYPE_CHECKING:
    from engine.bench.coverage import Coverage


@with_model("mask")
def coverage(
    repeats: Annotated[int, typer.Option(min=20, help="Samples of each design.")] = 4000,
    seed: Annotated[int, typer.Option(help="Seed of the samples.")] = 0,
    figure: Annotated[
        list[str] | None,
        typer.Option(help="Only designs of this figure, as the table names it; may be repeated."),
    ] = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How often 95% intervals contain the truth, for samples drawn from a known one."""
    from engine.bench import coverage as bench
    from engine.bench.arena_coverage import arena_designs
    from engine.bench.coverage_designs import designs

    preamble = opening("coverage", subject.device)
    every = [*designs(_differences(subject), *_losses(subject)), *arena_designs()]
    asked = bench.of_figures(every, figure) if figure else every
    measured = [bench.coverage(design, repeats, seed) for design in asked]
    low, high = bench.GOAL
    report = {
        **preamble,
        "model": subject.checkpoint,
        "seed": seed,
        "goal": [low, high],
        "designs": [asdict(entry) for entry in measured],
    }
    rows = [
        [
            entry.figure,
            entry.sample,
            f"{entry.truth:.2f}",
            share(entry.covered, entry.covered_interval),
            f"{entry.width:.2f}",
            _remark(entry, low, high),
        ]
        for entry in measured
    ]
    columns = ["interval of", "samples", "truth", "contains it", "width", ""]
    write_report(report, json_, columns, rows)


def _remark(entry: Coverage, low: float, high: float) -> str:
    """What is to be said of a coverage that is not within the goal."""
    if entry.compared:
        return "not used"
    if low <= entry.covered <= high:
        return ""
    return "wider" if entry.at_least and entry.covered > high else "outside"


def _differences(subject: Subject) -> list[float]:
    """What the bundled pairs differ by, nats."""
    from engine.measures.pairs.data.sets import BUNDLED, load_pairs
    from engine.measures.pairs.frame import items_of

    variant = {"variant": "cps"}
    values = subject.measure("pairs", items_of(load_pairs(BUNDLED)), variant).values
    return [value["difference"] for value in values if "problem" not in value]


def _losses(subject: Subject) -> tuple[list[float], list[int]]:
    """Loss and tokens of each bundled sentence."""
    from engine.files.samples import SAMPLES
    from engine.words.contexts import corpus_lines

    items = [{"text": line} for line in corpus_lines(SAMPLES / "contexts.txt")]
    values = [v for v in subject.measure("pppl", items, {}).values if "problem" not in v]
    read = [value["log_probabilities"] for value in values]
    return [-sum(one) for one in read], [len(one) for one in read]
