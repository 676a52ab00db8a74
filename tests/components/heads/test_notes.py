"""Sentences below the before/after panel."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from components.frame import session
from components.heads.choice import Choice
from components.heads.notes import captions as notes
from components.heads.notes import (
    hardly_known,
    language_loss,
    random_comparison,
    smallest_changes,
    unsaid,
)
from engine.core.spec import ModelSpec
from engine.measures.health.reading import Reading
from engine.measures.seat.measure import missing_text
from engine.words.association_tests import AssociationTest

CHOICE = Choice(AssociationTest(("a", "b"), ("c", "d"), ("e",), ("f",)), "mine", "cls", 1)
SEAT = {
    **{"inputs": 6, "n_permutations": 20, "exact": True, "seed": 0},
    **{"problem": None, "missing": {}, "warnings": ["Two words are rare."]},
}
MASKED = SimpleNamespace(kind="masked", family="BERT")


def test_the_notes_say_what_zero_means_and_whom_lpbs_is_about():
    captions = " ".join(notes(CHOICE, MASKED, False, [SEAT]))
    assert "SEAT uses 6 texts; p is two-sided, from 20 permutations (all)" in captions
    assert "0 is no association" in captions
    assert "always compare he and she" in captions
    assert "▲" not in captions


def test_own_words_that_the_model_hardly_reads_are_named(monkeypatch):
    def in_pieces(_spec: ModelSpec, texts: list[str]) -> list[Reading]:
        return [Reading(split=tuple(text.split())) for text in texts]

    monkeypatch.setattr(session, "readings", in_pieces)
    spec, own = ModelSpec("bundled", "any"), {"mine.json": b""}
    assert hardly_known(CHOICE, spec) == []  # no file of the user's
    (said,) = hardly_known(replace(CHOICE, files=own), spec)
    assert "hardly knows 6 words (“a”, “b”, “c”" in said


def test_arrows_are_explained_where_there_are_two_columns():
    captions = notes(CHOICE, MASKED, True, [SEAT, SEAT])
    assert "▲ up, ▼ down; blue is closer to the neutral value" in captions[0]
    assert "Holm-corrected over the rows measured, is below .05" in captions[0]
    assert sum("Two words are rare" in text for text in captions) == 1


def test_a_model_without_a_mask_token_has_no_word_on_lpbs_rows():
    captions = notes(CHOICE, SimpleNamespace(kind="causal", family="GPT-2"), False, [SEAT])
    assert "he and she" not in " ".join(captions)
    assert any("a GPT-2 model fills in none" in text for text in captions)
    assert "**Perplexity** (lower is better)" in captions[0]
    assert "**cloze by continuation**" in captions[0]


def test_nulls_say_what_they_could_have_shown():
    text = smallest_changes(["SEAT d ±0.10", "CPS ±12.6"])
    assert text.startswith("**Not clear** does not mean that nothing changed.")
    assert text.endswith("changes of at least: SEAT d ±0.10, CPS ±12.6.")


@pytest.mark.parametrize(
    ("moved", "verdict"),
    [
        (-0.3, "below all 3 random sets, which one set in 4 is by chance"),
        (-0.04, "within the range of the random sets"),
        (-0.0801, "within the range of the random sets"),  # the same set, in another batch
        (0.05, "within the range of the random sets"),
        # shown as the same +0.05
        (0.0504, "above all 3 random sets, which one set in 4 is by chance"),
    ],
)
def test_a_change_is_compared_with_random_heads(moved, verdict):
    text = random_comparison(moved, [-0.08, 0.05, -0.01], 3)
    assert text.startswith(
        "Switching off 3 random heads changes d by −0.01 on average (from −0.08 to +0.05"
    )
    assert text.endswith(f"{verdict}.")
    assert random_comparison(moved, [0.0], 1).startswith("Switching off 1 random head changes")


@pytest.mark.parametrize(
    ("cloze", "cost", "causal", "told"),
    [
        ((45.0, 5.0), (15.0, 900.0), False, "has a pseudo-perplexity of 900"),
        ((45.0, 5.0), (60.0, 900.0), True, "has a perplexity of 900"),
        ((45.0, 30.0), (15.0, 40.0), False, None),  # still good enough
        ((45.0, 20.0), (60.0, 400.0), True, None),  # by the thresholds of a causal model
        ((20.0, 5.0), (200.0, 900.0), False, None),  # was no better before
        ((None, None), (None, None), False, None),  # not measured
    ],
)
def test_a_mask_that_costs_the_model_its_language_ability_is_reported(cloze, cost, causal, told):
    text = language_loss(cloze, cost, causal)
    if told is None:
        assert text is None
    else:
        assert "gets only 5% of the neutral cloze sentences right" in text
        assert told in text


def test_words_that_the_page_names_with_the_test_are_not_said_again():
    test = replace(CHOICE.test, counts=(("nurse", 0), ("cook", 2)))
    choice = replace(CHOICE, test=test)
    told = missing_text(1)
    assert told == "1 word occurs in no context, or not in the vocabulary, and was left out."
    value = {"missing": {"x": ["nurse"]}, "warnings": [told, "Two words are rare."]}
    assert unsaid(choice, value) == ["Two words are rare."]
    unknown = {"missing": {"x": ["cook"]}, "warnings": [told]}  # of the model's vocabulary
    assert unsaid(choice, unknown) == [told]


def test_what_is_said_of_the_scores_of_heads_is_not_said_below_the_table_again():
    facts = SimpleNamespace(kind="masked", family="BERT")
    assert any("Two words are rare" in text for text in notes(CHOICE, facts, False, [SEAT]))
    said = notes(CHOICE, facts, False, [SEAT], ["Two words are rare."])
    assert not any("Two words are rare" in text for text in said)
