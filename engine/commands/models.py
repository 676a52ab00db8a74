"""`models check`: is this a model whose scores can mean anything?"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.commands.common import (
    DEFAULT_MODEL,
    DeviceOption,
    DtypeOption,
    JsonOption,
    NoCacheOption,
    Subject,
    write_json,
    write_table,
)

app = typer.Typer(no_args_is_help=True, help="Look at a model before trusting it.")


@app.callback()
def models() -> None:
    """Look at a model before trusting it."""


@app.command()
def check(
    checkpoint: Annotated[str, typer.Argument(help="Hub id, local folder, or 'bundled'.")] = "",
    model: Annotated[str, typer.Option("--model", help="The same, as an option.")] = DEFAULT_MODEL,
    device: DeviceOption = "auto",
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
    no_cache: NoCacheOption = False,
) -> None:
    """Run the health gate: green, amber (warns) or red (blocks scoring)."""
    subject = Subject(checkpoint or model, "", device, dtype, no_cache)
    report = examine(subject)
    if json_:
        write_json(report)
        return
    rows = [[key.replace("_", " "), _shown(value)] for key, value in report.items()]
    write_table(report["checkpoint"], ["", ""], rows)


def examine(subject: Subject) -> dict[str, Any]:
    """The health report of the contract, from the loaded model."""
    from engine.measurement import measure
    from engine.models.health import paper

    loaded = subject.ungated.model
    health = measure(
        "health", subject.spec, [paper()], {}, lambda: subject.ungated, subject.store
    ).values[0]
    return {
        "checkpoint": loaded.source.checkpoint,
        "revision": loaded.source.revision,
        "family": loaded.family.name,
        "kind": loaded.family.kind,
        "layers": loaded.layers,
        "heads": loaded.heads,
        "parameters": loaded.parameters,
        "vocabulary": loaded.vocabulary,
        "max_length": loaded.max_length,
        "device": str(loaded.device),
        "dtype": loaded.dtype,
        **health,
    }


def _shown(value: Any) -> str:
    if value is None:
        return "not measured"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list):
        return " ".join(str(part) if isinstance(part, str) else f"{part:.3f}" for part in value)
    return f"{value:,}" if isinstance(value, int) else str(value)
