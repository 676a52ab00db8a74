"""`nlu`: a sequence classifier on a labelled file, with and without its heads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.options import with_model
from engine.command_line.output import p_text, write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError
from engine.core.wording import bounds_text
from engine.files.labelled import read_labelled

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec


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
    network = _classifier(subject)
    from engine.flow.measurement import measure
    from engine.measures.nlu.predictions import class_index, class_names, mcnemar_p, understanding
    from engine.models.loading import MaskedLM

    items = [entry.item() for entry in labelled]
    lm = MaskedLM(network(), subject.spec.masked_heads)
    classes = class_index([entry.label for entry in labelled], class_names(lm))

    def scored(spec: ModelSpec) -> tuple[dict[str, Any], dict[str, Any]]:
        found = measure(
            "nlu", spec, items, {}, lambda: MaskedLM(network(), spec.masked_heads), subject.store
        )
        return understanding(found.values, classes), found.manifest

    unmodified, manifest = scored(subject.spec.unmasked())
    value: dict[str, Any] = {"untouched": unmodified, "masked": None, "p": None}
    if subject.spec.masked_heads:
        value["masked"], manifest = scored(subject.spec)
        value["p"] = mcnemar_p(unmodified, value["masked"])
    if json_:
        write_json({**_without_answers(value), "manifest": manifest})
        return
    _show(file, value)


def _classifier(subject: Subject) -> Callable[[], Any]:
    """The network, loaded once."""
    from functools import cache

    from engine.models.loading import load_classifier

    @cache
    def load() -> Any:
        return load_classifier(subject.source, subject.device, subject.dtype)

    return load


def _without_answers(value: dict[str, Any]) -> dict[str, Any]:
    sides = {
        side: None
        if value[side] is None
        else {name: entry for name, entry in value[side].items() if name != "right"}
        for side in ("untouched", "masked")
    }
    return {**sides, "p": value["p"]}


_LABELS = {"untouched": "original", "masked": "masked"}


def _show(file: str, value: dict[str, Any]) -> None:
    sides = [(name, value[name]) for name in ("untouched", "masked") if value[name] is not None]
    write_table(
        file,
        ["", "texts", "accuracy", "95% CI", "F1", "Matthews"],
        [
            [
                _LABELS[name],
                f"{side['n']} ({side['skipped']} skipped)",
                f"{side['accuracy']:.1%}",
                bounds_text(side["interval"], ".1%"),
                f"{side['f1']:.3f}",
                f"{side['matthews']:+.3f}",
            ]
            for name, side in sides
        ],
    )
    if value["p"] is not None:
        write_table("", ["", ""], [["McNemar p that nothing changed", p_text(value["p"])]])
