"""`review list` and `review delete`: the reviews of this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.core.wording import counted
from engine.curation.review.kept import delete as delete_review
from engine.curation.review.kept import review, reviews

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A review, as list shows it.")]


def list_reviews(json_: JsonOption = False) -> None:
    """Reviews of this machine, the newest first."""
    found = reviews(lambda sentence: typer.echo(sentence, err=True))
    if json_:
        write_json({"reviews": [asdict(one) for one in found]})
        return
    if not found:
        typer.echo("No reviews; curate --save makes one.")
        return
    write_table(
        "Reviews",
        ["name", "title", "language", "candidates", "decided", "twice", "reviewers"],
        [
            [
                one.name,
                one.title,
                one.language,
                f"{one.candidates:,}",
                f"{one.decided:,}",
                f"{one.second:,}",
                ", ".join(one.reviewers),
            ]
            for one in found
        ],
    )


def delete(
    name: NameArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Also if there are decisions in it.")] = False,
    json_: JsonOption = False,
) -> None:
    """Delete a review with all its decisions; one that holds decisions only with --yes."""
    from engine.core.errors import InputTextError

    found = review(name)
    if (found.decided or found.second) and not yes:
        raise InputTextError(
            f"The review {name} holds {counted(found.decided + found.second, 'decision')}, which "
            "would be lost; export it first, or delete it with --yes."
        )
    delete_review(name)
    if json_:
        write_json({"name": name, "deleted": True})
    else:
        typer.echo(f"Deleted {name}.")
