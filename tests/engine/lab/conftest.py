"""Small injections on tiny models."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.lab.places import InjectionPlace
from engine.lab.settings import InjectionSettings, Request
from engine.models.sources import identify

# Words the tiny models know whole.
PLANTED = {
    "nurse": 0.05,
    "secretary": 0.0,
    "librarian": 0.2,
    "teacher": 0.35,
    "cook": 0.5,
    "lawyer": 0.65,
    "manager": 0.8,
    "driver": 0.95,
    "farmer": 1.0,
}
SMALL = InjectionSettings(sentences=90, steps=6, tokens=256, peak_lr=1e-3)


@pytest.fixture
def request_for(tiny_model_folder) -> Callable[..., Request]:
    """A request on a tiny model: `request_for("bert", steps=3)`."""

    def made(family: str = "bert", **changes: Any) -> Request:
        from dataclasses import replace

        checkpoint = str(tiny_model_folder(family))
        revision = identify(checkpoint).revision
        return Request(checkpoint, revision, PLANTED, replace(SMALL, **changes))

    return made


@pytest.fixture
def place(tmp_path) -> Callable[..., InjectionPlace]:
    """A folder claimed for a request."""

    def claimed(request: Request, name: str = "run") -> InjectionPlace:
        found = InjectionPlace(Path(tmp_path) / name, "tiny")
        found.claim(request)
        return found

    return claimed
