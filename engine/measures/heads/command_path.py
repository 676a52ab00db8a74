"""`head-path`: what each head adds to two words of one sentence directly."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import unread_note, unread_of
from engine.core.wording import figure_text
from engine.measures.heads.path import UNIT
from engine.measures.heads.runs import ranked
from engine.measures.heads.sentence import sentence_item

_SHOWN = 5  # heads on either side


@with_model()
def head_path(
    text: Annotated[
        str,
        typer.Argument(help="The beginning of a sentence, or one with [MASK] for a masked model."),
    ],
    targets: Annotated[str, typer.Option(help="The two words compared.")] = "he,she",
    top_k: Annotated[
        int, typer.Option("--top-k", min=1, help="Heads to print on either side."), Fact.NUMBERS
    ] = _SHOWN,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """What each head adds to the difference of two words' logits directly, without later layers."""
    item = sentence_item(text, split_words(targets))
    found = subject.measure("head_path", [item], {})
    value = found.values[0]
    (unread,) = unread_of(subject, [text])
    if json_:
        write_json(
            {
                "text": text,
                "words": [item["first"], item["second"]],
                "unit": UNIT,
                "logit_difference": value["logit_difference"],
                "parts": {part: value[part] for part in ("embedding", "heads", "mlp", "bias")},
                "remainder": value["remainder"],
                "complete": True,  # a sum with gaps is refused
                **({"unread_words": unread} if unread else {}),
                "manifest": found.manifest,
            }
        )
        return
    _show(item, value, top_k, model_in_words(found.manifest["spec"]))
    if note := unread_note([unread]):
        typer.echo(note)


def _show(item: dict[str, str], value: dict[str, Any], most: int, model: str) -> None:
    first, second = item["first"], item["second"]
    write_table(
        f"{item['text']} {first} rather than {second}, in {UNIT}; {model}",
        ["part", f"adds to {first} against {second}"],
        [
            ["embedding", _signed(value["embedding"])],
            ["all heads", _signed(sum(map(sum, value["heads"])))],
            ["all feed-forward layers", _signed(sum(value["mlp"]))],
            ["biases", _signed(value["bias"])],
            ["together: difference of the logits", _signed(value["logit_difference"])],
        ],
    )
    order = ranked(value["heads"])
    shown = dict.fromkeys((*order[:most], *order[-most:]))
    write_table(
        f"The heads that add most to {first}, and most to {second} (below 0)",
        ["head", "logits"],
        [[str(ref), _signed(value["heads"][ref.layer][ref.head])] for ref in shown],
    )


def _signed(value: float) -> str:
    return figure_text(value, "+.3f")
