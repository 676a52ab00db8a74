"""What commands on masked heads share: the words they are tested on, and runs with progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from engine.command_line.output import number_text, over_bounds, write_table
from engine.command_line.pieces import Pieces
from engine.command_line.subject import Subject
from engine.measures.heads.run_figures import Judged, known_runs, run_figures, sets_in_words
from engine.measures.heads.runs import Run

SameWordsOption = Annotated[
    bool,
    typer.Option("--same-words", help="Choose heads and test them on the same target words."),
]


def counted_runs(subject: Subject, runs: Sequence[Run], judged: Judged) -> list[dict[str, Any]]:
    """Figures of every run, with their progress; the network is loaded once for all."""
    there = known_runs(runs, subject.spec, judged, subject.store)
    checkpoint, dtype = subject.spec.checkpoint, subject.spec.dtype
    pieces = Pieces(
        "runs",
        {"checkpoint": checkpoint, "dtype": dtype, "device": subject.device},
        [judged.item, judged.pooling, judged.max_contexts, len(judged.texts)],
        [0.0 if is_known else 1.0 for is_known in there],
        subject.store,
        subject.label,
    )
    with pieces:
        return run_figures(runs, subject.spec, judged, subject.ask, pieces.next)


def show_runs(runs: Sequence[Mapping[str, Any]]) -> None:
    """The table of runs: each figure, and below it its change where a set was chosen."""
    cost, title = ("pppl", "PPPL")
    if runs[0]["perplexity"] is not None:
        cost = title = "perplexity"
    write_table(
        "Masked together (below: change, 95% CI)",
        ["", "heads", "d", title, "cloze"],
        [
            [
                run["kind"] + ("" if run["seed"] is None else f" (seed {run['seed']})"),
                str(run["k"]),
                _with_change(number_text(run["effect_size"], "+.3f"), run, "effect_size", "+.2f"),
                "" if run[cost] is None else _with_change(f"{run[cost]:.1f}", run, cost, "+.1f"),
                "" if run["cloze_accuracy"] is None else f"{run['cloze_accuracy']:.0%}",
            ]
            for run in runs
        ],
    )
    chosen = {run["heads"]: run["changes"].get("effect_size") for run in runs}
    tested = [(one["p_holm"], one["detectable"]) for one in chosen.values() if one is not None]
    if text := sets_in_words(tested, 2):
        typer.echo(f"SEAT d: {text}")


def _with_change(text: str, run: Mapping[str, Any], name: str, spec: str) -> str:
    change = run["changes"].get(name)
    if change is None:
        return text
    bounds = None if change["change_low"] is None else (change["change_low"], change["change_high"])
    return f"{text}\n{over_bounds(change['change'], bounds, spec)}"
