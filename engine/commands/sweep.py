"""`sweep`: many models under many masks in many measures, here or on a cluster, as one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.inputs import split_words
from engine.command_line.interventions import (
    NOTHING_WRITTEN,
    AblationOption,
    EraseOption,
    GateOption,
    InterventionWords,
    SelfDebiasOption,
    SteerOption,
)
from engine.command_line.options import with_model
from engine.command_line.output import say_written, write_json, write_table
from engine.command_line.pieces import Pieces
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError, InputTextError, StorageError
from engine.core.interventions import ZERO
from engine.core.spec import BUNDLED
from engine.core.wording import bounds_text, counted, figure_text, listed, part_of
from engine.flow.guarded import AUTO, COARSE
from engine.measures.arena.commands.evaluators import note
from engine.scorecard.words import FAILED, MEASURED, names_by_reason, tier_letter

if TYPE_CHECKING:
    from engine.cluster import ClusterAsker
    from engine.columns.column import Column
    from engine.core.interventions import Interventions
    from engine.core.spec import ModelSpec
    from engine.flow.asking import Ask
    from engine.models.facts import Facts
    from engine.scorecard.asking import LocalAsker
    from engine.scorecard.imports.imported import Imported
    from engine.scorecard.plan import Also, Contestant, Plan
    from engine.scorecard.schema import ScorecardReport
    from engine.scorecard.sweep import Swept
    from engine.storage.store import Store


_BYTES = 4  # of a parameter in float32, which times are guessed from


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
    gate: GateOption = "",
    ablation: AblationOption = "zero",
    erase: EraseOption = None,
    steer: SteerOption = None,
    self_debias: SelfDebiasOption = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Measure models under masks, and rank them within each measure; run again to continue.

    With --gate, --erase, --steer or --self-debias, each is measured without them, and again with.
    """
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
        _also(subject.words, not subject.no_cache),
    )
    for sentence in planned.left_out:
        typer.echo(sentence, err=True)
    imported = _imported(import_ or [])
    report = _swept(planned, imported, subject, where, folder)
    try:
        say_written(write(report, folder))
    finally:  # also a table that cannot be written
        if json_:
            write_json(dict(report))
        else:
            show_cells(report)
    _end_for_failed(planned, report)


def _also(words: InterventionWords, keep: bool) -> Also | None:
    """What is done to every model besides masks, as it was written; None where nothing is."""
    if words == NOTHING_WRITTEN:
        return None

    def read(spec: ModelSpec, facts: Facts) -> Interventions:
        # What masked heads give means nothing of a model without any: it is measured once.
        asked = words if spec.masked_heads else replace(words, ablation=ZERO)
        return asked.read(spec, facts, keep)

    return read


def _end_for_failed(planned: Plan, report: ScorecardReport) -> None:
    """End with 1, as `replicate all`, where the plug-in of a cell of this sweep failed."""
    here = {one["id"] for one in report["contestants"] if one["origin"] == MEASURED}
    columns = {column.name for column in planned.columns}
    own = [
        cell
        for cell in report["cells"]  # imported ones of the same models are among them
        if cell["contestant"] in here and cell["measure"] in columns
    ]
    if failed := [cell["measure"] for cell in own if cell["status"] == FAILED]:
        typer.echo(
            f"{part_of(len(failed), len(own), 'cell', 'have')} no figure, as a plug-in failed: "
            f"{listed(list(dict.fromkeys(failed)))}.",
            err=True,
        )
        raise typer.Exit(1)


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
    from engine.evaluators.classification.classifiers import Classifiers
    from engine.evaluators.classification.here import classifying
    from engine.scorecard.asking import each_once
    from engine.scorecard.file import write
    from engine.scorecard.imports.imported import Imported, join_imported
    from engine.scorecard.published import published_for
    from engine.scorecard.sweep import sweep as measured
    from engine.scorecard.table import report_of

    manifest = {"seeds": list(planned.seeds), "dtype": AUTO if subject.guard else subject.dtype}

    def report(so_far: Swept, finished: bool) -> ScorecardReport:
        own = Imported(tuple(so_far.contestants), tuple(so_far.measures), tuple(so_far.cells))
        table = join_imported(own, imported)
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
    cells = _Cells(planned, subject, where)
    judges = Classifiers(subject.store, subject.device, note=tell)
    with (
        cells.pieces,
        asker_of(subject, where, cells.within) as asker,
        classifying(judges, (lambda: None) if where.ray else asker.release),
    ):
        swept = measured(
            planned,
            asker,
            cells.next,
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


class _Cells:
    """Finished cells, on stderr or in the list of jobs; a job that was asked to stop does so."""

    def __init__(self, planned: Plan, subject: Subject, where: Where) -> None:
        from engine.flow.registry import MEASURES

        columns = sorted({name for column in planned.columns for name in column.measures})
        kind = {
            "measures": {name: MEASURES[name].version for name in columns},
            **{"dtype": AUTO if subject.guard else subject.dtype, "device": subject.device},
            **{"ray": where.ray, "workers": where.workers, "threads": where.threads},
        }
        models = sorted({one.spec.checkpoint for one in planned.contestants})
        details = [[column.name for column in planned.columns], models]
        sizes = _left(planned, subject.store)
        self.pieces = Pieces("Cells", kind, details, sizes, subject.store, many=2)
        self._computed = False

    def next(self) -> None:
        """Note that a cell is finished."""
        self.pieces.next(self._computed)
        self._computed = False

    def within(self, _done: int, _total: int) -> None:
        """Note that something of a cell is finished, which only what is computed is."""
        self._computed = True
        self.pieces.report()


def _left(planned: Plan, store: Store | None) -> list[float]:
    """About how much work each cell is, in the order of the sweep; 0 where there is none."""
    from engine.scorecard.cells import stored_cell
    from engine.scorecard.columns import seconds_of

    def is_known(one: Contestant, column: Column) -> bool:
        if one.problem or store is None:
            return bool(one.problem)
        try:
            return all(stored_cell(one.spec, column, store, seed) for seed in planned.seeds)
        except BiascopeError:
            return False  # the sweep says why in the cell

    return [
        0.0 if is_known(one, column) else seconds_of(column, _BYTES * (one.parameters or 0))
        for one in planned.contestants
        for column in planned.columns
    ]


# --- sweep where --------------------------------------------------------------------------
# `sweep` measures on this machine, or on the machines of a Ray cluster.


@dataclass(frozen=True)
class Where:
    """What a user says about it.

    Args:
        ray: address of a cluster; empty for this machine.
        workers: on the cluster; 0 for as many as it has room for.
        threads: of each worker on a CPU.
        ship_models: send folders of models to machines that lack them.
    """

    ray: str = ""
    workers: int = 0
    threads: int = 1
    ship_models: bool = False

    def __post_init__(self) -> None:
        if not self.ray and (self.workers or self.threads != 1 or self.ship_models):
            raise InputTextError(
                "--workers, --threads and --ship-models are about a cluster; name it with --ray, "
                "as --ray auto."
            )


@contextmanager
def asker_of(
    subject: Subject, where: Where, on_progress: Callable[[int, int], None]
) -> Iterator[LocalAsker | ClusterAsker]:
    """What measures the contestants, inside the block."""
    if not where.ray:
        from engine.scorecard.asking import LocalAsker

        here = LocalAsker(subject.device, subject.store, on_progress, note)
        try:
            yield here
        finally:
            here.release()
        return
    from engine.cluster import ClusterAsker, Settings, connected

    settings = Settings(
        subject.device, where.workers or None, where.threads, where.ship_models, subject.guard
    )
    with connected(where.ray) as connection:
        there = ClusterAsker(connection, subject.store, settings, on_progress, note)
        note(there.described())
        try:
            yield there
        finally:
            there.release()


# --- sweep shown --------------------------------------------------------------------------
# People read a table of contestants by measures, and the list of measures.

_IN_TITLE = "d"  # a unit that is the name of the figure
_LAST = 10**9  # where cells without a rank are in a list


def show_measures(as_json: bool) -> None:
    """All measures that a table can have: each name in a line of its own, to be copied."""
    from engine.scorecard.columns import FAMILIES

    if as_json:
        keys = ("name", "title", "usage", "suggested")
        found = [{key: getattr(family, key) for key in keys} for family in FAMILIES.values()]
        write_json({"measures": found})
        return
    typer.echo("Measures, as they are named")
    for family in FAMILIES.values():
        typer.echo(f"{family.usage}\n    {family.title}")
    typer.echo("\nWith data that come with Biascope; a comma joins several")
    for name in (name for family in FAMILIES.values() for name in family.suggested):
        typer.echo(name)


def show_cells(report: ScorecardReport) -> None:
    """One table a measure, the best first; there is no order over measures."""
    from engine.columns.column import BIAS, COST
    from engine.scorecard.differing import differing_text
    from engine.scorecard.nearest import nearest_in_all, nearest_text

    labels = {entry["id"]: entry["label"] for entry in report["contestants"]}
    for measure in report["measures"]:
        cells = [cell for cell in report["cells"] if cell["measure"] == measure["name"]]
        _show_measure(measure, cells, labels)
        typer.echo()
    for entry in report["contestants"]:
        for reason in entry["health_reasons"]:
            typer.echo(f"{entry['label']}: {reason}")
    for group in (BIAS, COST):
        if said := differing_text(report, group):
            typer.echo(said)
    if (nearest := nearest_in_all(report)) is not None:
        typer.echo(nearest_text(nearest, labels))
    typer.echo(
        "Ranks hold within a measure; Holm-corrected paired tests of the distances from neutral do "
        "not distinguish the models of a tier from its first."
    )


def _show_measure(
    measure: Mapping[str, Any], cells: Sequence[Mapping[str, Any]], labels: Mapping[str, str]
) -> None:
    neutral = measure["neutral"]
    aim = "lower is better" if neutral is None else f"no bias at {neutral:g}"
    unit = f", {measure['unit']}" if measure["unit"] not in ("", _IN_TITLE) else ""
    typer.echo(f"{measure['title']}{unit} ({aim})\n{measure['data']}; {measure['name']}")
    typer.echo(measure["variant"])
    columns = ["model", "value", "95% CI", "n", "rank", "tier"]
    ranked = sorted(cells, key=lambda cell: _LAST if cell["rank"] is None else cell["rank"])
    write_table("", columns, (_row(cell, measure, labels) for cell in ranked), whole=columns)
    pairs = ((labels[cell["contestant"]], _reason(cell)) for cell in cells)
    for reason, names in names_by_reason(pairs).items():
        typer.echo(f"{listed(names)}: {reason}")


def _row(
    cell: Mapping[str, Any], measure: Mapping[str, Any], labels: Mapping[str, str]
) -> list[str]:
    spec = f"{'+' if measure['neutral'] == 0 else ''}.{measure['digits']}f"
    name = labels[cell["contestant"]]
    if cell["value"] is None:
        return [name, cell["status"], "", "", "", ""]
    rank, interval = cell["rank"], cell["rank_interval"]
    return [
        name,
        figure_text(cell["value"], spec),
        bounds_text(cell["interval"], spec) or "none",
        counted(cell["n"], measure["counted"].removesuffix("s")) if cell["n"] else "not given",
        "" if rank is None else f"{rank} {bounds_text(interval, 'd')}",
        tier_letter(cell["tier"]),
    ]


def _reason(cell: Mapping[str, Any]) -> str:
    """Why a cell has no value, or what should be known of it."""
    return " ".join(filter(None, (cell["problem"], *cell["notes"])))
