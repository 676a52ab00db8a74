"""`bench knowledge`: everyday knowledge of masked models, by topic."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.commands.bench.report import opening, share, write_report
from engine.commands.options import DEFAULT_MODEL, with_model
from engine.commands.subject import Subject

_SHARES = ("first", "five", "copies")


@with_model("model", "mask", "no_cache", no_cache=True)
def knowledge(
    models: Annotated[list[str] | None, typer.Option("--model", help="One or more models.")] = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How often models complete 200 plain sentences rightly, and how often they copy a word."""
    from engine.bench.knowledge import knowledge as summed
    from engine.bench.knowledge import probes, replies

    found: list[dict[str, Any]] = []
    asked = probes()
    for name in models or [DEFAULT_MODEL]:
        lm = subject.other(name).lm()
        given = replies(lm, asked)
        found.append(
            {
                "model": name,
                "revision": lm.spec.revision,
                "topics": [asdict(topic) for topic in summed(given)],
                "choices": {reply.probe.sentence: reply.choices[0] for reply in given},
            }
        )
    report = {**opening("knowledge", subject.device), "results": found}
    write_report(
        report,
        json_,
        ["topic", "model", "probes", "first choice", "first five", "copies"],
        [
            [
                topic["topic"],
                Path(entry["model"]).name,
                str(topic["probes"]),
                *(share(topic[name], topic[f"{name}_interval"]) for name in _SHARES),
            ]
            for place in range(len(found[0]["topics"]))
            for entry in found
            for topic in [entry["topics"][place]]
        ],
    )
