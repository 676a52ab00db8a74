"""A sample of a collection's pins, measured again and compared."""

from __future__ import annotations

import contextlib
import math
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from engine.core.errors import BiascopeError, StorageError, why
from engine.pins import Pin
from engine.report.check.allowed import check_allowed
from engine.report.check.changed import changed_since
from engine.report.check.compare import Compared, Record, best_comparison, with_numbers
from engine.report.check.lines import Line, NotHereError, RefusedError, lines_of
from engine.report.check.running import SECONDS, Given, NotRunError, run

Outcome = Literal["same", "differs", "incomplete", "not compared", "nothing to compare"]


@dataclass(frozen=True)
class How:
    """How pins are checked.

    Args:
        from_store: whether values that are known may be used; else everything is computed again.
        seconds: limit of each command.
        ends: when the whole check ends, as `time.monotonic` counts.
        beside: folder of the pins' file, in which commands are run where it has the files that
            they name; None where the pins are no file of the user's.
        given: further files and folders that commands may read; None where they may read any,
            as commands of one's own.
    """

    from_store: bool = False
    seconds: float = SECONDS
    ends: float = math.inf
    beside: Path | None = None
    given: tuple[Path, ...] | None = None


@dataclass(frozen=True)
class Checked:
    """What came of one pin.

    Args:
        number: of the pin, counted from 1.
        compared: None where nothing could be compared.
        reason: why not; empty otherwise.
        expected: whether that lies in the pin: it has no numbers, no command, or one that trains.
    """

    number: int
    pin: Pin
    compared: Compared | None
    reason: str = ""
    expected: bool = False

    @property
    def outcome(self) -> Outcome:
        """What came of it, in one or a few words."""
        if self.compared is None:
            return "nothing to compare" if self.expected else "not compared"
        if self.compared.differing:
            return "differs"
        return "same" if self.compared.complete else "incomplete"


def sampled(pins: Sequence[Pin], count: int, seed: int) -> list[int]:
    """Numbers of the pins that are checked, counted from 1, in order.

    Args:
        count: how many; 0 for all.
    """
    everyone = range(1, len(pins) + 1)
    if not 0 < count < len(pins):
        return list(everyone)
    return sorted(random.Random(seed).sample(everyone, count))


def check(number: int, pin: Pin, reads: Callable[[str], None], how: How | None = None) -> Checked:
    """Run the commands of one pin, and compare their numbers with its rows.

    Args:
        number: of the pin, counted from 1.
        reads: called with the name of each file before it is read.
        how: by default everything is computed again.
    """
    if not with_numbers(pin.rows):
        return Checked(number, pin, None, "its table holds no numbers", expected=True)
    how = how or How()
    try:
        folder, lines = _place_and_lines(pin, how)
        with contextlib.chdir(folder):
            given = _given(lines, reads, how)
    except RefusedError as error:
        return Checked(number, pin, None, str(error), error.expected)
    except StorageError:
        raise
    except BiascopeError as error:
        return Checked(number, pin, None, str(error))
    found = best_comparison(pin.rows, _tables(given))
    if found is None:
        return Checked(number, pin, None, "its command gives no table with these rows and numbers")
    manifests = [each for one in given for each in one.manifests]
    also = changed_since(pin.manifest, manifests) if found.differing else ""
    differences = tuple(replace(each, also=also) for each in found.differences)
    return Checked(number, pin, replace(found, differences=differences))


def _place_and_lines(pin: Pin, how: How) -> tuple[Path, list[Line]]:
    """The folder that a pin's commands are run in, and they: beside the pins, or where we are.

    Raises:
        RefusedError: if they may not be run, or name files that may not be read.
    """
    if not pin.command and pin.changed:
        raise RefusedError("its command is missing, is too long, or was taken out of the file")
    refused: list[RefusedError] = []
    beside = [] if how.beside is None else [how.beside]
    for folder in (*beside, Path.cwd()):
        try:
            with contextlib.chdir(folder):
                lines = lines_of(pin.command)
                files = [name for line in lines for name in line.files]
                if how.given is not None:
                    check_allowed(files, [*beside, *how.given])
        except RefusedError as error:
            refused.append(error)
        else:
            absolute = all(Path(name).is_absolute() for name in files)
            return Path.cwd() if absolute else folder, lines
    raise next((error for error in refused if not isinstance(error, NotHereError)), refused[0])


def _given(lines: Sequence[Line], reads: Callable[[str], None], how: How) -> list[Given]:
    """What each of the commands gives."""
    given = []
    for line in lines:
        seconds = min(how.seconds, how.ends - time.monotonic())
        if seconds <= 0:
            raise NotRunError("the check had used all of its time (--minutes)")
        for name in line.files:
            reads(name)
        try:
            with tempfile.TemporaryDirectory(prefix="biascope-check-") as folder:
                given.append(run(line, Path(folder), how.from_store, seconds))
        except OSError as error:
            raise StorageError(
                f"The check needs space for temporary files, which failed ({why(error)})."
            ) from None
    return given


def _tables(given: Sequence[Given]) -> list[list[Record]]:
    """The tables of all commands; those of the same place are one table too."""
    each = [one.tables for one in given]
    if len(each) == 1:
        return each[0]
    joined = [[row for table in same for row in table] for same in zip(*each, strict=False)]
    return [*(table for tables in each for table in tables), *joined]
