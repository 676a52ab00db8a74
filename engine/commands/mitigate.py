"""`mitigate`: what interventions on one model help and cost, beside random ones, as one table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.output import say_written, write_json, write_table
from engine.command_line.pieces import Pieces
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError, StorageError
from engine.core.wording import bounds_text, figure_text, listed
from engine.mitigation.asked import CONCEPTS, CONTROLS, ROWS, TOP
from engine.scorecard.words import names_by_reason

if TYPE_CHECKING:
    from engine.mitigation.asked import Asked
    from engine.mitigation.columns import Chosen

_ALL = ",".join(ROWS)
_MARKS = {"nearer": "nearer", "further": "further", "worse": "worse", "better": "better"}


@with_model("mask")
def mitigate(
    out: Annotated[
        str, typer.Option(help="Folder that mitigation.json is written into."), Fact.ELSEWHERE
    ] = "",
    concept: Annotated[str, typer.Option(help=f"{', '.join(CONCEPTS)}.")] = CONCEPTS[0],
    top: Annotated[
        int, typer.Option(help="Heads to mask: those with the largest bias scores.")
    ] = TOP,
    rows: Annotated[
        str, typer.Option(help=f"Interventions, comma-separated: {', '.join(ROWS)}.")
    ] = _ALL,
    measures: Annotated[
        str,
        typer.Option(
            help="seat and pairs (the halves that chose nothing), or measures of sweep, "
            "comma-separated; the usual ones of the concept by default."
        ),
        Names.COLUMNS,
    ] = "",
    controls: Annotated[
        int, typer.Option(help="Random interventions of the same size for each row.")
    ] = CONTROLS,
    seed: Annotated[int, typer.Option(min=0, help="Of halves, fits, controls and intervals.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Which interventions bring bias nearer to neutral, and at what cost; run again to continue."""
    if not out:
        raise InputTextError("--out names the folder that mitigation.json is written into.")
    from engine.mitigation.asked import Asked, checked
    from engine.mitigation.columns import chosen_columns, default_measures
    from engine.mitigation.file import NAME
    from engine.scorecard.file import prepare_folder, write_file

    asked = Asked(
        subject.spec,
        concept,
        top,
        tuple(dict.fromkeys(split_words(rows))),
        tuple(dict.fromkeys(split_words(measures))) or default_measures(concept),
        controls,
        seed,
    )
    checked(asked, subject.facts)
    chosen = chosen_columns(concept, asked.measures, seed)
    folder = prepare_folder(out)
    report = _table(asked, chosen, subject, folder)
    try:
        say_written(write_file(report, folder / NAME))
    finally:  # also a table that cannot be written
        if json_:
            write_json(report)
        else:
            show_table(report)


def _table(asked: Asked, chosen: Chosen, subject: Subject, folder: Path) -> dict[str, Any]:
    """The table, kept or measured; what is there is written after every row."""
    from engine.mitigation.file import NAME
    from engine.mitigation.fits import ModelFits
    from engine.mitigation.measuring import keep_table, kept_table, measured_table
    from engine.mitigation.rows import Means, rows_of
    from engine.scorecard.asking import LocalAsker, each_once
    from engine.scorecard.cells import cell
    from engine.scorecard.file import write_file

    store = subject.store
    if store is not None and (known := kept_table(asked, chosen, store)) is not None:
        return known
    tell = each_once(partial(typer.echo, err=True))
    counting = _Cells(asked, chosen, subject)
    asker = LocalAsker(subject.device, store, counting.within, tell)

    def measured(spec: Any, column: Any) -> Any:
        return cell(spec, column, *asker(spec), asked.seed)

    def write_so_far(report: Mapping[str, Any]) -> None:
        try:
            write_file(report, folder / NAME)
        except StorageError as error:  # it may be possible after the next row
            tell(str(error))

    fits = ModelFits(asked.spec, subject.lm, asked.concept, asked.seed, keep=store is not None)
    means = Means(subject.facts, asker(asked.spec)[0], fits, measured)
    try:
        rows = rows_of(asked, chosen, means)  # fits included, which are no cells to be timed
        with counting.pieces:
            report = measured_table(asked, chosen, rows, measured, counting.next, write_so_far)
    finally:
        asker.release()
        subject.release()
    if store is not None:
        keep_table(asked, chosen, report, store)
    return report


class _Cells:
    """Finished cells, on stderr or in the list of jobs; a job that was asked to stop does so."""

    def __init__(self, asked: Asked, chosen: Chosen, subject: Subject) -> None:
        from engine.mitigation.measuring import size_of

        sizes = chosen.sizes(*size_of(asked))
        kind = {"dtype": subject.dtype, "device": subject.device}
        details = [[column.name for column in chosen.columns], asked.spec.checkpoint]
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


# --- shown --------------------------------------------------------------------------------


def show_table(report: Mapping[str, Any]) -> None:
    """One table a measure, and what may be concluded."""
    from engine.mitigation.words import LIMITS, claim, how_tested, sentences

    labels = {one["name"]: one["label"] for one in report["interventions"]}
    for measure in report["measures"]:
        cells = [one for one in report["rows"] if one["measure"] == measure["name"]]
        aim = "lower is better" if measure["neutral"] is None else f"neutral {measure['neutral']:g}"
        write_table(
            f"{measure['title']} ({aim})",
            ["intervention", "value", "change, 95% CI", "p (Holm)", "", "random at least as good"],
            [_shown(one, measure, labels) for one in cells],
        )
        if measure["held_out"]:
            typer.echo(measure["held_out"])
        typer.echo()
    reasons = names_by_reason(
        (labels[one["intervention"]], one["problem"]) for one in report["rows"]
    )
    for reason, names in reasons.items():
        typer.echo(f"{listed(list(dict.fromkeys(names)))}: {reason}")
    typer.echo("\n".join([claim(report), *sentences(report), how_tested(report), LIMITS]))


def _shown(
    cell: Mapping[str, Any], measure: Mapping[str, Any], labels: Mapping[str, str]
) -> list[str]:
    label = labels[cell["intervention"]]
    if cell["value"] is None:
        return [label, "not measured", "", "", "", ""]
    spec = f"{'+' if measure['neutral'] == 0 else ''}.{measure['digits']}f"
    change = ""
    if cell["change"] is not None:
        ratio = measure["scale"] == "exp"
        how = ".3f" if ratio else f"+.{measure['digits']}f"
        bounds = bounds_text(cell["interval"], how) or "no interval"
        change = f"{'x ' * ratio}{figure_text(cell['change'], how)} {bounds}"
    control = cell["control"]
    return [
        label,
        figure_text(cell["value"], spec),
        change,
        "" if cell["p_holm"] is None else f"{cell['p_holm']:.3f}",
        _MARKS.get(cell["verdict"], "") if cell["change"] is not None else "",
        "" if control is None else f"{control['as_good']} of {control['n']}",
    ]
