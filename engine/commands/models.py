"""`models`: whether the scores of a model can mean anything, and safetensors for those without."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.options import DEFAULT_MODEL, JsonOption, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.core.wording import counted
from engine.measures.health.check import RED

REFUSED = 2  # exit code, as of every refusal

_FIRST = ("status", "reasons")

app = typer.Typer(no_args_is_help=True, help="Check a model, convert it, or list folders of them.")


@app.callback()
def models() -> None:
    """Check a model, make safetensors for one that has none, or list folders of models."""


@app.command()
@with_model("mask")
def check(
    checkpoint: Annotated[str, typer.Argument(help="Hub id, local folder, or 'bundled'.")] = "",
    model: Annotated[
        str, typer.Option("--model", help="The same, as an option."), Names.MODEL
    ] = DEFAULT_MODEL,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Run the health check: green, amber (warns) or red (blocks scoring; exit code 2)."""
    report = examine(subject.other(checkpoint))
    if json_:
        write_json(report)
    else:
        write_table(report["checkpoint"], ["", ""], _rows(report))
    if report["status"] == RED:
        typer.echo(" ".join(report["reasons"]), err=True)
        raise typer.Exit(REFUSED)


@app.command()
def convert(
    checkpoint: Annotated[str, typer.Argument(help="Hub id or local folder.")],
    json_: JsonOption = False,
) -> None:
    """Make safetensors from other weights, or from wrapped ones, once; print their folder."""
    from engine.models.convert.making import convert as converted

    made = converted(checkpoint)
    if json_:
        write_json({"checkpoint": checkpoint, "folder": str(made.folder), **made.record})
        return
    for key, what in (("missing", "not in the file"), ("unused", "not used")):
        count = made.record[f"{key}_count"]
        if count:
            names = made.record[key]
            more = ", …" if count > len(names) else ""
            typer.echo(f"{counted(count, 'weight')} {what}: {', '.join(names)}{more}", err=True)
    typer.echo(str(made.folder))


@app.command("add")
def add(folder: Annotated[str, typer.Argument(help="A model, or a folder of models.")]) -> None:
    """List a folder of models: its models are offered wherever a model is chosen on the screen."""
    from engine.models.added_folders import add_folder

    found = add_folder(folder)
    typer.echo(found.folder)
    typer.echo(found.said, err=True)


@app.command("remove")
def remove(folder: Annotated[str, typer.Argument(help="As `models list` shows it.")]) -> None:
    """Take a folder off the list; its files stay."""
    from engine.models.added_folders import remove_folder

    typer.echo(remove_folder(folder))


@app.command("list")
def list_(json_: JsonOption = False) -> None:
    """Show the folders that were added, and the models in them."""
    from engine.models.added_folders import added_folders, added_models

    if json_:
        write_json({"folders": added_folders(), "models": added_models()})
        return
    rows = [["folder", folder] for folder in added_folders()]
    rows += [["model", model] for model in added_models()]
    write_table("Folders of models", ["", ""], rows)


def examine(subject: Subject) -> dict[str, Any]:
    """The health report of a loaded model."""
    from engine.flow.measurement import measure
    from engine.measures.health.check import health_items

    loaded = subject.ungated.model
    health = measure(
        "health", subject.spec, [health_items()], {}, lambda: subject.ungated, subject.store
    ).values[0]
    sizes = ("layers", "heads", "parameters", "vocabulary", "max_length")
    return {
        "checkpoint": loaded.source.checkpoint,
        "revision": loaded.source.revision,
        "family": loaded.family.name,
        "kind": loaded.family.kind,
        **{key: getattr(loaded, key) for key in sizes},
        "heads_available": loaded.heads > 0,
        "device": str(loaded.device),
        "dtype": loaded.dtype,
        **health,
    }


def _rows(report: dict[str, Any]) -> list[list[str]]:
    """What was found out, the verdict first, without what this kind of model has no figure for."""
    found = {key: report[key] for key in _FIRST} | report
    if not found.pop("heads_available"):
        found["heads"] = "not available"
    if found["cloze_accuracy"] is None:
        del found["cloze_items"]
    return [
        [key.replace("_", " "), _shown(value)] for key, value in found.items() if value is not None
    ]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list):
        return " ".join(str(part) if isinstance(part, str) else f"{part:.3f}" for part in value)
    return f"{value:,}" if isinstance(value, int) else str(value)
