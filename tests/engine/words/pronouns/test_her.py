"""`her`: his or him, by the words around it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.words.pronouns.her import read_her

# The word that is read is the one in capitals.
OWNED = [
    "I saw HER dancing partner.",
    "Is this HER coat?",
    "HER two dogs barked.",
    "On HER own she is lost.",
    "We gave HER flowers to the nurse.",
    "I told HER parents.",
    "You owe HER father money.",
    "HER being late annoyed us.",
    "HER not calling was odd.",
    "I love HER singing.",
    "HER loving father waited.",
    "I found HER hiding place.",
    "HER back hurts.",
    "It was HER last night here.",
    "It was HER very first job.",
    "HER recently divorced brother came.",
    "He made HER sad neighbor cry.",
    "I saw HER [MASK] there.",
    "HER, uh, cousin called.",
    "She met HER “manager”.",
    "HER Majesty left.",
    "It was worth HER while.",
    "Don't let HER smile fool you.",
    "HER what?",
]
OBJECT = [
    "I saw HER.",
    "Between HER and me.",
    "We gave HER flowers.",
    "I gave HER two dollars.",
    "I told HER the truth.",
    "Let HER go.",
    "They saw HER leave.",
    "They saw HER walking home.",
    "It made HER happy.",
    "It made HER sad for days.",
    "Bring HER back.",
    "I saw HER last night.",
    "They love HER very much.",
    "He trusts HER completely.",
    "They took HER hostage.",
    "They call HER names behind the house.",
    "It made HER famous overnight.",
    "They made HER queen.",
    "Call HER Rosie.",
    "They called HER names all day.",
    "I don't mind HER being late.",
    "You made HER miss the train.",
    "What made HER change the plan?",
    "Did meeting HER change you?",
    "It took HER years to recover.",
    "Wish HER luck.",
    "Face it, I met HER face to face.",
]


def reading(sentence: str):
    start = sentence.index("HER")
    return read_her(sentence.replace("HER", "her"), start)


@pytest.mark.parametrize("sentence", OWNED)
def test_her_owns_a_noun_phrase(sentence):
    assert reading(sentence).owns


@pytest.mark.parametrize("sentence", OBJECT)
def test_her_is_an_object(sentence):
    assert not reading(sentence).owns


def test_the_reason_names_the_word_that_decides():
    assert reading("I saw HER coat.").why == "before “coat”"
    assert reading("I gave HER flowers.").why == "“gave her flowers”"
    assert reading("I saw HER.").why == "at the end of a clause"


def test_a_verb_or_noun_at_the_end_is_not_sure():
    assert not reading("I saw HER dance.").sure
    assert reading("I saw HER dance with them.").sure


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_around_her_can_be_read(before, after):
    read_her(f"{before} her {after}", len(before) + 1)


def test_long_text_is_read_near_the_word_only():
    text = "I saw her coat. " * 5000
    assert read_her(text, text.rindex("her")).owns
