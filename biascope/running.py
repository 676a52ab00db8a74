"""One command of the command line, run in this process: the same numbers, store and refusals."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from biascope.progress import in_notebook, showing_progress
from biascope.result import Result
from biascope.values import Heads, option_words
from engine.command_line.command import Command, file_word, with_options
from engine.core.errors import BiascopeError, InputTextError

if TYPE_CHECKING:
    import pandas as pd

    from biascope.tables import Read

    Data = str | Path | Sequence[str | Path] | pd.DataFrame
else:
    Data = Any

_STOPPED = 130  # exit code of a command that was interrupted


@dataclass(frozen=True)
class Asked:
    """What is asked of a command.

    Args:
        name: of the command, such as `arena run`.
        model: None for a command that takes none.
        heads: masked ones, as `heads_text` takes them.
        options: name, with underscores, -> value, as `option_words` takes it.
        arguments: what the command takes without an option.
        files: name among the words -> content, of data frames.
    """

    name: str
    model: str | Path | None
    heads: Heads
    options: Mapping[str, Any]
    arguments: tuple[str, ...] = ()
    files: Mapping[str, bytes] | None = None

    def on(self, data: Data) -> Asked:
        """Of these data: a text, names, or a data frame that is handed over as a file."""
        words, files = _words(data)
        return replace(self, arguments=words, files=files)

    def with_option(self, option: str, data: Data) -> Asked:
        """With data that the command takes by an option."""
        words, files = _words(data)
        if len(words) != 1:
            raise InputTextError(
                f"--{option} of {self.name} is one file, set or data frame; got {len(words)}."
            )
        (word,) = words
        return replace(self, options={**self.options, option: word}, files=files)

    def with_texts(self, texts: Sequence[str]) -> Asked:
        """Of several sentences, handed over as a file."""
        import pandas as pd

        return self.with_option("file", pd.DataFrame({"text": list(texts)}))

    def command(self) -> Command:
        """The command, as a page would offer it."""
        own = {} if self.model is None else {"model": self.model}
        given = {**own, "mask": self.heads, **self.options}
        options = [
            word for name, value in given.items() for word in option_words(self.name, name, value)
        ]
        # A text that begins with a dash is no option.
        stop = ["--"] if any(word.startswith("-") for word in self.arguments) else []
        words = (*self.name.split(), *options, *stop, *self.arguments)
        return Command(words, dict(self.files or {}))


def _words(data: Data) -> tuple[tuple[str, ...], dict[str, bytes]]:
    import pandas as pd

    if isinstance(data, pd.DataFrame):
        return ("data.csv",), {"data.csv": data.to_csv(index=False).encode()}
    given = (data,) if isinstance(data, str | Path) else data
    return tuple(file_word(str(one)) if isinstance(one, Path) else str(one) for one in given), {}


def run(
    asked: Asked,
    read: Callable[[dict[str, Any], pd.DataFrame | None], Read],
    *,
    writes: str = "",
    document: bool = False,
) -> Result:
    """Run a command and read what it reports.

    Args:
        read: the tables of the report; it gets the table of the CSV file of `--out`, too.
        writes: what the command that is shown writes with `--out`, where it has to be given.
        document: it writes HTML, which the result shows.

    Raises:
        BiascopeError: what the command would say and end with.
    """
    _begin()
    command = asked.command()
    chosen = asked.options.get("out")  # by the user, and among the command's words
    with tempfile.TemporaryDirectory(prefix="biascope-") as room:
        out = Path(chosen or Path(room) / "out")
        words = [_place(word, command.files, Path(room)) for word in command.words]
        added = ["--json", *(["--out", str(out)] if writes and not chosen else [])]
        try:
            report, rows = _ran(with_options(words, added), out)
        except BiascopeError as error:
            error.args = (str(error).replace(f"{room}{os.sep}", ""),)
            raise
        page = out.read_text(encoding="utf-8") if document else ""
        report = _named(report, {str(Path(room) / name): name for name in command.files})
    found = read(report, rows)
    return Result(
        name=asked.name,
        command=replace(command, output=None if chosen else writes or None).line(),
        frame=found.frame,
        summary=found.summary,
        report=report,
        draw=found.draw,
        document=page,
    )


@cache
def _begin() -> None:
    """What is said and set up once a process, before its first measurement."""
    from engine.plugins.loading import refusals

    if in_notebook():  # tqdm asks for ipywidgets, which none of Biascope's bars needs
        warnings.filterwarnings("ignore", message="IProgress not found")
    for sentence in refusals():
        warnings.warn(sentence, stacklevel=4)  # from where the user calls a function


def _named(report: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A report with data frames by the names that the command has for them."""
    own = dict(report)
    if "file" in own:
        own["file"] = names.get(own["file"], own["file"])
    if isinstance(own.get("files"), list):
        own["files"] = [names.get(file, file) for file in own["files"]]
    return own


def _place(word: str, files: Mapping[str, bytes], room: Path) -> str:
    """A word as the command gets it: a data frame as a file that is there while it runs."""
    if word not in files:
        return word
    (room / word).write_bytes(files[word])
    return str(room / word)


def _ran(words: Sequence[str], out: Path) -> tuple[dict[str, Any], pd.DataFrame | None]:
    """The JSON object of a command, and the table that it writes to `out`."""
    from typer.exceptions import TyperException

    from biascope.loaded import load
    from engine.cli import app
    from engine.command_line.output import reporting_to
    from engine.command_line.subject import loading_with
    from engine.files.table_file import seeing_tables

    reports: list[dict[str, Any]] = []
    tables: dict[Path, pd.DataFrame] = {}
    with (
        reporting_to(reports.append),
        seeing_tables(tables.__setitem__),
        loading_with(load),  # a model stays in memory for the next call, as far as it fits
        showing_progress(),
    ):
        try:
            code = app([*words], standalone_mode=False)
        except TyperException as error:
            raise InputTextError(" ".join(error.format_message().split())) from None
    if code == _STOPPED or not reports:
        raise KeyboardInterrupt
    return reports[0], tables.get(out)
