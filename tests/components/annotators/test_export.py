"""What a result of the Annotators page says with its numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from components.annotators.export import Exporter
from engine.command_line.command import Command


def of_answers(read: int, total: int, data: Any) -> Exporter:
    """A result of a model that has read some of the sentences."""
    answers = pd.DataFrame({"sentence": [f"Sentence {number}." for number in range(total)]})
    scored: Any = SimpleNamespace(manifest={}, named="a model", answers=answers.head(read))
    choice: Any = SimpleNamespace(data=data, answers=answers)
    return Exporter(scored, choice, Command(("annotators",)))


def test_a_screen_says_that_only_part_of_the_sentences_is_read():
    data = SimpleNamespace(listed=SimpleNamespace(caveat=""), public=True, uploaded=False)
    part = of_answers(8, 100, data).result("groups", None, None, claim="They agree.")  # type: ignore[arg-type]
    assert part.said == ("8 of 100 sentences are read so far; the results are of that part only.")
    whole = of_answers(100, 100, data).result("groups", None, None, claim="They agree.")  # type: ignore[arg-type]
    assert whole.said == ""


@pytest.mark.parametrize(("public", "said"), [(False, True), (True, False)])
def test_a_screen_of_simulated_answers_says_that_no_person_gave_them(public, said):
    listed = SimpleNamespace(caveat="Made up.")
    data: Any = SimpleNamespace(listed=listed, public=public, uploaded=False)
    exporter = of_answers(4, 4, data)
    result = exporter.result("groups", None, None, "Groups", claim="They agree.")  # type: ignore[arg-type]
    assert result.headline == "They agree"
    assert ("These annotators are simulated: no person gave" in result.said) == said
