"""What is said of the words of groups."""

from __future__ import annotations

from components.probe.group_sentences import (
    beyond_names,
    differing_most,
    differing_words,
    divergence_change,
)

TABLE = {"pairwise": [[0.0, 0.1, 0.02], [0.1, 0.0, 0.3], [0.02, 0.3, 0.0]]}


def test_the_conclusion_names_the_two_groups_that_differ_most_as_text():
    assert differing_most(["rich", "*poor*", "old"], TABLE) == (
        r"The model's words are most different for \*poor\* and old: 0.30 on a scale from 0 to 1."
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


def test_what_a_mask_changes_is_said_on_the_scale():
    said = divergence_change(0.04, 0.031, "unmodified", "1 head switched off")
    assert "differ **less**, by 0.009, than under unmodified (0.040 → 0.031 on a scale" in said
    assert "from 0 to 1.58)" in divergence_change(0.04, 0.031, "a", "b", groups=3)
    assert "**more**" in divergence_change(0.03, 0.04, "a", "b")
    assert "by the same amount, to a thousandth" in divergence_change(0.0300, 0.0301, "a", "b")
