"""`arena suites`: the suites of evaluators that come with Biascope, and what each needs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.core.table import TableEntry, TextColumn, field, texts
from engine.evaluators.classification.classifiers import need_of
from engine.evaluators.suite import Evaluator, Suite
from engine.evaluators.suites import SUITE_FOLDER, load_suite, suite_names


def suites(
    name: Annotated[
        str, typer.Argument(help="One suite, by name or as a TOML file; all shipped ones if empty.")
    ] = "",
    json_: JsonOption = False,
) -> None:
    """Suites of evaluators: what each needs, and whether it is on this machine."""
    found = [load_suite(one) for one in ([name] if name else suite_names())]
    if json_:
        write_json({"suites": [suite_json(suite) for suite in found]})
        return
    problems = [problem for suite in found for problem in _show(suite)]
    for problem in dict.fromkeys(problems):
        typer.echo(problem)
    typer.echo(f"A suite is a TOML file; copy one of {SUITE_FOLDER} to declare your own.")


def _show(suite: Suite) -> list[str]:
    """Write a table of a suite; what its evaluators lack is returned."""
    entries = suite_json(suite)["evaluators"]
    demo = " (demonstration)" if suite.demo else ""
    write_table(f"{suite.name}{demo}: {suite.description}", *texts(_COLUMNS, entries))
    typer.echo("")
    return [entry["problem"] for entry in entries if entry["problem"]]


def suite_json(suite: Suite) -> dict[str, Any]:
    """A suite with its evaluators and what they need, JSON-ready."""
    return {
        "name": suite.name,
        "description": suite.description,
        "demo": suite.demo,
        "digest": suite.digest,
        "evaluators": [_described(evaluator) for evaluator in suite.evaluators],
    }


def _described(evaluator: Evaluator) -> dict[str, Any]:
    need = need_of(evaluator)
    return {
        **evaluator.identity(),
        "needs": need.what,
        "here": need.here,
        "problem": need.problem or None,
        "licence": need.licence or None,
        "bytes": need.bytes,
    }


def _size_text(entry: TableEntry) -> str:
    return "" if entry["bytes"] is None else f"{entry['bytes'] / 1e6:,.1f} MB"


_COLUMNS = (
    field("name", "evaluator"),
    field("kind"),
    TextColumn("role", lambda entry: "counts" if entry["counts"] else "names categories"),
    field("needs"),
    TextColumn("size", _size_text),
    field("licence"),
    TextColumn("here", lambda entry: "yes" if entry["here"] else "no"),
)
