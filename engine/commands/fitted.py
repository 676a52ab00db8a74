"""What `erase` and `steer` share: where pairs come from, and how fits are written and shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.inputs import check_folder
from engine.command_line.output import say_written, write_json, write_table
from engine.core.errors import InputTextError, escaped
from engine.core.paths import file_path
from engine.core.wording import bounds_text, counted, figure_text, listed
from engine.files.fit_file import ERASURE, Fit, fit_bytes, save_fit
from engine.files.fits import Reference, find_fit, hold_fit, keep_fit, kept_fits
from engine.interventions.about import (
    About,
    Accuracy,
    Change,
    about_of,
    fit_json,
    judged_text,
    pairs_text,
    title,
)
from engine.interventions.pairs import CONCEPTS, ConceptPairs, bundled_pairs, pairs_of_file

DEFAULT_CONCEPT = next(iter(CONCEPTS))

ConceptOption = Annotated[
    str,
    typer.Option(
        help=f"What the pairs differ in: {listed(list(CONCEPTS))}, or a name of your own with "
        "--pairs."
    ),
]
PairsOption = Annotated[
    str,
    typer.Option("--pairs", help="Table of pairs, sent_a and sent_b; bundled ones by default."),
    Names.FILE,
]
OutOption = Annotated[
    Path | None,
    typer.Option(help="File to write (.safetensors); the fit is also kept by name."),
    Fact.ELSEWHERE,
]
SeedOption = Annotated[
    int, typer.Option(min=0, max=10**9, help="Of the folds and the random controls.")
]
FitArgument = Annotated[
    str, typer.Argument(help="A fit's file, or its name among those that are kept."), Names.FIT
]


def chosen_pairs(concept: str, file: str) -> ConceptPairs:
    """The pairs that a command fits on.

    Args:
        concept: as given; empty for the usual one of the bundled pairs.
        file: of the user's pairs; empty for bundled ones.
    """
    if not file:
        return bundled_pairs(concept or DEFAULT_CONCEPT)
    if not concept:
        raise InputTextError(
            "--pairs needs --concept, the name of what its pairs differ in, for example "
            "--concept age."
        )
    return pairs_of_file(file_path(file), concept, file)


def check_out(out: Path | None, no_cache: bool, replaces: str) -> None:
    """Refuse where a fit cannot be written, or would be lost, before anything is fitted."""
    if out is None and no_cache:
        raise InputTextError("--no-cache keeps no fit, so it needs --out, the file to write.")
    check_folder(out, replaces)


def hand_over(fit: Fit, out: Path | None, no_cache: bool, json_: bool) -> None:
    """Keep a new fit, write its file where one is wanted, and show it."""
    content = fit_bytes(fit)
    reference = hold_fit(content) if no_cache else keep_fit(content)
    if out is not None:
        save_fit(out, content)
    if json_:
        file = None if out is None else str(out)
        write_json(fit_json(fit, reference.label, reference.digest, file))
    else:
        show(fit)
    if out is not None:
        say_written(out)
    if not no_cache and not json_:
        option = "--erase" if fit.kind == ERASURE else "--steer"
        strength = "" if fit.kind == ERASURE else ":0.1"
        typer.echo(f"Use it as {option} {reference.label}{strength}", err=True)


def show_one(name: str, kind: str, json_: bool) -> None:
    """Show one fit of a kind: a file, or one that is kept."""
    fit, reference = find_fit(name, keep=False)
    if fit.kind != kind:
        other = "erase" if fit.kind == ERASURE else "steer"
        raise InputTextError(f"{name} is shown by `{other} show`: {title(fit)}.")
    if json_:
        write_json(fit_json(fit, reference.label, reference.digest, name))
        return
    show(fit)


def show_all(kind: str, json_: bool) -> None:
    """List the kept fits of a kind."""
    found = [(fit, reference) for fit, reference in kept_fits() if fit.kind == kind]
    if json_:
        write_json({"fits": [fit_json(fit, ref.label, ref.digest) for fit, ref in found]})
        return
    command = "erase fit" if kind == ERASURE else "steer fit"
    if not found:
        typer.echo(f"None is kept on this machine; `{command}` fits one.")
        return
    place = "rank" if kind == ERASURE else "layer"
    columns = ["name", "model", place, "pairs", "before", "after"]
    title = "Kept fits, with the accuracy of a linear probe in %"
    write_table(title, columns, [_row(*one) for one in found], whole=("name",))


def _row(fit: Fit, reference: Reference) -> list[str]:
    about = about_of(fit)
    size = str(fit.rank if fit.kind == ERASURE else fit.layer)
    if about is None:
        return [reference.label, fit.checkpoint, size, "", "", ""]
    figures = [_percent(about[key]["accuracy"]) for key in ("probe_before", "probe_after")]
    return [reference.label, fit.checkpoint, size, str(about["pairs"]["n"]), *figures]


def show(fit: Fit) -> None:
    """A fit as a table for people, and one sentence."""
    about = about_of(fit)
    if about is None:
        typer.echo(escaped(f"{title(fit)}; its file does not say how it was judged."))
        return
    write_table(
        f"{title(fit)}; {pairs_text(about)}",
        ["linear probe", "accuracy, %", "95% CI"],
        _rows(about),
    )
    typer.echo(escaped(judged_text(fit, about)))  # of a file that anybody may have written
    if "chosen" in about:
        typer.echo(_chosen_text(fit, about))
    if (strength := about.get("strength_of_difference")) is not None:
        typer.echo(
            f"The mean difference of the two sides is a strength of {figure_text(strength, '.3f')}."
        )


def _rows(about: About) -> list[list[str]]:
    random = about["random_controls"]
    named: Sequence[tuple[str, Accuracy]] = (
        ("before", about["probe_before"]),
        ("after", about["probe_after"]),
    )
    rows = [[name, _percent(one["accuracy"]), _bounds(one)] for name, one in named]
    moved = about["probe_change"]
    rows.append(["change", _percent(moved["difference"], "+.1f"), _bounds(moved, "+.1f")])
    title = f"{counted(random['n'], 'random control')}, mean"
    return [*rows, [title, _percent(random["mean"]), ""]]


def _percent(share: float, spec: str = ".1f") -> str:
    return figure_text(100 * share, spec)


def _bounds(found: Accuracy | Change, spec: str = ".1f") -> str:
    interval: Any = found["interval"]
    return bounds_text(interval and [100 * end for end in interval], spec) or "none"


def _chosen_text(fit: Fit, about: About) -> str:
    chosen = about["chosen"]
    best = figure_text(max(chosen["separation"], default=0.0), ".2f")
    return (
        f"Layer {fit.layer} separates the sides most ({best} standard deviations) in the "
        f"{counted(chosen['n'], 'pair')} on which it was chosen; the probe was tested on the other "
        f"{about['probe_before']['n']}."
    )
