"""`review show`: how far a review is, and what models said of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.commands.review.reviews import NameArgument
from engine.core.wording import interval_text

if TYPE_CHECKING:
    from engine.curation.review.agreement import Agreement
    from engine.curation.review.progress import Counts, PassProgress

_COLUMNS = ["", "candidates", "open", "accepted", "edited", "rejected"]


def show(name: NameArgument, json_: JsonOption = False) -> None:
    """What was decided by category and by film, agreement, and what models said."""
    from engine.curation.review import scores, verdicts
    from engine.curation.review.agreement import agreement
    from engine.curation.review.kept import review
    from engine.curation.review.progress import progress

    about, found, agreed = review(name), progress(name), agreement(name)
    if json_:
        write_json(
            {
                **asdict(about),
                "films": found.films,
                "years": found.years,
                "passes": {str(number): _described(one) for number, one in found.passes.items()},
                "agreement": asdict(agreed),
                "models": [
                    {"label": one.label, "scored": one.scored, "problems": len(one.problems)}
                    for one in scores.models(name)
                ],
                "judges": [
                    {"source": one.source, "label": one.label, "verdicts": len(one.verdicts)}
                    for one in verdicts.load(name)
                ],
            }
        )
        return
    for number, one in found.passes.items():
        if number == 1 or one.total.decided:
            _show_pass(f"{about.title}: pass {number}", one)
    for sentence in _sentences(agreed):
        typer.echo(sentence)


def _described(found: PassProgress) -> dict[str, Any]:
    return {
        **_counts(found.total),
        "unedited_share": found.unedited_share,
        "unedited_interval": found.unedited_interval(),
        "by_category": {name: _counts(one) for name, one in found.by_category.items()},
        "by_film": [
            {"title": title, "year": year, **_counts(one)}
            for (title, year), one in found.by_film.items()
        ],
        "by_reviewer": found.by_reviewer,
    }


def _counts(found: Counts) -> dict[str, Any]:
    return {
        **vars(found),
        "rejected": dict(found.rejected),
        "unedited": found.unedited,
        "decided": found.decided,
    }


def _show_pass(title: str, found: PassProgress) -> None:
    rows = [*found.by_category.items(), ("all", found.total)]
    write_table(title, _COLUMNS, [[name, *map(_number, _row(one))] for name, one in rows])
    if found.unedited_share is not None:
        interval = found.unedited_interval()
        bounds = None if interval is None else [100 * bound for bound in interval]
        typer.echo(
            f"Accepted as proposed: {100 * found.unedited_share:.1f}%, "
            f"{interval_text(bounds, '.1f')}."
        )


def _row(one: Counts) -> tuple[int, ...]:
    return (
        one.candidates,
        one.candidates - one.decided,
        one.accepted,
        one.edited,
        one.rejected.total(),
    )


def _number(value: int) -> str:
    return f"{value:,}"


def _sentences(found: Agreement) -> list[str]:
    if not found.n:
        return []
    kappa = "not defined" if found.kappa is None else f"{found.kappa:.2f}"
    bounds = f", {interval_text(found.interval, '.2f')}" if found.interval else ""
    return [f"Judged twice: {found.n:,}; Cohen's κ {kappa}{bounds}."]
