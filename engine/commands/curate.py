"""`curate`: sentences of subtitles that may become pairs, with proposed counterparts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.given import check_used
from engine.command_line.inputs import check_table
from engine.command_line.options import JsonOption, NoHeaderOption, SheetOption
from engine.command_line.output import expecting, progress, write_json, write_table
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.layout import LAYOUT, given_layout
from engine.files.table_file import FORMATS
from engine.flow.pace import Pace
from engine.storage.store import cache_folder

if TYPE_CHECKING:
    from engine.curation.candidate import Funnel
    from engine.curation.keywords.lists import WordLists
    from engine.curation.run import Curated

_STEPS = ["lines", "sentences", "hits", "unique", "candidates"]
_SHOWN = 20  # films in a table for people, and notes below it


def curate(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Subtitle files, and folders that hold some."),
    ],
    language: Annotated[str, typer.Option(help="Language of the subtitles, by its code.")] = "en",
    lists: Annotated[
        list[str] | None,
        typer.Option(
            help="Word list of your own, TOML, text, JSON or a table; once for each file."
        ),
    ] = None,
    columns: Annotated[
        str,
        typer.Option(
            help="Columns of lists that are tables, as keyword=A,counterparts=B,category=C."
        ),
    ] = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    category: Annotated[
        list[str] | None, typer.Option(help="Only this bias type; once for each.")
    ] = None,
    out: Annotated[
        str, typer.Option(help=f"Table of the proposed pairs to write: {FORMATS}."), Fact.ELSEWHERE
    ] = "",
    refused: Annotated[
        str,
        typer.Option(help=f"Table for the sentences without a counterpart: {FORMATS}."),
        Fact.ELSEWHERE,
    ] = "",
    save: Annotated[str, typer.Option(help="Keep the candidates as a review of this title.")] = "",
    other_languages: Annotated[
        bool,
        typer.Option("--other-languages", help="Search films that are in other languages, too."),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processes; two by default from 8 files on."),
        Fact.ELSEWHERE,
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Sentences of subtitles that hold keywords, each once, with proposed counterparts."""
    from engine.curation.keywords.lists import load_lists, only_categories
    from engine.curation.keywords.rows_form import ROLES, is_table
    from engine.curation.review.kept import checked_title
    from engine.curation.run import curate as run
    from engine.curation.run import keep
    from engine.curation.subtitles.folder import subtitle_files

    for path in (out, refused):
        check_table(path)
    if save:
        checked_title(save)
    own = [(name, Path(name)) for name in lists or []]
    if not any(is_table(name) for name, _ in own):
        check_used("--lists with a table", "--columns", *LAYOUT)
    found_lists = load_lists(
        language,
        own,
        note=partial(typer.echo, err=True),
        mapping=ROLES.mapping(columns),
        layout=given_layout(sheet, no_header),
    )
    chosen = only_categories(found_lists, category or [])
    sources = subtitle_files(files)
    show = progress("Files", len(sources))
    sizes = _work(sources)
    pace = Pace(cache_folder(), {"work": "curate"}, {"workers": workers}, sizes)
    if (expect := expecting(show)) is not None:
        expect(pace.expected(len(sources), len(sources)))
    with pace:
        found = run(sources, chosen, show, workers, other_languages)
        pace.note(sizes)
    if not found.films:
        raise InputTextError(_all_skipped(found.funnel))
    _write(found, out, refused)
    name = keep(save, found, chosen) if save else None
    if name is not None:
        typer.echo(f"Saved the review {name}", err=True)
    if json_:
        write_json(_as_json(found, chosen, name))
        return
    _show(found, name)


def _work(sources: Sequence[Path]) -> list[float]:
    """Units of work that files are: their bytes; none of one that is gone."""
    return [float(path.stat().st_size) if path.is_file() else 0.0 for path in sources]


def _all_skipped(funnel: Funnel) -> str:
    reasons = [one.reason for one in funnel.skipped]
    if len(reasons) == 1:
        return reasons[0]
    more = f" And {counted(len(reasons) - 5, 'more file')}." if len(reasons) > 5 else ""
    return f"None of {len(reasons):,} files was searched. {' '.join(reasons[:5])}{more}"


def _write(found: Curated, out: str, refused: str) -> None:
    from engine.curation.export.pairs import proposed_frame, refused_frame
    from engine.files.table_file import save_table

    for place, frame in ((out, proposed_frame), (refused, refused_frame)):
        if place:
            save_table(frame(found.candidates), Path(place))
            typer.echo(f"Wrote {place}", err=True)


def _as_json(found: Curated, lists: WordLists, review: str | None) -> dict[str, Any]:
    funnel = found.funnel
    by_film: dict[str, int] = {}
    for film in funnel.by_film:
        by_film[film.title] = by_film.get(film.title, 0) + film.candidates
    return {
        "files": funnel.files,
        **{step: getattr(funnel, step) for step in _STEPS},
        "by_category": {name: one.candidates for name, one in funnel.by_category.items()},
        "by_film": by_film,
        "skipped": [asdict(one) for one in funnel.skipped],
        "funnel_by_category": {name: asdict(one) for name, one in funnel.by_category.items()},
        "funnel_by_film": [asdict(one) for one in funnel.by_film],
        "notes": found.notes,
        "language": lists.language,
        "lists_digest": lists.digest,
        "review": review,
    }


def _show(found: Curated, review: str | None) -> None:
    """Tables for people: by category, by film, and what was left out."""
    funnel = found.funnel
    write_table(
        f"{counted(funnel.lines, 'line')} in {counted(funnel.files, 'file')}, "
        f"{counted(funnel.sentences, 'sentence')}",
        ["category", "with a keyword", "unique", "candidates", "most frequent keywords"],
        [
            [name, *_numbers(one.hits, one.unique, one.candidates), _frequent(one.keywords)]
            for name, one in funnel.by_category.items()
        ]
        + [["all", *_numbers(funnel.hits, funnel.unique, funnel.candidates), ""]],
    )
    films = sorted(funnel.by_film, key=lambda film: -film.candidates)
    typer.echo()
    write_table(
        "Films" if len(films) <= _SHOWN else f"The {_SHOWN} films with most candidates",
        ["film", "year", *_STEPS],
        [
            [
                film.title,
                "" if film.year is None else str(film.year),
                *_numbers(*(getattr(film, step) for step in _STEPS)),
            ]
            for film in films[:_SHOWN]
        ],
    )
    typer.echo()
    left_out = [f"Left out: {one.reason}" for one in funnel.skipped]
    for line in (*left_out, *found.notes[:_SHOWN]):
        typer.echo(line)
    if len(found.notes) > _SHOWN:
        typer.echo(f"And {counted(len(found.notes) - _SHOWN, 'more note')}, which --json shows.")
    if review is not None:
        typer.echo(f"The candidates are kept as the review {review}.")


def _numbers(*values: int) -> list[str]:
    return [f"{value:,}" for value in values]


def _frequent(keywords: dict[str, int], most: int = 4) -> str:
    return ", ".join(f"{word} {number:,}" for word, number in list(keywords.items())[:most])
