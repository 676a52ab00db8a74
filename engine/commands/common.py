"""What commands share: the options of the contract, the model they name, and the output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.errors import InputTextError
from engine.jobs.worker import this_worker
from engine.mask_file import fit_mask, load_mask
from engine.measurement import Measurement, measure
from engine.models.facts import Facts, facts_of
from engine.models.sources import BUNDLED, identify, resolve
from engine.spec import ModelSpec, parse_heads
from engine.store import Store, default_store

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

ModelOption = Annotated[
    str, typer.Option("--model", help="Hub id, local folder, or 'bundled'.", show_default=True)
]
MaskOption = Annotated[
    str, typer.Option("--mask", help="Heads to switch off, as 9-12,3-1, or a mask file.")
]
DeviceOption = Annotated[str, typer.Option("--device", help="auto, cpu, cuda or cuda:N.")]
DtypeOption = Annotated[str, typer.Option("--dtype", help="float32, bfloat16 or float16.")]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Compute all, keep nothing.")]

DEFAULT_MODEL = BUNDLED


@dataclass
class Subject:
    """The model a command measures, loaded and gated only when something must be computed."""

    checkpoint: str
    mask: str
    device: str
    dtype: str
    no_cache: bool

    @cached_property
    def spec(self) -> ModelSpec:
        """Identity, known before any weight is loaded."""
        plain = identify(self.checkpoint, self.dtype)
        if not self.mask.strip().endswith(".json"):
            return replace(plain, masked_heads=parse_heads(self.mask))
        facts = self.facts
        mask = load_mask(self.mask.strip())
        heads, warnings = fit_mask(mask, plain, facts.family, facts.layers, facts.heads)
        for warning in warnings:
            typer.echo(warning, err=True)
        return replace(plain, masked_heads=heads)

    @cached_property
    def facts(self) -> Facts:
        """Family and size, known before any weight is loaded."""
        return facts_of(resolve(self.checkpoint))

    @cached_property
    def store(self) -> Store | None:
        """The result store, or None under --no-cache."""
        return None if self.no_cache else default_store()

    @cached_property
    def ungated(self) -> MaskedLM:
        """The loaded model, whatever its health."""
        from engine.models.loading import MaskedLM, load

        return MaskedLM(load(self.checkpoint, self.device, self.dtype), self.spec.masked_heads)

    def lm(self) -> MaskedLM:
        """The loaded model, refused if its scores would be noise."""
        from engine.models.health import gate

        gate(self.ungated)
        return self.ungated

    def ask(
        self, name: str, spec: ModelSpec, items: list[Any], params: dict[str, Any]
    ) -> Measurement:
        """Measure this model under another mask; the network is loaded once for all."""
        from engine.models.loading import MaskedLM

        def lm() -> MaskedLM:
            return MaskedLM(self.lm().model, spec.masked_heads)

        return measure(name, spec, items, params, lm, self.store)

    def measure(self, name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        """Measure with progress on stderr, or in the list of jobs; warnings go there too."""
        worker = this_worker()
        show = progress(name, len(items))
        result = measure(name, self.spec, items, params, self.lm, self.store, show)
        for warning in result.warnings:
            typer.echo(warning, err=True)
            if worker is not None:
                worker.note(warning)
        return result


def progress(name: str, items: int) -> Callable[[int, int], None] | None:
    """Where to say how far a measurement is: the list of jobs, or a line on stderr."""
    worker = this_worker()
    if worker is None:
        return progress_line(name, items)
    worker.begin(items)
    return worker.report


def progress_line(name: str, items: int) -> Callable[[int, int], None] | None:
    """A counter on stderr, only where someone is looking."""
    if items < 2 or not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        typer.echo(f"\r{name}: {done} of {total}", err=True, nl=done >= total)

    return show


def write_json(value: dict[str, Any]) -> None:
    """The one JSON object of a command."""
    typer.echo(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2))


def write_table(title: str, columns: list[str], rows: Iterable[list[str]]) -> None:
    """A table for people."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title), title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(escape(column), overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    Console(highlight=False, emoji=False).print(table)


def check_named(name: str, sets: Iterable[str]) -> None:
    """Make sure that a name given where a file or a set is expected is one of them.

    Raises:
        InputTextError: if it is neither; with the sets there are.
    """
    known = list(sets)
    if name == "-" or name in known:
        return
    try:
        Path(name).expanduser().stat()
    except FileNotFoundError:
        raise InputTextError(
            f"There is no file {name}, and no such set; there is {', '.join(known)}."
        ) from None
    except OSError:
        pass  # whoever reads it says what is wrong


def read_sentences(path: str) -> list[str]:
    """Non-empty lines of a text file, or of standard input for `-`.

    Raises:
        InputTextError: if the file is missing, is not UTF-8 text, or holds nothing.
    """
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
    except IsADirectoryError:
        raise InputTextError(
            f"{path} is a folder; give a text file, one sentence a line."
        ) from None
    except FileNotFoundError:
        raise InputTextError(f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise InputTextError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise InputTextError(f"{path} cannot be read ({error.strerror}).") from None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InputTextError(f"{path} holds no sentence; put one on each line.")
    return lines


def split_words(text: str) -> list[str]:
    """Words of a comma-separated list, without doubles, order kept."""
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
