from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.measures.cabm.data.sentences import (
    GENDER,
    FramedSentence,
    Framer,
    Groups,
    fewer_framings,
    framed_once,
    parse_groups,
)

TARGETS = ("nurse", "construction worker", "worker", "doctor")


def framed(text, **said):
    return Framer(GENDER, TARGETS).frame(text, **said)


def words_of(found):
    return found.text[slice(*found.target_span)], found.text[slice(*found.word_span)]


def test_target_and_pronoun_are_found_with_their_places():
    found = framed("Was the Nurse late because HE was ill?")
    assert words_of(found) == ("Nurse", "HE")
    assert (found.target, found.word, found.group) == ("nurse", "he", 0)
    assert found.item() == {
        "text": "Was the Nurse late because HE was ill?",
        "target": [8, 13],
        "word": [27, 29],
    }


def test_a_target_of_two_words_is_one_target():
    found = framed("The construction worker lost her hat.")
    assert words_of(found) == ("construction worker", "her")
    assert (found.target, found.group) == ("construction worker", 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The nurse was late.", "has no pronoun"),
        ("He was late.", "has no occupation"),
        ("The nurse told the doctor that he was late.", "has two occupations (nurse, doctor)"),
        ("The nurse said that he saw her.", "has words of both groups (he, her)"),
        ("The nurses said that he was late.", "has no occupation"),
    ],
)
def test_a_sentence_that_cannot_be_framed_says_why(text, reason):
    assert reason in framed(text)


def test_a_named_target_settles_which_of_two_is_meant():
    found = framed("The nurse told the doctor that he was late.", target="doctor")
    assert words_of(found) == ("doctor", "he")


def test_a_named_pronoun_settles_which_of_two_is_meant():
    assert words_of(framed("The nurse said that he saw her.", word="her")) == ("nurse", "her")
    assert "not in the sentence" in framed("The nurse saw her.", word="him")
    assert "no word of either group" in framed("The nurse saw them.", word="them")


def test_a_stated_group_that_is_not_the_words_is_caught():
    assert "'he' belongs to the other" in framed("The nurse said he was ill.", group="female")
    assert framed("The nurse said he was ill.", group="Male").group == 0


def test_a_stated_group_that_is_neither_of_the_two_is_told_which_they_are():
    said = framed("The nurse said he was ill.", group="M")
    assert said == "gives the group 'M'; the two groups are male and female"


def test_one_target_has_one_spelling():
    framer = Framer(GENDER)
    found = [framer.frame(f"The {name} lost her hat.", target=name) for name in ("Nurse", "nurse")]
    assert {entry.target for entry in found} == {"Nurse"}


def test_any_two_groups_frame_any_targets():
    groups = parse_groups("young=young,youthful; old=old,elderly")
    found = Framer(groups, ["driver"]).frame("An elderly driver waited.")
    assert (found.group, words_of(found)) == (1, ("driver", "elderly"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("male=he", "Two groups with their words"),
        ("male=he;female=", "Two groups with their words"),
        ("male=he;male=she", "Both groups are called 'male'"),
        ("a=he,she;b=She", "she is in both groups"),
    ],
)
def test_groups_that_cannot_be_told_apart_are_refused(text, reason):
    with pytest.raises(InputTextError, match=reason):
        parse_groups(text)


def test_groups_are_read_as_they_are_written():
    assert parse_groups(GENDER.written()) == GENDER


def test_a_group_word_that_is_a_target_is_refused():
    with pytest.raises(InputTextError, match="'old' is a group word and part of a target"):
        Framer(Groups(("a", "b"), (("young",), ("old",))), ["old driver"])


def test_both_framings_of_a_sentence_are_the_same_without_the_pronoun():
    he, she = (framed(f"The nurse said that {word} was ill.") for word in ("he", "she"))
    assert he.without_word() == she.without_word()
    assert he.without_word() != framed("The nurse said that he was well.").without_word()


def test_repetitions_and_reasons_are_listed():
    texts = ["The nurse lost her hat.", "The nurse lost her hat.", "No one came."]
    kept, left = framed_once((row, text, framed(text)) for row, text in enumerate(texts, 2))
    assert len(kept) == 1
    assert [(entry.row, entry.reason) for entry in left] == [
        (3, "is a duplicate"),
        (4, "has no occupation"),
    ]


def test_a_target_framed_once_only_or_never_cannot_be_compared():
    sentences = [
        FramedSentence("", "nurse", (0, 1), "he", (0, 1), 0),
        FramedSentence("", "nurse", (0, 1), "she", (0, 1), 1),
        FramedSentence("", "doctor", (0, 1), "he", (0, 1), 0),
    ]
    assert fewer_framings(sentences, GENDER, ["nurse", "doctor", "baker"]) == {
        "doctor": "is framed as male only, so there is nothing to compare",
        "baker": "is in no sentence",
    }
