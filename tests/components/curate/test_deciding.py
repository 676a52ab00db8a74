"""When the rest of the page may be drawn again without keeping a reviewer waiting."""

from __future__ import annotations

import pytest

from components.curate import deciding
from components.curate.deciding import Outcome
from components.frame.session import state


@pytest.mark.parametrize(("ago", "pauses"), [(0.5, False), (2.9, False), (3.1, True)])
def test_a_reviewer_pauses_a_few_seconds_after_the_last_key(memory, monkeypatch, ago, pauses):
    memory[state.REVIEW_OUTCOME] = Outcome(1, at=100.0)
    monkeypatch.setattr(deciding.time, "monotonic", lambda: 100.0 + ago)
    assert deciding.pauses() is pauses


def test_without_a_key_there_is_nobody_to_wait_for(memory):
    assert deciding.pauses()
