"""Counterparts of sentences by the lists that come with Biascope."""

from __future__ import annotations

from functools import cache

import pytest

from engine.curation.counterparts.propose import propose
from engine.curation.keywords.lists import load_lists, parse, word_lists
from engine.curation.keywords.matching import KeywordFinder


@cache
def shipped(language):
    lists = load_lists(language)
    return lists, KeywordFinder(lists)


@pytest.fixture
def outcome():
    """What is proposed for a sentence under a category, by shipped lists or by own TOML."""

    def of(text, category="gender", toml=None, language="en"):
        if toml:
            lists = word_lists(language, [parse(toml, "own.toml", language)])
            finder = KeywordFinder(lists)
        else:
            lists, finder = shipped(language)
        return propose(text, finder.find(text)[category], lists, category)

    return of
