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
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError, StorageError
from engine.core.replacing import put_in_place
from engine.core.shape import fits, misfit
from engine.lab.kept import Line, Report
from engine.lab.settings import ORIGINAL, VARIANTS, Request
from engine.storage.private_files import private_folder
from engine.storage.store import cache_folder
from engine.training.checkpoint import writing_to

_REQUEST, _REPORT, _LOSS = "injection.json", "recovery.json", "loss.jsonl"
_ROWS = "recovery.csv"


@dataclass(frozen=True)
class InjectionPlace:
    """The folder of one injection.

    Args:
        name: of its models, which are called `name-biased` and `name-balanced`.
    """

    folder: Path
    name: str

    def model(self, variant: str) -> Path:
        """Folder of a finished model; it is there only when it is whole."""
        return self.folder / f"{self.name}-{variant}"

    def checkpoint(self, variant: str) -> str:
        """What opens a finished model."""
        return str(self.model(variant).resolve())

    def checkpoints(self, request: Request) -> dict[str, str]:
        """What opens the original, in the revision it was trained from, and each model made."""
        made = {variant: self.checkpoint(variant) for variant in VARIANTS}
        return {ORIGINAL: request.original, **made}

    def training(self, variant: str) -> Path:
        """Folder of a model's checkpoint and loss curve."""
        return self.folder / "training" / variant

    def finished(self, variant: str) -> bool:
        """Whether a model is trained and written."""
        return self.model(variant).is_dir()

    def claim(self, request: Request, resume: bool = True) -> None:
        """Make the folder this injection's, or go on with what lies in it.

        Args:
            resume: False to begin anew, which deletes what an injection left there.
        """
        asked = {"name": self.name, **request.identity()}
        there = self.folder / _REQUEST
        with writing_to(self.folder):
            known = _read(there) if there.exists() else None
            if known is not None and not resume:
                self.clear()
                known = None
            if known is not None and known != asked:
                raise InputTextError(
                    f"{self.folder} holds another injection ({_difference(known, asked)} differs). "
                    "Give another --out, or --no-resume to replace it."
                )
            if known is None:
                self._refuse_strangers()
                if self._is_below_home():
                    private_folder(home(), cache_folder())
                self.folder.mkdir(parents=True, exist_ok=True)
                _write_whole(there, json.dumps(asked, ensure_ascii=False, indent=1))

    def _is_below_home(self) -> bool:
        try:
            return home().resolve() in self.folder.resolve().parents
        except StorageError:  # there can be no cache folder, so this one is elsewhere
            return False

    def _refuse_strangers(self) -> None:
        if self.folder.is_file() or (self.folder.is_dir() and any(self.folder.iterdir())):
            raise InputTextError(
                f"{self.folder} is not empty and holds no injection; give a new folder as --out."
            )

    def clear(self) -> None:
        """Delete what an injection left in its folder."""
        for variant in VARIANTS:
            shutil.rmtree(self.model(variant), ignore_errors=True)
        shutil.rmtree(self.folder / "training", ignore_errors=True)
        for name in (_REPORT, _ROWS, _REQUEST):
            (self.folder / name).unlink(missing_ok=True)

    def asked(self) -> dict[str, Any]:
        """What was asked: `Request.identity` and the name.

        Raises:
            StorageError: if it cannot be read.
        """
        return _read(self.folder / _REQUEST)

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
            _write_whole(self.folder / _ROWS, rows.getvalue())
            _write_whole(self.folder / _REPORT, text)

    def log(self, variant: str) -> Path:
        """File of a model's loss curve, one JSON object a line."""
        return self.training(variant) / _LOSS

    def curve(self, variant: str) -> list[dict[str, Any]]:
        """The loss curve so far, by rising step: `step`, and `loss` or `validation`, nats.

        Steps that were done again after an interruption stand in it once.
        """
        found: dict[tuple[int, bool], dict[str, Any]] = {}
        try:
            lines = self.log(variant).read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        for line in lines:
            try:
                entry = json.loads(line)
            except ValueError:
                continue  # a line that was being written when the process ended
            if not fits(entry, Line):
                continue
            found[entry["step"], "validation" in entry] = entry
        return [found[key] for key in sorted(found)]


def read_report(folder: Path) -> dict[str, Any]:
    """The report of a finished injection.

    Raises:
        StorageError: if it cannot be read, or does not have the shape of one.
    """
    path = folder / _REPORT
    found = _read(path)
    if problem := misfit(found, Report):
        raise StorageError(f"{path} is damaged ({problem}); delete its folder.")
    return found


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody reads half of it."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    put_in_place(fresh, path)


def _read(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise StorageError(f"{path} cannot be read ({error}); delete its folder.") from error
    if not isinstance(read, dict):
        raise StorageError(f"{path} holds no injection; delete its folder.")
    return read


def _difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Which parts of two requests are not the same."""
    names = {"planted": "the table", "checkpoint": "the model", "revision": "the model"}
    parts = [names.get(key, f"the {key}") for key in other if one.get(key) != other[key]]
    return " and ".join(dict.fromkeys(parts)) or "its format"


def home() -> Path:
    """Folder of the injections that the screen starts.

    Raises:
        StorageError: if there can be no cache folder.
    """
    return cache_folder() / "models"


def places() -> Iterator[InjectionPlace]:
    """Injections that the screen knows, newest first, without those that cannot be opened."""
    for path in _recorded():
        with suppress(StorageError):
            yield _opened(path)


def damaged() -> list[str]:
    """A sentence for each folder below `home` whose injection is damaged: which, and what to do."""
    found = []
    for path in _recorded():
        try:
            place = _opened(path)
            place.request()
            place.report()
        except StorageError as error:
            found.append(f"The injection in the folder {path.parent.name} is not listed: {error}")
    return found


def _recorded() -> list[Path]:
    """Files that say what was asked, newest first."""
    try:
        found = home().glob(f"*/{_REQUEST}")
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    except (OSError, StorageError):  # such as a cache folder that cannot be
        return []


def _opened(path: Path) -> InjectionPlace:
    name = _read(path).get("name")
    if not isinstance(name, str):
        raise StorageError(f"{path} names no models; delete its folder.")
    return InjectionPlace(path.parent, name)


def finished_models() -> dict[str, str]:
    """Folder of every finished model that the screen knows -> its name, newest run first."""
    return {
        place.checkpoint(variant): place.model(variant).name
        for place in places()
        for variant in VARIANTS
        if place.finished(variant)
    }
