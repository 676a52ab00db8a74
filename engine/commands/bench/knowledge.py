"""`bench knowledge`: what models know of everyday things, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.commands.bench.report import opening, ranged, write_report
from engine.commands.options import DEFAULT_MODEL, with_model
from engine.commands.subject import Subject

if TYPE_CHECKING:
    from engine.bench.knowledge import Given, Ratio, Share

_HITS = ("right", "copied")


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
    from engine.bench.knowledge import given, shares_by_topic
    from engine.datasets.probes import knowledge_probes

    asked = knowledge_probes()
    preamble = {**opening("knowledge", subject.device), "seed": seed}
    results: list[dict[str, Any]] = []
    first: list[Given] = []
    for name in models or [DEFAULT_MODEL]:
        lm = subject.other(name).lm()
        answers = given(lm, asked)
        first = first or answers
        results.append(
            {
                "model": name,
                "revision": lm.spec.revision,
                **_shares(answers),
                "topics": shares_by_topic(asked, answers),
                "to_first": _ratios(answers, first, seed),
                "answers": [
                    {**asdict(probe), **asdict(answer)}
                    for probe, answer in zip(asked, answers, strict=True)
                ],
            }
        )
    columns, rows = _listed(results) if probes and not json_ else _summed(results)
    write_report(
        {**preamble, "results": [_plain(entry) for entry in results]}, json_, columns, rows
    )


def _shares(answers: Sequence[Given]) -> dict[str, Share]:
    from engine.bench.knowledge import share_of

    return {hit: share_of([getattr(answer, hit) for answer in answers]) for hit in _HITS}


def _ratios(ours: Sequence[Given], first: Sequence[Given], seed: int) -> dict[str, Ratio]:
    from engine.bench.knowledge import ratio

    return {
        hit: ratio(
            [getattr(answer, hit) for answer in ours],
            [getattr(answer, hit) for answer in first],
            seed,
        )
        for hit in _HITS
    }


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        **entry,
        **{hit: asdict(entry[hit]) for hit in _HITS},
        "topics": {topic: asdict(share) for topic, share in entry["topics"].items()},
        "to_first": {hit: asdict(found) for hit, found in entry["to_first"].items()},
    }


def _summed(results: Sequence[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """A row a topic, a column a model."""
    names = [Path(entry["model"]).name for entry in results]
    rows = [
        [topic, *(_share(entry["topics"][topic]) for entry in results)]
        for topic in results[0]["topics"]
    ]
    rows += [["all", *(_share(entry["right"]) for entry in results)]]
    rows += [["copies a word of the sentence", *(_share(entry["copied"]) for entry in results)]]
    for title, hit in (
        ("right / right of the first", "right"),
        ("copies / copies of it", "copied"),
    ):
        if len(results) > 1:
            rows += [[title, *(_ratio(entry["to_first"][hit]) for entry in results)]]
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


def _share(found: Share) -> str:
    return f"{found.count} of {found.n} {ranged(found.share, found.interval, '.2f')}"


def _ratio(found: Ratio) -> str:
    return "–" if found.value is None else ranged(found.value, found.interval, ".2f")
