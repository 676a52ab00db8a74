"""`review export`: the accepted pairs with datasheet, metadata and the whole review."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.options import JsonOption
from engine.command_line.output import write_json, write_table
from engine.commands.review.reviews import NameArgument
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.curation.export.accepted import WAYS
from engine.files.whole_folder import new_folder

if TYPE_CHECKING:
    from engine.curation.export.pairs import ExportedSet


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
