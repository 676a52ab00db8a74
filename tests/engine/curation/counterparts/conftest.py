"""Counterparts of sentences by the lists that come with Biascope."""

from __future__ import annotations

import pytest

from engine.curation.counterparts.propose import propose
from engine.curation.keywords.lists import load_lists, parse, word_lists
from engine.curation.keywords.matching import KeywordFinder


@pytest.fixture
def outcome():
    """What is proposed for a sentence under a category, by shipped lists or by own TOML."""

    def of(text, category="gender", toml=None, language="en"):
        own = toml and word_lists(language, [parse(toml, "own.toml", language)])
        lists = own or load_lists(language)
        return propose(text, KeywordFinder(lists).find(text)[category], lists, category)

    return of
