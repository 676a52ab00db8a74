"""`his`: her or hers, by the words around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.words.pronouns.his import read_his

OWNED = [
    "What's HIS name?",
    "It's HIS turn.",
    "HIS own key.",
    "HIS being there helped.",
    "HIS first is the best.",
    "HIS old, rusty truck.",
    "HIS then girlfriend drove.",
    "He gave it HIS all.",
    "A fan of HIS work.",
    "HIS right to vote.",
    "HIS and my plans changed.",
    "HIS beloved wife.",
    "HIS will was read.",
]
ALONE = [
    "What's HIS?",
    "It's HIS.",
    "It's HIS to give.",
    "A friend of HIS called.",
    "No cousin of HIS sets foot in here.",
    "That idea of HIS will never work.",
    "A house like HIS costs a fortune.",
    "HIS was late.",
    "HIS broke down.",
    "HIS works better.",
    "Is it HIS or mine?",
    "The decision was HIS alone.",
    "HIS will be longer.",
]


def owns(sentence: str) -> bool:
    start = sentence.index("HIS")
    return read_his(sentence.replace("HIS", "his"), start).owns


@pytest.mark.parametrize("sentence", OWNED)
def test_his_owns_a_noun_phrase(sentence):
    assert owns(sentence)


@pytest.mark.parametrize("sentence", ALONE)
def test_his_stands_by_itself(sentence):
    assert not owns(sentence)


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_around_his_can_be_read(before, after):
    read_his(f"{before} his {after}", len(before) + 1)
