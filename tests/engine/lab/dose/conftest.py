"""Small runs of dose and response on tiny models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.lab.dose.place import DosePlace
from engine.lab.dose.settings import DoseRequest


@pytest.fixture
def dose_request(request_for) -> Callable[..., DoseRequest]:
    """A run on a tiny model: `dose_request(doses=(0, 1), steps=3)`."""

    def made(doses: tuple[float, ...] = (0.0, 1.0), seeds: int = 2, **changes: Any) -> DoseRequest:
        return DoseRequest(request_for(**changes), doses, seeds)

    return made


@pytest.fixture
def dose_place(tmp_path) -> Callable[..., DosePlace]:
    """A folder claimed for a run."""

    def claimed(asked: DoseRequest, name: str = "run") -> DosePlace:
        found = DosePlace(tmp_path / name, "tiny")
        found.claim(asked)
        return found

    return claimed
