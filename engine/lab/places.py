"""Where an injection keeps what: its settings, checkpoints, loss curves, models and report.

FOLDER/injection.json        what was asked; a folder holds one injection
FOLDER/training/biased/      loss.jsonl, and a checkpoint while it is trained
FOLDER/NAME-biased/          a finished model, as any other checkpoint
FOLDER/recovery.json         what the measures say of the three models
FOLDER/recovery.csv          the same, one row an occupation
"""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import StorageError
from engine.core.shape import misfit
from engine.lab.folder import (
    TRAINING,
    TrainedFolder,
    claim,
    opened,
    read_object,
    write_whole,
)
from engine.lab.folder import damaged as damaged_runs
from engine.lab.folder import home as home
from engine.lab.kept import Report
from engine.lab.settings import ORIGINAL, VARIANTS, Request
from engine.training.checkpoint import writing_to

_REQUEST, _REPORT = "injection.json", "recovery.json"
_ROWS = "recovery.csv"
_NOUN = "injection"


@dataclass(frozen=True)
class InjectionPlace(TrainedFolder):
    """The folder of one injection, whose models are called `name-biased` and `name-balanced`."""

    def checkpoints(self, request: Request) -> dict[str, str]:
        """What opens the original, in the revision it was trained from, and each model made."""
        made = {variant: self.checkpoint(variant) for variant in VARIANTS}
        return {ORIGINAL: request.original, **made}

    def claim(self, request: Request, resume: bool = True) -> None:
        """Make the folder this injection's, or go on with what lies in it.

        Args:
            resume: False to begin anew, which deletes what an injection left there.
        """
        asked = {"name": self.name, **request.identity()}
        claim(self.folder / _REQUEST, asked, _NOUN, None if resume else self.clear)

    def clear(self) -> None:
        """Delete what an injection left in its folder."""
        for variant in VARIANTS:
            shutil.rmtree(self.model(variant), ignore_errors=True)
        shutil.rmtree(self.folder / TRAINING, ignore_errors=True)
        for name in (_REPORT, _ROWS, _REQUEST):
            (self.folder / name).unlink(missing_ok=True)

    def asked(self) -> dict[str, Any]:
        """What was asked: `Request.identity` and the name.

        Raises:
            StorageError: if it cannot be read.
        """
        return read_object(self.folder / _REQUEST, _NOUN)

    def request(self) -> Request:
        """The request that was recorded.

        Raises:
            StorageError: if it cannot be read, or is damaged.
        """
        from pydantic import TypeAdapter, ValidationError

        try:
            return TypeAdapter(Request).validate_python(self.asked())
        except ValidationError as error:
            part = ".".join(map(str, error.errors()[0]["loc"]))
            raise StorageError(
                f"{self.folder / _REQUEST} is damaged at {part!r}; delete its folder."
            ) from None

    def report(self) -> dict[str, Any] | None:
        """What the measures said, once they did.

        Raises:
            StorageError: if it cannot be read, or is damaged.
        """
        path = self.folder / _REPORT
        return read_report(self.folder) if path.exists() else None

    def write_report(self, report: dict[str, Any]) -> None:
        """Keep the report, whole or not at all, and its occupations as a table."""
        rows = io.StringIO(newline="")
        table = csv.DictWriter(rows, list(report["occupations"][0]), lineterminator="\n")
        table.writeheader()
        table.writerows(report["occupations"])
        text = json.dumps(report, ensure_ascii=False, allow_nan=False)
        with writing_to(self.folder):
            write_whole(self.folder / _ROWS, rows.getvalue())
            write_whole(self.folder / _REPORT, text)


def read_report(folder: Path) -> dict[str, Any]:
    """The report of a finished injection.

    Raises:
        StorageError: if it cannot be read, or does not have the shape of one.
    """
    path = folder / _REPORT
    found = read_object(path, _NOUN)
    if problem := misfit(found, Report):
        raise StorageError(f"{path} is damaged ({problem}); delete its folder.")
    return found


def places() -> Iterator[InjectionPlace]:
    """Injections that the screen knows, newest first, without those that cannot be opened."""
    return opened(_REQUEST, _NOUN, InjectionPlace)


def damaged() -> list[str]:
    """A sentence for each folder below `home` whose injection is damaged: which, and what to do."""
    return damaged_runs(_REQUEST, _NOUN, InjectionPlace, "injection")


def finished_models() -> dict[str, str]:
    """Folder of every finished model that the screen knows -> its name, newest run first."""
    return {
        place.checkpoint(variant): place.model(variant).name
        for place in places()
        for variant in VARIANTS
        if place.finished(variant)
    }
