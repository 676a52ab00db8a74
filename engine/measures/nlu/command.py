"""`nlu`: a sequence classifier on a labelled file, with and without its heads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.options import with_model
from engine.command_line.output import p_text, write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError
from engine.core.wording import bounds_text
from engine.files.labelled import read_labelled
from engine.flow.asking import Measurement

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.measures.nlu.predictions import MaskCost


@with_model()
def nlu(
    file: Annotated[str, typer.Argument(help="CSV, TSV or JSONL with text and label."), Names.FILE],
    model: Annotated[
        str,
        typer.Option("--model", help="A fine-tuned classifier: hub id or local folder."),
        Names.MODEL,
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """What masked heads cost in understanding: accuracy, F1 and Matthews correlation."""
    if not model:
        raise BiascopeError(
            "nlu needs --model, a checkpoint fine-tuned for sequence classification."
        )
    labelled = read_labelled(file)
    from engine.flow.measurement import measure
    from engine.measures.nlu.predictions import class_index, class_names, mask_cost
    from engine.models.loading import MaskedLM, load_classifier

    network = load_classifier(subject.source, subject.device, subject.dtype)
    items = [entry.item() for entry in labelled]
    lm = MaskedLM(network, subject.spec.masked_heads)
    classes = class_index([entry.label for entry in labelled], class_names(lm))

    def measured(spec: ModelSpec) -> Measurement:
        return measure(
            "nlu", spec, items, {}, lambda: MaskedLM(network, spec.masked_heads), subject.store
        )

    found = mask_cost(subject.spec, classes, measured)
    if not json_:
        _show(file, found)
        return
    sides: dict[str, Any] = {"untouched": found.unmodified, "masked": found.masked}
    for name, side in sides.items():
        if side is not None:
            sides[name] = {key: value for key, value in side.items() if key != "right"}
    write_json({**sides, "p": found.p, "manifest": found.manifest})


def _show(file: str, found: MaskCost) -> None:
    sides = [("original", found.unmodified), ("masked", found.masked)]
    write_table(
        file,
        ["", "texts", "accuracy", "95% CI", "F1", "Matthews"],
        [
            [
                name,
                f"{side['n']} ({side['skipped']} skipped)",
                f"{side['accuracy']:.1%}",
                bounds_text(side["interval"], ".1%"),
                f"{side['f1']:.3f}",
                f"{side['matthews']:+.3f}",
            ]
            for name, side in sides
            if side is not None
        ],
    )
    if found.p is not None:
        write_table("", ["", ""], [["McNemar p that nothing changed", p_text(found.p)]])
