"""What a pinned result of the Probe page says."""

from __future__ import annotations

import pytest

from components.frame.widgets.result import plain_text
from components.probe.pinned import claim_of

SENTENCE = "My plumber said that [MASK] would be late."


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            "“she” is 1.1 times as likely as “he” here.",
            "“she” is 1.1 times as likely as “he” in “My plumber said that ____ would be late.”.",
        ),
        (
            "The model expects “she” first (34%).",
            "“My plumber said that ____ would be late.”: the model expects “she” first (34%).",
        ),
    ],
    ids=["here", "sentence first"],
)
def test_a_title_names_its_sentence(claim, said):
    assert plain_text(claim_of(SENTENCE, claim)) == said


def test_a_long_sentence_is_cut_in_a_title():
    assert "…”" in claim_of(f"{'word ' * 30}[MASK].", "“he” is as likely here.")
