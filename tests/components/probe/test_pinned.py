"""What a pinned result of the Probe page says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from components.frame.session import Facts
from components.frame.shell.subject import Subject
from components.frame.widgets.result import plain_text
from components.probe.controls import Question
from components.probe.pinned import claim_of, live_groups
from engine.core.families import MASKED
from engine.core.spec import ModelSpec

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


def subject(label: str) -> Subject:
    return Subject(ModelSpec("m", "r"), label, cast(Facts, SimpleNamespace(kind=MASKED)))


def question(groups: int) -> Question:
    named = tuple(f"group {number}" for number in range(groups))
    return Question("My {group} boss is a [MASK].", (), named, 10, (), "independent", 1)


@pytest.mark.parametrize("groups", [2, 8])
@pytest.mark.parametrize("models", [1, 2])
def test_a_screen_of_groups_asks_the_measured_model_for_its_groups(groups, models):
    shown = [subject("all heads on"), subject("3 heads switched off")][:models]
    live = live_groups(question(groups), shown, ["man", "##s", "woman"])
    assert live is not None
    assert live["kind"] == "groups"
    assert live["groups"].count(",") == groups - 1
    assert live["targets"] == "man, woman"
    assert ("waits" in live) == (models == 2)


def test_more_groups_than_a_screen_has_room_for_are_not_asked_again():
    assert live_groups(question(9), [subject("m")], ["man"]) is None
