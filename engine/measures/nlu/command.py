"""`nlu`: a sequence classifier on a labelled file, with and without its heads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.options import NoHeaderOption, SheetOption, with_model
from engine.command_line.output import expecting, number_text, progress, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.core.errors import BiascopeError
from engine.core.wording import bounds_text, figure_text, no_interval
from engine.files.labelled import COLUMNS, Labelled, read_labelled
from engine.files.layout import given_layout, laid_out
from engine.files.mapping import parse_values
from engine.flow.asking import Measurement
from engine.measures.nlu.predictions import MaskCost
from engine.measures.nlu.wording import masking_text

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.measures.nlu.cost import Cost
    from engine.measures.nlu.regression import ScoreCost


@with_model()
def nlu(
    file: Annotated[str, typer.Argument(help="CSV, TSV or JSONL with text and label."), Names.FILE],
    model: Annotated[
        str,
        typer.Option("--model", help="A fine-tuned classifier: hub id or local folder."),
        Names.MODEL,
    ] = "",
    columns: Annotated[
        str, typer.Option(help="Columns by name, as text=A,label=B, and text_b of pairs.")
    ] = "",
    values: Annotated[
        str, typer.Option(help="What the labels of the file mean, as positiv=POSITIVE.")
    ] = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """What masked heads cost in understanding: accuracy, F1 and Matthews correlation.

    Of a model that gives each text one number, as for STS-B: Pearson and Spearman correlation.
    """
    if not model:
        raise BiascopeError(
            "nlu needs --model, a checkpoint fine-tuned for sequence classification."
        )
    labelled = read_labelled(
        laid_out(file, given_layout(sheet, no_header)),
        note=partial(typer.echo, err=True),
        mapping=COLUMNS.mapping(columns),
        values=parse_values(values),
    )
    found = cost_of(subject, labelled)
    if not json_:
        _show(file, found)
        return
    sides: dict[str, Any] = {"untouched": shown(found.unmodified), "masked": shown(found.masked)}
    if isinstance(found, MaskCost):
        sides["p"] = found.p
    write_json({**sides, "change": found.change, "manifest": found.manifest})


def cost_of(subject: Subject, labelled: Sequence[Labelled], classes: Sequence[str] = ()) -> Cost:
    """Measure a fine-tuned checkpoint with and without its mask.

    Args:
        classes: what the file calls the classes, where the checkpoint has no names.
    """
    from engine.flow.measurement import measure
    from engine.measures.nlu.cost import labelled_cost
    from engine.models.loading import MaskedLM, load_classifier

    network = load_classifier(subject.source, subject.device, subject.dtype)
    subject.say(network.notes)
    items = [entry.item() for entry in labelled]

    def measured(name: str, spec: ModelSpec) -> Measurement:
        side = "original" if spec.is_original else "masked"
        show = progress(f"{side}, {subject.label}" if subject.label else side, len(items))
        model = partial(MaskedLM.of, network, spec)
        return measure(name, spec, items, {}, model, subject.store, show, expecting(show))

    lm = MaskedLM.of(network, subject.spec)
    return labelled_cost(subject.spec, lm, labelled, measured, classes)


def shown(side: dict[str, Any] | None) -> dict[str, Any] | None:
    """What is reported of a side: all but its answers text by text."""
    if side is None:
        return None
    return {key: value for key, value in side.items() if key not in ("right", "scores")}


def _show(file: str, found: Cost) -> None:
    sides = [
        (name, side)
        for name, side in (("original", found.unmodified), ("masked", found.masked))
        if side is not None
    ]
    title = f"{file}; {model_in_words(found.manifest['spec'])}"
    if isinstance(found, MaskCost):
        _show_classes(title, sides)
    else:
        _show_scores(title, found, sides)
    if text := masking_text(found):
        typer.echo(text)


def _show_classes(title: str, sides: list[tuple[str, dict[str, Any]]]) -> None:
    write_table(
        title,
        ["", "texts", "accuracy", "95% CI", "F1", "Matthews"],
        [
            [
                name,
                f"{side['n']} ({side['skipped']} skipped)",
                f"{side['accuracy']:.1%}",
                bounds_text(side["interval"], ".1%") or "none",
                f"{side['f1']:.3f}",
                figure_text(side["matthews"], "+.3f"),
            ]
            for name, side in sides
        ],
    )
    for name, side in sides:
        if side["interval_note"]:
            typer.echo(no_interval(f"F1 or Matthews ({name})", side["interval_note"]))


def _show_scores(title: str, found: ScoreCost, sides: list[tuple[str, dict[str, Any]]]) -> None:
    rows = [
        [name, f"{side['n']} ({side['skipped']} skipped)", *_correlations(side)]
        for name, side in sides
    ]
    if found.change is not None:
        rows.append(["change", "", *_correlations(found.change)])
    write_table(title, ["", "texts", "Pearson", "95% CI", "Spearman", "95% CI"], rows)


def _correlations(side: dict[str, Any]) -> list[str]:
    return [
        text
        for name in ("pearson", "spearman")
        for text in (
            number_text(side[name], "+.3f"),
            bounds_text(side[f"{name}_interval"], "+.3f") or "none",
        )
    ]
