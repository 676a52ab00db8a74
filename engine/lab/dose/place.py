"""Where a run of dose and response keeps what: its request, checkpoints, models and report.

FOLDER/dose.json                     what was asked; a folder holds one run
FOLDER/training/dose-0.5-seed-1/     loss.jsonl, and a checkpoint while it is trained
FOLDER/NAME-dose-0.5-seed-1/         a finished model, as any other checkpoint
FOLDER/response.json                 what the measures say of all models
FOLDER/response.csv                  the same, one row a measure, dose and seed
"""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.core.errors import StorageError
from engine.core.shape import misfit
from engine.lab.dose.kept import Asked, DoseReport
from engine.lab.dose.settings import DoseRequest
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
from engine.lab.settings import Request
from engine.training.checkpoint import writing_to

_REQUEST, _REPORT, _ROWS = "dose.json", "response.json", "response.csv"
_NOUN = "run of dose and response"


@dataclass(frozen=True)
class DosePlace(TrainedFolder):
    """The folder of one run, whose models are called `name-dose-0.5-seed-1`."""

    def claim(self, request: DoseRequest, resume: bool = True) -> None:
        """Make the folder this run's, or continue with what is in it.

        Args:
            resume: False to begin anew, which deletes what a run left there.
        """
        asked = {"name": self.name, **request.identity()}
        claim(self.folder / _REQUEST, asked, _NOUN, None if resume else self.clear)

    def clear(self) -> None:
        """Delete what a run left in its folder.

        Raises:
            StorageError: if the run that is recorded there cannot be read.
        """
        for model in self.request().models:
            shutil.rmtree(self.model(model.variant), ignore_errors=True)
        shutil.rmtree(self.folder / TRAINING, ignore_errors=True)
        for name in (_REPORT, _ROWS, _REQUEST):
            (self.folder / name).unlink(missing_ok=True)

    def request(self) -> DoseRequest:
        """The request that was recorded.

        Raises:
            StorageError: if it cannot be read, or is damaged.
        """
        from pydantic import TypeAdapter, ValidationError

        path = self.folder / _REQUEST
        asked = read_object(path, _NOUN)
        try:
            if problem := misfit(asked, Asked):
                raise StorageError(f"{path} is damaged ({problem}); delete its folder.")
            injection = TypeAdapter(Request).validate_python(asked)
        except ValidationError as error:
            part = ".".join(map(str, error.errors()[0]["loc"]))
            raise StorageError(f"{path} is damaged at {part!r}; delete its folder.") from None
        return DoseRequest(injection, tuple(asked["doses"]), asked["seeds"])

    def report(self) -> dict[str, Any] | None:
        """What the measures said, once they did.

        Raises:
            StorageError: if it cannot be read, or is damaged.
        """
        path = self.folder / _REPORT
        if not path.exists():
            return None
        found = read_object(path, _NOUN)
        if problem := misfit(found, DoseReport):
            raise StorageError(f"{path} is damaged ({problem}); delete its folder.")
        return found

    def write_report(self, report: dict[str, Any]) -> None:
        """Keep the report, whole or not at all, and its responses as a table."""
        rows = io.StringIO(newline="")
        names = ("measure", "dose", "seed", "value", "low", "high", "n")
        table = csv.DictWriter(rows, names, lineterminator="\n", extrasaction="ignore")
        table.writeheader()
        for entry in report["responses"]:
            low, high = entry["interval"] or (None, None)
            table.writerow({**entry, "low": low, "high": high})
        text = json.dumps(report, ensure_ascii=False, allow_nan=False)
        with writing_to(self.folder):
            write_whole(self.folder / _ROWS, rows.getvalue())
            write_whole(self.folder / _REPORT, text)


# --- on this machine ----------------------------------------------------------------------
# The runs that the screen knows, which are below the cache folder.


def places() -> Iterator[DosePlace]:
    """Runs that the screen knows, newest first, without those that cannot be opened."""
    return opened(_REQUEST, _NOUN, DosePlace)


def damaged() -> list[str]:
    """A sentence for each folder below `home` whose run is damaged: which, and what to do."""
    return damaged_runs(_REQUEST, _NOUN, DosePlace, "dose run")
