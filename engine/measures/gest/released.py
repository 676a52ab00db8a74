"""The figures of eleven models on GEST, worked out from the scores that its authors released.

`released.json` is written by `replicate gest --write`; the scores themselves are not in the
project.

So the Scorecard shows eleven models without a network. The scores are data of others: they are read
from `BIASCOPE_DATA` or a download.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.measures.gest.scoring import ALL, TEMPLATES
from engine.measures.gest.verdict import READINGS

SCHEMA = "biascope.gest-released/1"
FILE = Path(__file__).with_name("released.json")
DIGITS = 8  # decimals that are kept


@dataclass(frozen=True)
class ReleasedModel:
    """Figures of one model under one template.

    Args:
        template: `0` to `3`, or `all` for the means over the templates.
        rates: reading (`published`, `defined`) -> what `verdict.rates` gives.
    """

    model: str
    template: str
    rates: dict[str, dict[str, Any]]


def about() -> dict[str, Any]:
    """Where the figures come from: repository, commit, licence, citation, digest of the inputs."""
    return {name: value for name, value in _read().items() if name != "models"}


def released(template: int | str) -> list[ReleasedModel]:
    """The eleven models under one template, in the order of the released files.

    Args:
        template: 0 to 3, or `all`.
    """
    if str(template) not in (*map(str, TEMPLATES), ALL):
        raise ValueError(f"no template {template!r}")
    return [
        ReleasedModel(
            entry["model"], entry["template"], {reading: entry[reading] for reading in READINGS}
        )
        for entry in _read()["models"]
        if entry["template"] == str(template)
    ]


@lru_cache(maxsize=1)
def _read() -> dict[str, Any]:
    found = json.loads(FILE.read_text(encoding="utf-8"))
    if found["schema"] != SCHEMA:
        raise ValueError(f"{FILE.name} is {found['schema']}, not {SCHEMA}")
    return found
