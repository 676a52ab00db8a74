"""What a result of the Annotators page says with its numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from components.annotators.export import Exporter
from engine.command_line.command import Command


@pytest.mark.parametrize(("public", "said"), [(False, True), (True, False)])
def test_a_screen_of_simulated_answers_says_that_no_person_gave_them(public, said):
    listed = SimpleNamespace(caveat="Made up.")
    data: Any = SimpleNamespace(listed=listed, public=public, uploaded=False)
    scored: Any = SimpleNamespace(manifest={}, named="a model")
    exporter = Exporter(scored, SimpleNamespace(data=data), Command(("annotators",)))  # type: ignore[arg-type]
    result = exporter.result("groups", None, None, "Groups", claim="They agree.")  # type: ignore[arg-type]
    assert result.headline == "They agree"
    assert ("These annotators are simulated: no person gave" in result.said) == said
