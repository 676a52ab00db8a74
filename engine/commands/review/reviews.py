"""`review list`, `delete`, `import`, `merge` and `export`: the reviews of this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.curation.export.accepted import WAYS
from engine.curation.review.kept import delete as delete_review
from engine.curation.review.kept import review, reviews
from engine.curation.review.log import import_log
from engine.curation.review.log import merge as merge_log
from engine.files.text_file import bytes_of
from engine.files.whole_folder import new_folder

if TYPE_CHECKING:
    from engine.curation.export.pairs import ExportedSet


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


# --- logs ---------------------------------------------------------------------------------
# `review import` and `review merge`: reviews of other machines.

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A review.jsonl, as export writes it.")
]
_WANTED = "a review.jsonl"


def import_review(
    file: FileArgument,
    title: Annotated[str, typer.Option(help="Its title here; the one it had if empty.")] = "",
    json_: JsonOption = False,
) -> None:
    """Keep a review that was exported elsewhere, next to those of this machine."""
    name = import_log(bytes_of(file, file, _WANTED), title or None)
    if json_:
        write_json({"name": name})
    else:
        typer.echo(f"Kept as {name}.")


def merge(name: NameArgument, file: FileArgument, json_: JsonOption = False) -> None:
    """Add the decisions of another machine on the same sentences."""
    found = merge_log(name, bytes_of(file, file, _WANTED))
    if json_:
        write_json({"review": name, **asdict(found)})
        return
    typer.echo(
        f"{counted(found.added, 'decision')} added; {found.known:,} known already, "
        f"{found.unknown:,} on sentences that {name} does not hold."
    )
    for conflict in found.conflicts:
        typer.echo(f"Not added: {conflict.reason}")


# --- export -------------------------------------------------------------------------------
# `review export`: the accepted pairs with datasheet, metadata and the whole review.


def export(
    name: NameArgument,
    out: Annotated[str, typer.Option(help="A new folder for the files."), Fact.ELSEWHERE],
    which: Annotated[
        str, typer.Option(help="Accepted by whom: first, agreed (both passes) or either.")
    ] = "first",
    without: Annotated[
        list[str] | None, typer.Option(help="A bias type to leave out; may be repeated.")
    ] = None,
    thin: Annotated[
        int, typer.Option(min=0, help="Leave out bias types with fewer pairs than this.")
    ] = 0,
    json_: JsonOption = False,
) -> None:
    """Write pairs.csv, datasheet.md, croissant.json and review.jsonl into a new folder."""
    from engine.curation.export.folder import export_folder
    from engine.curation.export.pairs import exported

    if which not in WAYS:
        raise InputTextError(f"--which is {', '.join(WAYS)}; got {which!r}.")
    new_folder(out)
    chosen = exported(name, which, without or [], thin)  # type: ignore[arg-type]
    folder = export_folder(name, chosen, out)
    counts = {str(key): int(n) for key, n in chosen.frame["bias_type"].value_counts().items()}
    if json_:
        write_json(
            {
                "review": name,
                "folder": str(folder),
                "files": sorted(path.name for path in folder.iterdir()),
                "which": which,
                "pairs": len(chosen.frame),
                "by_category": counts,
                "dropped": {one.category: one.pairs for one in chosen.dropped},
                "edited": int((chosen.frame["status"] == "edited").sum()),
            }
        )
        return
    _show(chosen, counts)
    typer.echo(f"Written to {folder}.")


def _show(chosen: ExportedSet, counts: dict[str, int]) -> None:
    rows = [[category, f"{number:,}"] for category, number in counts.items()]
    write_table("", ["bias type", "pairs"], rows)
    typer.echo(f"{counted(len(chosen.frame), 'pair')} {WAYS[chosen.which]}.")
    if chosen.dropped:
        left = ", ".join(f"{one.category} ({one.pairs:,})" for one in chosen.dropped)
        typer.echo(f"Left out: {left}.")
