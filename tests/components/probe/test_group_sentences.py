"""What is said of the words of groups."""

from __future__ import annotations

from components.frame.shell.subject import Subject
from components.probe.group_sentences import (
    beyond_names,
    differing_most,
    differing_words,
    divergence_change,
)
from engine.core.spec import HeadRef, ModelSpec

TABLE = {"pairwise": [[0.0, 0.1, 0.02], [0.1, 0.0, 0.3], [0.02, 0.3, 0.0]]}


def test_the_conclusion_names_the_two_groups_that_differ_most_as_text():
    assert differing_most(["rich", "*poor*", "old"], TABLE) == (
        r"The model's words are most different for \*poor\* and old: "
        "0.30 on a scale from 0 to 1."
    )
    said = differing_words(["kind", "*x*", "poor", "rich"])
    assert said == r"The words that depend most on the group: “kind”, “\*x\*”, “poor”."


def test_the_groups_own_names_are_left_out_of_the_words_that_depend_on_them():
    words = ["muslim", "woman", "Jews", "kind", "many", "bus", "rich"]
    groups = ["Muslims", "old women", "Jew", "men"]
    assert beyond_names(words, groups) == ["kind", "many", "bus", "rich"]
    assert differing_words([]) == ""


def test_two_groups_are_not_called_the_most_different():
    said = differing_most(["rich", "poor"], {"pairwise": [[0.0, 0.1], [0.1, 0.0]]})
    assert said == "The model's words for rich and poor differ by 0.10 on a scale from 0 to 1."


def subject(checkpoint: str, label: str, *heads: HeadRef) -> Subject:
    return Subject(ModelSpec(checkpoint, "sha256:0", masked_heads=heads), label, None)


WHOLE = subject("bundled", "mini")
MASKED = subject("bundled", "1 head switched off", HeadRef(0, 0))


def test_what_a_mask_changes_is_said_on_the_scale():
    assert divergence_change(0.06, 0.031, WHOLE, MASKED) == (
        "With 1 head switched off, the words for both groups differ less than with all heads on "
        "(0.06 → 0.03 bits on a scale from 0 to 1, for 2 groups)."
    )
    assert " differ more than " in divergence_change(0.03, 0.06, WHOLE, MASKED)


def test_a_small_change_of_one_sentence_is_none():
    for before, amounts in ((0.296, "0.30 → 0.29"), (0.2941, "0.29"), (0.276, "0.28 → 0.29")):
        assert divergence_change(before, 0.2948, WHOLE, MASKED, groups=8) == (
            "With 1 head switched off, the words for all 8 groups together differ about as much as "
            f"with all heads on ({amounts} bits on a scale from 0 to 3, for 8 groups)."
        )


def test_two_models_are_named_where_their_groups_are_compared():
    said = divergence_change(0.1, 0.2, subject("other", "*other*"), WHOLE)
    assert said.startswith("In mini, the words")
    assert r"than in \*other\* (0.10 → 0.20 " in said
