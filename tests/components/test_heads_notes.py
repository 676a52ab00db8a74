"""What is said below the figures before and after."""

from __future__ import annotations

from types import SimpleNamespace

from components.heads_choice import Choice
from components.heads_notes import notes
from engine.datasets.word_sets import AssociationTest

CHOICE = Choice(AssociationTest(("a", "b"), ("c", "d"), ("e",), ("f",)), "mine", "cls", 1)
SEAT = {
    **{"inputs": 6, "n_permutations": 20, "exact": True, "seed": 0},
    **{"problem": None, "warnings": ["Two words are rare."]},
}
MASKED = SimpleNamespace(kind="masked", family="BERT")


def test_the_notes_say_what_zero_means_and_whom_lpbs_is_about():
    told = " ".join(notes(CHOICE, MASKED, False, [SEAT]))
    assert "SEAT reads 6 texts; p is one-sided, over 20 permutations (all)" in told
    assert "0 is no association" in told
    assert "always about he and she" in told
    assert "▲" not in told


def test_arrows_are_explained_where_there_are_two_columns():
    told = notes(CHOICE, MASKED, True, [SEAT, SEAT])
    assert "▲ up, ▼ down" in told[1]
    assert sum("Two words are rare" in text for text in told) == 1


def test_a_model_without_a_mask_token_has_no_word_on_lpbs_rows():
    told = notes(CHOICE, SimpleNamespace(kind="causal", family="GPT-2"), False, [SEAT])
    assert "he and she" not in " ".join(told)
    assert any("which a GPT-2 model does not have" in text for text in told)
