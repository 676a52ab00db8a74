"""What one run of the command line left behind, and the tables that it wrote."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """What one run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object, with nothing beside it on stdout."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on stderr of a run that printed nothing else."""
        assert self.out == ""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]

    @property
    def refusal(self) -> str:
        """The one line of a run that a mistake of the user's ended."""
        assert self.code == 2
        return self.complaint


def table(path: str | Path) -> list[dict[str, str]]:
    """The rows of a CSV that a command wrote."""
    with Path(path).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
