"""Pairs in a language that a model hardly knows are said to be."""

from __future__ import annotations

from components.pairs.language_note import language_note
from engine.measures.health.reading import Reading

KNOWN = Reading(whole=("The", "woman", "cooked"))
FEW = Reading(split=("Die", "Frau", "kochte"))


def test_most_sentences_in_pieces_are_said_and_a_few_are_not():
    assert language_note([KNOWN, FEW], "The model", part=False) == ""
    said = language_note([KNOWN, FEW, FEW], "The model", part=False)
    assert said.startswith("The model hardly knows 3 words of 2 of 3 sentences (")
    assert said.endswith("its answer may say little.")
    first = language_note([FEW, FEW], "noisy", part=True)
    assert first.startswith("noisy hardly knows")
    assert first.endswith("These are the first 50 pairs.")
