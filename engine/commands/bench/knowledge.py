"""`bench knowledge`: what models know of everyday things, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.options import DEFAULT_MODEL, with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, ranged, write_report

if TYPE_CHECKING:
    from engine.bench.knowledge import Given


@with_model("model", "mask", "no_cache", no_cache=True)
def knowledge(
    models: Annotated[
        list[str] | None,
        typer.Option("--model", help="One or more models; the first is what others count against."),
    ] = None,
    probes: Annotated[
        bool, typer.Option("--probes", help="Also list what each model says at every probe.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap of the ratios.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How many everyday facts models know at first choice, and how often they copy a word."""
    from engine.bench.knowledge import given, known
    from engine.measures.health.probes import knowledge_probes

    asked = knowledge_probes()
    preamble = {**opening("knowledge", subject.device), "seed": seed}
    results: list[dict[str, Any]] = []
    first: list[Given] = []
    for name in models or [DEFAULT_MODEL]:
        lm = subject.other(name).lm()
        answers = given(lm, asked)
        first = first or answers
        said = zip(asked, answers, strict=True)
        results.append(
            {
                "model": name,
                "revision": lm.spec.revision,
                **asdict(known(asked, answers, first, seed)),
                "answers": [asdict(probe) | asdict(answer) for probe, answer in said],
            }
        )
    columns, rows = _listed(results) if probes and not json_ else _summed(results)
    write_report({**preamble, "results": results}, json_, columns, rows)


def _summed(results: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """A row a topic, a column a model."""
    names = [Path(entry["model"]).name for entry in results]
    rows = [
        [topic, *(_share(entry["topics"][topic]) for entry in results)]
        for topic in results[0]["topics"]
    ]
    rows.append(["all", *(_share(entry["right"]) for entry in results)])
    rows.append(["copies a word of the sentence", *(_share(entry["copied"]) for entry in results)])
    if len(results) > 1:
        for title, hit in (
            ("right / right of the first", "right"),
            ("copies / copies of the first", "copied"),
        ):
            rows.append([title, *(_ratio(entry["to_first"][hit]) for entry in results)])
    return ["right at first choice", *names], rows


def _listed(results: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """A row a probe, a column a model; what is not an answer in brackets."""
    names = [Path(entry["model"]).name for entry in results]
    rows = [
        [
            asked["topic"],
            asked["sentence"],
            ", ".join(asked["answers"]),
            *(_word(entry["answers"][number]) for entry in results),
        ]
        for number, asked in enumerate(results[0]["answers"])
    ]
    return ["topic", "sentence", "answers", *names], rows


def _word(answer: dict[str, Any]) -> str:
    word: str = answer["word"]
    return word if answer["right"] else f"({word})"


def _share(found: dict[str, Any]) -> str:
    return f"{found['count']} of {found['n']} {ranged(found['share'], found['interval'], '.2f')}"


def _ratio(found: dict[str, Any]) -> str:
    value = found["value"]
    return "–" if value is None else ranged(value, found["interval"], ".2f")
