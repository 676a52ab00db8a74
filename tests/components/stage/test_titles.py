"""Titles of what an audience asks, and which question is the kept one."""

from __future__ import annotations

import pytest

from components.stage.kinds.registry import KINDS
from components.stage.kinds.titles import has_sentence, is_kept

NURSE = "The nurse said that [MASK] was tired."
KEPT = {
    "words": {"text": NURSE, "targets": "he, she"},
    "sentences": {"first": NURSE, "second": "The man [MASK].", "targets": "he, she"},
    "groups": {"text": "The {group} was a [MASK].", "groups": "man, woman", "targets": "he, she"},
    "pair": {"more": "The woman was tired.", "less": "The man was tired."},
    "heads": {"text": NURSE, "targets": "he, she", "heads": "1-1 2-1"},
    "steering": {"text": NURSE, "targets": "she, he"},
}


@pytest.mark.parametrize(
    ("kind", "fields", "title"),
    [
        ("words", {"text": "Muslims are [MASK]"}, "Your sentence: Muslims are ____"),
        ("words", {"text": " Muslims  are ____ "}, "Your sentence: Muslims are ____"),
        ("words", {"text": ""}, "Your sentence: …"),
        ("words", {"text": "a [MASK] b [mask]"}, "Your sentence: a ____ b ____"),
        ("words", {"targets": "king, queen"}, "Your words: king, queen"),
        (
            "sentences",
            {"first": "I am <mask>.", "second": "You are ____."},
            "Your sentences: “I am ____.” and “You are ____.”",
        ),
        ("sentences", {"targets": ""}, "Your words: …"),
        (
            "groups",
            {"text": "{group} are ____.", "groups": "Jews, Sikhs"},
            "Your sentence: [Jews / Sikhs] are ____.",
        ),
        ("groups", {"groups": "boy, girl"}, "Your groups: boy, girl"),
        ("groups", {"text": "No slot ____."}, "Your sentence: No slot ____."),
        ("pair", {"more": "He is late."}, "Your pair: “He is late.” and “The man was tired.”"),
        ("heads", {"heads": "1-1"}, "Your choice: 1 head switched off"),
        ("heads", {"heads": ""}, "Your choice: all heads on"),
        ("heads", {"text": "Muslims are ____."}, "Your sentence: Muslims are ____."),
        (
            "heads",
            {"text": "Muslims are ____.", "heads": "1-1 1-2 1-3"},
            "Your sentence, 3 heads switched off: Muslims are ____.",
        ),
        ("heads", {"targets": "a, b"}, "Your words: a, b"),
        ("steering", {"text": "She is ____."}, "Your sentence: She is ____."),
        ("steering", {"targets": "a, b"}, "Your words: a, b"),
    ],
)
def test_a_question_has_a_title_of_its_own(kind, fields, title):
    asked = {**KEPT[kind], **fields}
    assert not is_kept(asked, KEPT[kind])
    assert KINDS[kind].title(asked, KEPT[kind]) == title


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_question_is_the_kept_one(kind):
    assert is_kept(KEPT[kind], KEPT[kind])
    spaced = {name: f"  {text} " for name, text in KEPT[kind].items()}
    assert is_kept(spaced, KEPT[kind])


def test_spaces_commas_the_order_of_heads_and_the_form_of_the_gap_change_no_question():
    asked = {"text": "The nurse said that ____ was tired.", "targets": "he,she ,"}
    assert not is_kept(asked, KEPT["words"])  # a comma more is a field that was changed
    assert is_kept(asked | {"targets": "he,she"}, KEPT["words"])
    assert is_kept(KEPT["heads"] | {"heads": "2-1,1-1"}, KEPT["heads"])


def test_a_long_sentence_is_cut_in_the_title_and_whole_below_it():
    asked = {**KEPT["words"], "text": f"The nurse said {'very ' * 60}____."}
    title = KINDS["words"].title(asked, KEPT["words"])
    assert len(title) <= 120
    assert title.endswith("…")
    assert not has_sentence(title, asked)
    short = {**KEPT["words"], "text": "Muslims are [MASK]."}
    assert has_sentence(KINDS["words"].title(short, KEPT["words"]), short)
    other = {**KEPT["words"], "targets": "king"}
    assert not has_sentence(KINDS["words"].title(other, KEPT["words"]), other)
    assert not has_sentence("Your sentence: …", {"text": ""})


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_has_the_fields_of_its_kind_whatever_a_pin_keeps(kind):
    live = {"kind": kind, "more than that": 1, **KEPT[kind]}
    assert KINDS[kind].question(live) == KEPT[kind]
    assert set(KINDS[kind].question({}).values()) <= {""}
