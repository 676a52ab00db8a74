"""Word lists that differ from those that come with Biascope: what a review keeps of its words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.curation.keywords.lists import WordLists, as_text, languages, load_lists, parse


def own_lists(lists: WordLists) -> dict[str, str]:
    """Category → text of each list that is not as Biascope has it, as `parse` reads it."""
    known = lists.language in languages()
    shipped = load_lists(lists.language).categories if known else {}
    return {
        category: as_text(one)
        for category, one in lists.categories.items()
        if category not in shipped or as_text(one) != as_text(shipped[category])
    }


def word_counts(texts: Mapping[str, str], language: str) -> dict[str, int]:
    """Category → number of words in its list."""
    return {
        category: parse(text, f"{category}.toml", language).words
        for category, text in texts.items()
    }
