"""`replicate gest`: the released scores of eleven models aggregated again, ours beside theirs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_folder, check_table
from engine.command_line.options import with_model
from engine.command_line.output import UNDEFINED, write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.files.export import write_whole
from engine.files.table_file import FORMATS, save_table
from engine.measures.gest.command import SeedOption, measure_study
from engine.measures.gest.scoring import parse_template
from engine.measures.gest.verdict import DEFINED, PUBLISHED


@with_model()
def gest(
    model: Annotated[
        str,
        typer.Option("--model", help="Also score this model, and compare item by item."),
        Names.MODEL,
    ] = "",
    released: Annotated[
        str, typer.Option(help="Released model to compare it with, where its name does not say.")
    ] = "",
    template: Annotated[str, typer.Option(help="Templates to score: 0, 1, 2, 3 or all.")] = "all",
    defined: Annotated[
        bool, typer.Option("--defined", help="Figures as defined; published by default.")
    ] = False,
    write: Annotated[
        Path | None, typer.Option(help="JSON file for the figures in both readings.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help=f"Table with our score and the released one of each item: {FORMATS}."),
        Fact.ELSEWHERE,
    ] = None,
    seed: SeedOption = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """GEST's figures of eleven models from their released scores, as the paper and as defined."""
    from engine.measures.gest.replication import printed, released_figures, released_name

    asked = parse_template(template)
    check_folder(write)
    check_table(out)
    if out is not None and not model:
        raise InputTextError("--out writes the scores of a model of yours; name it by --model.")
    if not model:
        check_used("--model, which is scored", "--released", "--template")
    name = released_name(model, released) if model else ""
    if model:
        _ = subject.spec  # one that is not here is refused before a minute of work
    found = released_figures(seed)
    if write is not None:
        write_whole(write, lambda stream: _write(stream, found))
        typer.echo(f"Wrote {write}", err=True)
    reading = DEFINED if defined else PUBLISHED
    figures = [
        {"model": entry["model"], "template": entry["template"], **entry[reading]}
        for entry in found["models"]
    ]
    report = {
        **{key: value for key, value in found.items() if key != "models"},
        "reading": reading,
        "models": figures,
        "printed": printed(found),
        "comparison": _compared(subject, name, asked, out) if model else [],
    }
    if json_:
        write_json(report)
    else:
        _show(report)


def _compared(
    subject: Subject, name: str, templates: tuple[int, ...], out: Path | None
) -> list[dict[str, Any]]:
    """Ours beside theirs, template by template, and item by item in a file that is asked for."""
    from engine.measures.gest.data.sets import GEST, load_gest, released_scores
    from engine.measures.gest.replication import compare_with_released

    sentences = load_gest(GEST).sentences
    study, _ = measure_study(subject, sentences, templates)
    found = []
    table = sentences.copy()
    for template in templates:
        released = released_scores(name, template)
        table[f"ours_{template}"], table[f"released_{template}"] = study.scores[template], released
        entry = compare_with_released(study.scores[template], released)
        row = entry["row"]
        sentence = None if row is None else sentences["sentence"].iloc[row]
        found.append({"released": name, "template": template, **entry, "sentence": sentence})
    if out is not None:
        save_table(table, out)
        typer.echo(f"Wrote {out}", err=True)
    return found


def _write(stream: Any, found: dict[str, Any]) -> None:
    """One line a model and template, so that a change of one is seen as such."""
    head = json.dumps({**found, "models": []}, ensure_ascii=False)
    lines = [json.dumps(entry) for entry in found["models"]]
    stream.write(head.removesuffix("]}") + "\n" + ",\n".join(lines) + "\n]}\n")


def _show(report: dict[str, Any]) -> None:
    from engine.measures.gest.replication import PRINTED_MODEL

    title = f"GEST, released scores, {report['reading']}"
    write_table(title, *texts(_MODELS, report["models"]))
    title = f"{PRINTED_MODEL} as printed, and as worked out here (published reading)"
    write_table(title, *texts(_PRINTED, report["printed"]))
    if found := report["comparison"]:
        title = f"Scores measured here and those released of {found[0]['released']}"
        write_table(title, *texts(_COMPARISON, found))


_MODELS = (
    *(field("model"), field("template", "templ.")),
    *(figure(name, name, ".3f") for name in ("r_f", "r_m", "g_s")),
    bounds("g_s_interval", ".3f"),
    field("n"),
)
_PRINTED = (
    *(field("template", "templ."), field("figure")),
    figure("published", "published", ".2f"),
    bounds("published_interval", ".2f"),
    figure("ours", "ours", ".3f"),
    bounds("interval", ".3f"),
    TextColumn("", lambda entry: "as published" if entry["met"] else "differs"),
)
_COMPARISON = (
    field("template"),
    field("n", "sentences"),
    figure("pearson", "correlation", "+.4f", UNDEFINED),
    figure("largest_difference", "largest difference", "+.4f", UNDEFINED),
    figure("mean_difference", "mean difference", "+.4f", UNDEFINED),
)
