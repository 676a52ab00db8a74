"""`replicate list` and `replicate all`: which published tables there are, and those that can run.

Nothing is fetched: a model counts as here if `--checkpoint` says where it is or the hub's cache has
it. Each table runs as the command a person would type, in a process of its own, so that one that
fails ends no other and each gives its memory back.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import typer

from engine.command_line.entries import ENTRIES
from engine.command_line.options import CheckpointOption, JsonOption, places_of, with_model
from engine.command_line.output import write_json
from engine.command_line.replicated import published_model
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError, InputTextError, UnknownModelError
from engine.core.program import PROGRAM, run_module
from engine.flow.descriptor import PublishedTables, located

_WIDTH = 80


@dataclass(frozen=True)
class Replication:
    """One command `replicate NAME`, and what of it is on this machine.

    Args:
        name: the second word of the command.
        places: model -> where it is, of those that are here.
        absent: data sets and evaluators that are not here, each with how to get it.
    """

    name: str
    tables: PublishedTables
    places: dict[str, str]
    absent: dict[str, str]

    @property
    def why_not(self) -> str:
        """Why it cannot run here, one sentence; empty where it can."""
        return self.reason(f" ({', '.join(self.tables.models)})")

    def reason(self, names: str) -> str:
        """Why it cannot run here, one sentence; empty where it can.

        Args:
            names: of its models, in brackets; empty below a list of them.
        """
        if self.tables.by_hand:
            return self.tables.by_hand
        if self.absent:
            return next(iter(self.absent.values()))
        if self.places or self.tables.without_models:
            return ""
        return f"None of its models is here{names}; --checkpoint MODEL=FOLDER names a copy."

    def runs(self) -> Iterator[list[str]]:
        """Arguments of each run."""
        first = ["replicate", self.name]
        named = [
            [part.format(name=name, place=place) for part in self.tables.options]
            for name, place in self.places.items()
        ]
        if not named:
            yield first
        elif self.tables.at_once:
            yield [*first, *(part for parts in named for part in parts)]
        else:
            yield from ([*first, *parts] for parts in named)

    def summary(self) -> dict[str, Any]:
        """What is listed of it, JSON-ready."""
        return {
            "name": self.name,
            "paper": self.tables.paper,
            "shows": self.tables.shows,
            "models": [{"name": name, "here": name in self.places} for name in self.tables.models],
            "data": [{"name": name, "here": name not in self.absent} for name in self.tables.data],
            "suite": self.tables.suite or None,
            "others": self.tables.others,
            "time": self.tables.time,
            "runs_here": not self.why_not,
            "why_not": self.why_not,
        }


def list_tables(checkpoint: CheckpointOption = None, json_: JsonOption = False) -> None:
    """Which published tables there are: paper, figures, models, data, and roughly how long."""
    found = replications(checkpoint)
    if json_:
        write_json({"tables": [each.summary() for each in found]})
        return
    for each in found:
        _show(each)


@with_model("model", "mask")
def all_tables(checkpoint: CheckpointOption = None, *, subject: Subject, json_: bool) -> None:
    """Every published table that can run with what is on this machine; the others are named."""
    found = replications(checkpoint, by_hand=False)
    able = [each for each in found if not each.why_not]
    if not able:
        first = found[0]
        raise UnknownModelError(
            f"None of the {len(found)} tables can run here. First: {first.name}: {first.why_not} "
            f"`{PROGRAM} replicate list` says what each needs."
        )
    _say_what_runs(found, as_error=json_)
    results: list[dict[str, Any]] = []
    for each in able:
        for arguments in each.runs():
            results.append(_run(arguments, subject, json_))
    failed = [result for result in results if result["code"]]
    if json_:
        left = {each.name: each.why_not for each in found if each.why_not}
        write_json({"tables": results, "left_out": left})
    for result in failed:
        typer.echo(f"Failed, with the reason above: {result['command']}", err=True)
    if failed:
        raise typer.Exit(1)


def replications(given: Sequence[str] | None, by_hand: bool = True) -> list[Replication]:
    """All commands that compute published tables again, in the order of their names.

    Args:
        given: as `--checkpoint` is written.
        by_hand: whether it may name models of tables that `replicate all` leaves out.

    Raises:
        InputTextError: if a checkpoint that was given belongs to none of them.
    """
    places = places_of(given or [])
    named = {
        name.partition(" ")[2]: located(entry.tables)
        for name, entry in sorted(ENTRIES.items())
        if entry.tables
    }
    for model in places:
        if not any(
            published_model(model, tables.models)
            for tables in named.values()
            if by_hand or not tables.by_hand
        ):
            raise InputTextError(
                f"--checkpoint {model} would not be used: no table that runs here has it. "
                f"`{PROGRAM} replicate list` names all models; cinebias, mozart and "
                "alignment-arena take others too when they are run by themselves."
            )
    return [
        Replication(name, tables, _places(tables, places), _absent(tables))
        for name, tables in named.items()
    ]


def _places(tables: PublishedTables, given: Mapping[str, str]) -> dict[str, str]:
    """Model -> where it is, as given or in the hub's cache, in the order of the table."""
    typed = {published_model(name, tables.models): place for name, place in given.items()}
    found = {}
    for model in tables.models:
        if model in typed:
            found[model] = typed[model]
        elif _is_cached(model):
            found[model] = model
    return found


def _is_cached(model: str) -> bool:
    from engine.models.sources import find, refuse_without_safetensors

    try:
        find(model, refuse_without_safetensors, ask_hub=False)
    except BiascopeError:
        return False
    return True


def _absent(tables: PublishedTables) -> dict[str, str]:
    from engine.evaluators.classification.classifiers import need_of
    from engine.evaluators.suites import load_suite
    from engine.files.fetch.places import find
    from engine.files.fetch.registry import absent

    missing = {name: str(absent(name)) for name in tables.data if find(name) is None}
    for evaluator in load_suite(tables.suite).evaluators if tables.suite else ():
        need = need_of(evaluator)
        if evaluator.counts and not need.here:
            missing[evaluator.name] = f"Its evaluator {evaluator.name} is missing: {need.problem}"
    return missing


# --- text ---------------------------------------------------------------------------------


def _show(found: Replication) -> None:
    tables = found.tables
    lines = [("figures", tables.shows)]
    if tables.models:
        here = [name for name in tables.models if name in found.places]
        missing = [name for name in tables.models if name not in found.places]
        sides = (("here", here), ("missing", missing))
        lines.append(("models", "; ".join(f"{side}: {', '.join(n)}" for side, n in sides if n)))
    needed = [f"{name} ({_here(name not in found.absent)})" for name in tables.data]
    if tables.suite:
        own = [name for name in found.absent if name not in tables.data]
        needed.append(f"evaluators of the suite “{tables.suite}” ({_here(not own)})")
    lines += [("data", ", ".join(needed) or "what comes with Biascope")]
    lines += [("also", tables.others)] if tables.others else []
    lines += [("time", f"roughly, on two cores: {tables.time}")]
    why_not = found.reason("")
    lines += [("runs", f"not in `replicate all`: {why_not}" if why_not else "in `replicate all`")]
    typer.echo(_wrapped(f"{found.name}: {tables.paper}", ""))
    for title, text in lines:
        typer.echo(_wrapped(text, f"  {title:<9}"))
    typer.echo("")


def _here(is_here: bool) -> str:
    return "here" if is_here else "missing"


def _wrapped(text: str, start: str) -> str:
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=start,
        subsequent_indent=" " * (len(start) or 2),
        break_on_hyphens=False,
    )


def _say_what_runs(found: Sequence[Replication], as_error: bool) -> None:
    """Which tables run with which models, and why the others do not, before the first of them."""
    for each in found:
        if each.why_not:
            text = f"left out: {each.why_not}"
        else:
            missing = [name for name in each.tables.models if name not in each.places]
            text = f"runs with {', '.join(each.places)}" if each.places else "runs without a model"
            text += f"; missing: {', '.join(missing)}" if missing else ""
            text += f" ({each.tables.time})"
        typer.echo(_wrapped(text, f"{each.name:<16}"), err=as_error)


def _run(arguments: Sequence[str], subject: Subject, json_: bool) -> dict[str, Any]:
    """One table as the command a person would type, without asking the hub."""
    options = ["--device", subject.device, "--dtype", subject.dtype]
    options += ["--no-cache"] if subject.no_cache else []
    options += ["--json"] if json_ else []
    words = [*arguments, *options]
    command = shlex.join([*PROGRAM.split(), *words])
    typer.echo(f"{'' if json_ else chr(10)}{command}", err=json_)
    done = subprocess.run(
        [*run_module(), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"HF_HUB_OFFLINE": "1"},
        check=False,
    )
    found: dict[str, Any] = {"name": arguments[1], "command": command, "code": done.returncode}
    if not json_:
        typer.echo(done.stdout, nl=False)
    else:
        found["result"] = json.loads(done.stdout) if done.returncode == 0 else None
    return found
