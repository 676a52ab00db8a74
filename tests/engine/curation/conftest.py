"""Cues of small films, lists of a few words, and a review."""

from __future__ import annotations

import pytest

from engine.curation.keywords.lists import WordLists, parse, word_lists
from tests.engine.curation.nli import nli as nli
from tests.engine.curation.review.reviews import made

GENDER = """
category: gender
language: en
woman/women | man/men
nurse
"""
AGE = """
category: age
language: en
young/younger | old/older
"""


def srt(*sentences: str) -> bytes:
    """A cue for each sentence, ten seconds apart."""
    cues = []
    for number, sentence in enumerate(sentences):
        start = f"00:{number // 6:02}:{number % 6}"
        cues.append(f"{number + 1}\n{start}0,500 --> {start}2,000\n{sentence}\n")
    return "\n".join(cues).encode()


@pytest.fixture
def name() -> str:
    """A review of seven sentences, none of them decided."""
    return made()


@pytest.fixture
def lists() -> WordLists:
    return word_lists("en", [parse(GENDER, "gender"), parse(AGE, "age")])
