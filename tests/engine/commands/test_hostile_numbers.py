"""Numbers that nothing can be counted to: every command refuses them in one line."""

from __future__ import annotations

import pytest

HUGE = "9" * 5_000


@pytest.mark.parametrize(
    "arguments",
    [
        ("jobs", "resume", "9" * 20),
        ("jobs", "cancel", "0"),
        ("cache", "prune", "--limit-mb", "nan"),
        ("cache", "prune", "--limit-mb", "inf"),
        ("heads", "--top-k", "²"),
        ("heads", "--top-k", HUGE),
        ("heads", "--bottom-k", "0"),
        ("agreement", "simulated", "--k", "٣²"),
        ("agreement", "simulated", "--k", HUGE),
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_a_number_that_cannot_be_is_refused(arguments, engine):
    outcome = engine(*arguments)
    assert outcome.code == 2, outcome.err[:300]
    assert outcome.complaint
