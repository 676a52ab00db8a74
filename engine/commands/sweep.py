"""`sweep`: many models under many masks in many measures, as one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.output import progress, write_json
from engine.command_line.subject import Subject
from engine.commands.sweep_shown import show, show_measures
from engine.commands.sweep_where import Where, asker_of
from engine.core.errors import InputTextError, StorageError
from engine.core.spec import BUNDLED
from engine.flow.guarded import AUTO, COARSE
from engine.measures.arena.commands.stages import note

if TYPE_CHECKING:
    from engine.cluster import ClusterAsker
    from engine.core.spec import ModelSpec
    from engine.flow.asking import Ask
    from engine.scorecard.asking import LocalAsker
    from engine.scorecard.imports.imported import Imported
    from engine.scorecard.plan import Plan
    from engine.scorecard.schema import ScorecardReport
    from engine.scorecard.sweep import Swept


@with_model("model", "mask", guarded=True)
def sweep(
    models: Annotated[
        str,
        typer.Option(help="Hub ids, local folders or 'bundled', comma-separated."),
        Names.MODELS,
    ] = BUNDLED,
    masks: Annotated[
        str,
        typer.Option(
            help="none, mask files, or heads as '3-1 6-12', comma-separated; every model is "
            "measured under each."
        ),
        Names.MASKS,
    ] = "none",
    measures: Annotated[
        str,
        typer.Option(help="Names of measures, comma-separated; --list shows them."),
        Names.COLUMNS,
    ] = "",
    seeds: Annotated[str, typer.Option(help="Comma-separated; the first is the table's.")] = "0",
    import_: Annotated[
        list[str] | None,
        typer.Option(
            "--import",
            help="File or folder of results from elsewhere, or gest; once for each.",
        ),
        Fact.UNCHECKED,
    ] = None,
    out: Annotated[
        str, typer.Option(help="Folder that scorecard.json is written into."), Fact.ELSEWHERE
    ] = "",
    list_: Annotated[
        bool, typer.Option("--list", help="List the measures and stop."), Fact.UNCHECKED
    ] = False,
    ray: Annotated[
        str,
        typer.Option(help="Ray cluster to measure on: HOST:PORT, auto, or local for this machine."),
        Fact.ELSEWHERE,
    ] = "",
    workers: Annotated[
        int,
        typer.Option(min=0, help="Workers on the cluster; 0 for as many as it has room for."),
        Fact.ELSEWHERE,
    ] = 0,
    threads: Annotated[
        int,
        typer.Option(min=1, help="Threads of each worker; the last digits depend on it."),
        Fact.ELSEWHERE,
    ] = 1,
    ship_models: Annotated[
        bool,
        typer.Option("--ship-models", help="Send model folders to machines that lack them."),
        Fact.ELSEWHERE,
    ] = False,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Measure models under masks, and rank them within each measure; run again to continue."""
    if list_:
        show_measures(json_)
        return
    if not measures.strip():
        raise InputTextError(
            "--measures names what to measure, such as pairs:bundled:cps,seat:gender; "
            "`sweep --list` lists the measures."
        )
    if not out:
        raise InputTextError("--out names the folder that scorecard.json is written into.")
    from engine.scorecard.file import prepare_folder, write
    from engine.scorecard.plan import plan

    where = Where(ray, workers, threads, ship_models)
    folder = prepare_folder(out)
    planned = plan(
        split_words(models),
        split_words(masks),
        split_words(measures),
        _numbers(seeds),
        subject.dtype,
        subject.guard,
    )
    for sentence in planned.left_out:
        typer.echo(sentence, err=True)
    imported = _imported(import_ or [])
    report = _swept(planned, imported, subject, where, folder)
    try:
        typer.echo(f"Wrote {write(report, folder)}", err=True)
    finally:  # also a table that cannot be written
        if json_:
            write_json(dict(report))
        else:
            show(report)


def _numbers(text: str) -> list[int]:
    words = split_words(text)
    if not words or not all(word.isdecimal() and len(word) < 10 for word in words):
        raise InputTextError(f"--seeds are whole numbers, comma-separated, as 0,1; got {text!r}.")
    return [int(word) for word in words]


def _imported(names: list[str]) -> list[Imported]:
    """What files from elsewhere hold; one that cannot be read does not end the sweep."""
    from engine.scorecard.imports.files import import_files

    found, problems = import_files(names)
    for sentence in (*problems, *(line for one in found for line in one.notes)):
        note(sentence)
    return found


def _swept(
    planned: Plan, imported: list[Imported], subject: Subject, where: Where, folder: Path
) -> ScorecardReport:
    """The table of a plan, written after every contestant but the last."""
    from engine.scorecard.asking import each_once
    from engine.scorecard.file import write
    from engine.scorecard.imports.imported import Imported, joined
    from engine.scorecard.published import published_for
    from engine.scorecard.sweep import sweep as measured
    from engine.scorecard.table import report_of

    manifest = {"seeds": list(planned.seeds), "dtype": AUTO if subject.guard else subject.dtype}

    def report(so_far: Swept, finished: bool) -> ScorecardReport:
        own = Imported(tuple(so_far.contestants), tuple(so_far.measures), tuple(so_far.cells))
        table = joined(own, imported)
        return report_of(
            table.contestants,
            table.measures,
            table.cells,
            seed=planned.seeds[0],
            ranked=finished,
            published=[row for entry in table.measures for row in published_for(entry["name"])],
            manifest=manifest,
        )

    def write_so_far(so_far: Swept) -> None:
        try:
            write(report(so_far, finished=False), folder)
        except StorageError as error:  # it may be possible after the next model
            tell(str(error))

    tell = each_once(note)
    counter = _Counter(len(planned.contestants) * len(planned.columns))
    with asker_of(subject, where, counter.within) as asker:
        swept = measured(
            planned,
            asker,
            counter.next,
            write_so_far,
            partial(_coarse, subject, asker, tell) if subject.guard else None,
        )
    return report(swept, finished=True)


def _coarse(
    subject: Subject,
    asker: LocalAsker | ClusterAsker,
    tell: Callable[[str], None],
    spec: ModelSpec,
) -> Ask | str:
    """What measures a contestant in mixed precision; or why that is not done, in words."""
    reason = subject.other(spec.exact_name).float32_only or asker.why_no_bfloat16()
    if reason:
        tell(f"Pairs are scored in float32 throughout: {reason}.")
    return reason or asker(replace(spec, dtype=COARSE))[0]


class _Counter:
    """Finished cells, on stderr or in the list of jobs; a job that was asked to stop does so."""

    def __init__(self, total: int) -> None:
        self._done, self._total = 0, total
        self._show = progress("Cells", total)

    def next(self) -> None:
        """Note that a cell is finished."""
        self._done += 1
        self._report()

    def within(self, _done: int, _total: int) -> None:
        """Note that something of a cell is finished."""
        self._report()

    def _report(self) -> None:
        if self._show is not None:
            self._show(self._done, self._total)
