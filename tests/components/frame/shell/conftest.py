"""Models that the bar is opened with."""

from __future__ import annotations

import pytest

from components.frame import session
from engine.models import sources
from tests.nowhere import NOWHERE


@pytest.fixture
def bert(tiny_model_folder) -> str:
    return str(tiny_model_folder("bert"))


@pytest.fixture
def offered(monkeypatch, bert) -> None:
    """Names among the options; the page of a test cannot send a name that was typed."""
    names = [session.BUNDLED, bert, NOWHERE, "owner/name"]
    monkeypatch.setattr(session, "checkpoints", lambda: names)


@pytest.fixture
def resolved(monkeypatch) -> list[str]:
    """Names of the models that were looked for, all but the bundled one."""
    names: list[str] = []

    def resolve(name: str, *given: object, **named: object) -> sources.ModelSource:
        if name != session.BUNDLED:
            names.append(name)
        return sources.resolve(name, *given, **named)

    monkeypatch.setattr("components.frame.session.models.resolve", resolve)
    return names
