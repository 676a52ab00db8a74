"""`review rank`: how much a model prefers one sentence of each proposed pair."""

from __future__ import annotations

import typer

from engine.command_line.options import with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.commands.review.reviews import NameArgument
from engine.core.wording import counted

_TOP = 10  # candidates that are shown


@with_model(guarded=True)
def rank(name: NameArgument, *, subject: Subject, json_: bool) -> None:
    """Score the proposed pairs by a model, so that those it tells apart are judged first."""
    from engine.curation import ranking
    from engine.curation.review import scores
    from engine.measures.arena.report import label_of

    spec = subject.spec
    label = label_of(spec.identity())
    coarse = subject.coarse_ask if subject.guard else ""
    order, reason = (None, coarse) if isinstance(coarse, str) else (coarse, "")
    if order is not None:
        label += ", ordered in mixed precision"
    scored = ranking.rank(name, subject.measure, spec, label, order)
    key = ranking.model_key(spec, order is not None)
    found = scores.load(name, key)
    (model,) = (one for one in scores.models(name) if one.spec_key == key)
    if json_:
        write_json(
            {
                "review": name,
                "model": label,
                "spec": spec.identity(),
                "measure": ranking.variant_for(spec),
                "precision": _precision(subject.dtype, reason, order is not None),
                "scored": scored,
                "problems": model.problems,
                "differences": found,
            }
        )
        return
    _show(name, found)
    typer.echo(f"{counted(scored, 'candidate')} scored by {label}.")
    if subject.guard:
        typer.echo(_precision(subject.dtype, reason, order is not None))
    if model.problems:
        typer.echo(f"{counted(len(model.problems), 'candidate')} could not be scored.")


def _precision(dtype: str, reason: str, ordered: bool) -> str:
    """How the candidates were scored, in one sentence.

    Args:
        reason: why mixed precision was not used though it was asked for; empty otherwise.
        ordered: whether the order is that of mixed precision.
    """
    from engine.curation.ranking import FIRST

    if ordered:
        return f"The order is that of mixed precision; its first {FIRST} candidates are float32."
    return f"All candidates are {dtype}{f': {reason}' if reason else ''}."


def _show(name: str, found: dict[str, float]) -> None:
    from engine.curation.review.candidates import load

    first = sorted(found, key=lambda key: -abs(found[key]))[:_TOP]
    write_table(
        "Largest differences",
        ["difference (nats)", "type", "sentence", "film"],
        [[f"{found[one.id]:+.2f}", one.category, one.text, one.film] for one in load(name, first)],
    )
