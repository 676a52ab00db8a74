"""`report`: a collection of pinned results as one HTML file, as PDF, and checked again."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_folder
from engine.command_line.options import JsonOption
from engine.command_line.output import write_file, write_json, write_table
from engine.core.errors import InputTextError, escaped, why
from engine.core.paths import exists, file_path, is_folder, ordinary_file
from engine.core.table import field, figure, texts
from engine.core.wording import agreeing, counted, listed

if TYPE_CHECKING:
    from engine.pins import Collection
    from engine.report.check.checking import Checked, How
    from engine.report.check.compare import Compared


# --- report check -------------------------------------------------------------------------
# `report --check` shows what came of each pin, as a table and as JSON, and sets the exit status.

MINUTES = 60  # of a whole check
_DIFFERS, _INCOMPLETE = 1, 3  # exit status; 2 is a mistake of the user, as of any command
_NOT_ALL = ("incomplete", "not compared")
_FROM_STORE = (
    "Values that were stored, or came with Biascope, were not computed again (--from-store)."
)
_AGAIN = "Everything was computed again, and nothing was stored."


def check_all(collection: Collection, sample: int, seed: int, how: How) -> list[Checked]:
    """Check pins one after the other, with progress on stderr.

    Args:
        sample: how many; 0 for all.
    """
    from engine.report.check.checking import check, sampled

    def reads(name: str) -> None:
        what = "folder" if is_folder(name) else "file"
        typer.echo(f"Reads the {what} {escaped(str(Path(name)))}", err=True)

    found = []
    with _ended_in_order():
        for number in sampled(collection.pins, sample, seed):
            pin = collection.pins[number - 1]
            typer.echo(f"Checking result {number}: {escaped(pin.title)}", err=True)
            found.append(check(number, pin, reads, how))
    return found


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """End the command that runs and delete its files also when this process is told to end."""
    before = signal.getsignal(signal.SIGTERM)
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGTERM, before)


def status(found: Sequence[Checked]) -> int:
    """The exit status: 1 if a number differs, 3 if not all could be compared, else 0.

    Pins in which there is nothing to compare, such as those of words alone, make no difference.
    """
    outcomes = {each.outcome for each in found}
    if "differs" in outcomes:
        return _DIFFERS
    return _INCOMPLETE if outcomes & set(_NOT_ALL) else 0


def as_json(
    collection: Collection, written: list[str], found: Sequence[Checked] | None, from_store: bool
) -> dict[str, Any]:
    """What was written and found.

    Args:
        found: None where nothing was checked.
    """
    from engine.report.check.compare import ABSOLUTE, RELATIVE, SIGNED
    from engine.report.html import report_digest

    value: dict[str, Any] = {
        "title": collection.title,
        "pins": len(collection.pins),
        "digest": report_digest(collection),
        "changed": [number for number, pin in enumerate(collection.pins, 1) if pin.changed],
        "written": written,
    }
    if found is not None:
        value["tolerance"] = {"relative": RELATIVE, "absolute": ABSOLUTE, "signed": SIGNED}
        value["from_store"] = from_store
        value["status"] = status(found)
        value["checked"] = [_one(each) for each in found]
    return value


def _one(each: Checked) -> dict[str, Any]:
    value = {"number": each.number, "title": each.pin.title, "changed": each.pin.changed}
    value["outcome"] = each.outcome
    if each.compared is None:
        return value | {"compared": 0, "reason": each.reason}
    return value | {
        "compared": each.compared.numbers,
        "differ": each.compared.differing,
        "rows": each.compared.rows,
        "of_rows": each.compared.of_rows,
        "columns": list(each.compared.columns),
        "not_compared": list(each.compared.left_out),
        "differences": [vars(one) for one in each.compared.differences],
    }


def show_check(found: Sequence[Checked], from_store: bool) -> None:
    """Write what came of each pin, for people."""
    from engine.report.check.compare import ABSOLUTE, RELATIVE, SIGNED

    write_table(
        f"Numbers of the pins, {'measured again' if from_store else 'computed again'}",
        ["result", "title", "outcome"],
        [[str(each.number), each.pin.title, _outcome(each)] for each in found],
    )
    for each in found:
        if each.compared is not None and each.compared.differing:
            title = f"Result {each.number}: numbers that differ"
            rows = [*map(vars, each.compared.differences)]
            columns = (*_DIFFERENCES, _ALSO) if rows[0]["also"] else _DIFFERENCES
            write_table(title, *texts(columns, rows))
    typer.echo(_summary(found))
    typer.echo(_FROM_STORE if from_store else _AGAIN)
    typer.echo(
        f"Numbers count as equal within {RELATIVE:g} of their size, or {ABSOLUTE:g} ({SIGNED:g} in "
        "columns with numbers below 0, such as differences of log-probabilities). Seeds are part "
        "of the commands, so intervals are compared too."
    )


_DIFFERENCES = (
    field("row"),
    field("column"),
    figure("pinned", "pinned", ".10g", "none"),
    figure("found", "now", ".10g", "none"),
)
_ALSO = field("also", "what else changed")


def _summary(found: Sequence[Checked]) -> str:
    """How many results came to what; what has to be looked at comes first."""
    count = Counter(each.outcome for each in found)
    parts = [
        f"{count['differs']} with a number that differs",
        f"{count['incomplete']} compared in part",
        f"{count['not compared']} not compared",
        f"{count['same']} the same in every number",
        f"{count['nothing to compare']} with nothing to compare",
    ]
    said = ", ".join(part for part in parts if not part.startswith("0 "))
    return f"{counted(len(found), 'result')}: {said}." if found else "There is no result to check."


def _outcome(each: Checked) -> str:
    changed = "; changed since it was pinned" if each.pin.changed else ""
    if each.compared is None:
        what = "nothing to compare" if each.expected else "not compared"
        return f"{what}: {each.reason}{changed}"
    differ = _differ(each.compared.differing)
    return f"{_compared(each.compared)}, {differ}{_left_out(each.compared)}{changed}"


def _differ(number: int) -> str:
    return f"{number:,} {agreeing(number, 'differ')}" if number else "none differs"


def _compared(compared: Compared) -> str:
    rows = counted(compared.of_rows, "row")
    if compared.rows < compared.of_rows:
        rows = f"{compared.rows:,} of {rows}"
    return f"{counted(compared.numbers, 'number')} in {rows} compared"


def _left_out(compared: Compared) -> str:
    """What was not compared, which the rows that were do not show."""
    rows = compared.of_rows - compared.rows
    columns = f"column{'s' * (len(compared.left_out) > 1)} {listed(compared.left_out)}"
    parts = [counted(rows, "row")] * bool(rows) + [columns] * bool(compared.left_out)
    return f"; not compared: {', '.join(parts)}" if parts else ""


# --- report -------------------------------------------------------------------------------
# `report` itself writes the file, or has it checked.


def report(
    pins: Annotated[
        str,
        typer.Argument(
            help="File of a collection, name of a kept one, or story: the one that comes with "
            "Biascope."
        ),
    ],
    out: Annotated[str, typer.Option(help="HTML file to write."), Fact.ELSEWHERE] = "",
    notes: Annotated[
        bool, typer.Option("--notes", help="With the presenter's notes and likely questions.")
    ] = False,
    pdf: Annotated[
        str, typer.Option(help="PDF file to write, printed by an installed Chromium or Chrome.")
    ] = "",
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Compute the results again and compare the numbers. Exit status 1: a number "
            "differs; 3: not everything could be compared.",
        ),
    ] = False,
    sample: Annotated[
        int, typer.Option(min=0, help="With --check: how many pins, drawn at random; 0 for all.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Of the draw.")] = 0,
    from_store: Annotated[
        bool,
        typer.Option(
            "--from-store",
            help="With --check: use values that are stored already; compute only the rest.",
        ),
    ] = False,
    no_cache: Annotated[
        bool,
        typer.Option(
            "--no-cache", help="With --check: compute everything, store nothing; the default."
        ),
        Fact.ELSEWHERE,
    ] = False,
    minutes: Annotated[
        int, typer.Option(min=1, help="With --check: most minutes for all results together.")
    ] = MINUTES,
    files: Annotated[
        list[str] | None,
        typer.Option(
            help="With --check: a file or folder that commands of pins may read, besides those "
            "beside the pins; once for each.",
        ),
        Names.FILE,
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Write pinned results as one file that opens offline, or see whether they still come out."""
    if not (out or pdf or check):
        raise InputTextError(
            "Nothing to do: --out or --pdf names a file to write, or give --check."
        )
    if from_store and no_cache:
        raise InputTextError("--from-store and --no-cache exclude each other; give one of them.")
    if not check:
        options = ("--sample", "--seed", "--from-store", "--minutes", "--files", "--no-cache")
        check_used("--check", *options)
    elif not sample:
        check_used("--sample, of whose draw it is", "--seed")
    if not (out or pdf):
        check_used("a file to write, --out or --pdf", "--notes")
    collection, source = _collection(pins)
    _check_places(source, out, pdf)
    given = _given(files or [])
    written = _written(collection, out, pdf, notes)
    found = None
    if check:
        from engine.report.check.checking import How

        beside = source.absolute().parent if source is not None and exists(pins) else None
        ends = time.monotonic() + 60 * minutes
        how = How(from_store, ends=ends, beside=beside, given=given)
        found = check_all(collection, sample, seed, how)
    if json_:
        write_json(as_json(collection, written, found, from_store))
    elif found is not None:
        show_check(found, from_store)
    raise typer.Exit(status(found or []))


def _collection(name: str) -> tuple[Collection, Path | None]:
    """The collection of a file, one that is kept on this machine, or the one that is shipped.

    Returns:
        The collection, and its file if it is the user's.
    """
    from engine.pins import kept, story
    from engine.pins.reading import MOST_BYTES, read_collection

    if name in kept.RESERVED:
        return story.shipped(), None
    if not exists(name):
        names = kept.names()
        if name in names:
            return kept.load(name), kept.path_of(name)
        there = ", ".join([*(f"{own} (comes with Biascope)" for own in kept.RESERVED), *names])
        raise InputTextError(
            f"There is no file and no kept collection named {name}; there are {there}."
        )
    path = ordinary_file(name, "a collection that the Stage page exported")
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputTextError(f"{name} is too large for a collection of screens.")
        return read_collection(path.read_text(encoding="utf-8"), name), path
    except (OSError, UnicodeDecodeError) as error:
        raise InputTextError(f"{name} cannot be read ({why(error)}).") from None


def _given(names: Sequence[str]) -> tuple[Path, ...]:
    """Files and folders that commands of pins may read."""
    for name in names:
        if not exists(name):
            raise InputTextError(f"--files names a file or a folder; there is no {name}.")
    return tuple(file_path(name).absolute() for name in names)


def _check_places(source: Path | None, out: str, pdf: str) -> None:
    """Refuse files to write before anything is written."""
    for path in (out, pdf):
        if path and source is not None and _is_same(file_path(path), source):
            raise InputTextError(
                f"{path} holds the collection itself, which would be lost; name another file."
            )
    if out and pdf and _is_same(file_path(out), file_path(pdf)):
        raise InputTextError(f"--out and --pdf both name {out}; name a file for each.")
    for path in (out, pdf):
        check_folder(path)


def _is_same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _written(collection: Collection, out: str, pdf: str, notes: bool) -> list[str]:
    """Write what was asked for; the names of the files."""
    if not (out or pdf):
        return []
    from engine.report.html import report_html

    html = report_html(collection, notes)
    if out:
        write_file(out, html.encode(), size=True)
    if pdf:
        from engine.report.pdf import pdf_of

        write_file(pdf, pdf_of(html), size=True)
    return [name for name in (out, pdf) if name]
