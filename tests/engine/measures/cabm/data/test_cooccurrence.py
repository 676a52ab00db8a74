"""Counting sentences that hold targets and words of groups."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.measures.cabm.data.cooccurrence import TargetCount, cooccurrences, sentences_of
from engine.measures.cabm.data.sentences import GENDER

SENTENCES = [
    "The nurse said she was tired.",
    "The Nurse saw him, and the nurse saw him again.",
    "She met the nurse and he did not.",
    "A nursery is no nurse's place.",
    "He left.",
    "It rained.",
]


def counted(sentences=SENTENCES, targets=("nurse", "social worker"), groups=GENDER):
    return cooccurrences(sentences, targets, groups, "test")


def test_sentences_are_counted_once_however_often_they_name_a_word():
    found = counted()
    assert (found.sentences, found.first, found.second) == (6, 3, 2)
    assert found.targets["nurse"] == TargetCount(sentences=4, first=2, second=2)
    assert found.targets["social worker"] == TargetCount(0, 0, 0)


def test_a_longer_target_is_not_counted_as_the_shorter_one_in_it():
    found = counted(["The social worker met her worker, he said."], ("worker", "social worker"))
    assert found.targets == {"worker": TargetCount(1, 1, 1), "social worker": TargetCount(1, 1, 1)}
    found = counted(["The social worker met her. He left."], ("worker", "social worker"))
    assert found.targets["worker"].sentences == 0


def test_a_paragraph_is_cut_at_full_stops_before_a_capital():
    line = 'He left. "She stayed!" 3 came. and it is e.g. this'
    assert list(sentences_of([line])) == ["He left.", '"She stayed!', "3 came. and it is e.g. this"]


def test_a_corpus_without_one_of_the_groups_is_refused():
    with pytest.raises(InputTextError, match="has a word of the group female"):
        counted(["The nurse said he was tired."])
    with pytest.raises(InputTextError, match="has no sentence"):
        counted([])
