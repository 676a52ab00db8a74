"""The English lists that come with Biascope."""

from __future__ import annotations

import pytest

from engine.curation.candidate import CATEGORIES
from engine.curation.counterparts.counted import counterparts
from engine.curation.keywords.group import ListedWord
from engine.curation.keywords.lists import load_lists

KEYS = {
    *("pairs", "to", "counterpart", "first", "outside", "titles", "collective", "yields"),
    *("not_owned", "pitied", "one_gender"),
}


@pytest.fixture(scope="module")
def lists():
    return load_lists("en")


def test_every_category_of_crows_pairs_has_a_list(lists):
    assert tuple(lists.categories) == CATEGORIES


def test_every_word_has_a_counterpart_in_its_form_or_a_reason(lists):
    for category, one in lists.categories.items():
        for number, group in enumerate(one.groups):
            if group.alone or group.pronouns:
                continue
            for place, row in enumerate(group.rows):
                for form, cell in zip(group.forms, row, strict=True):
                    for word in cell:
                        entry = ListedWord(category, number, place, form, word)
                        assert counterparts([entry], lists), entry


def test_further_keys_of_groups_are_read_by_rules_and_fit_their_words(lists):
    for group in (group for one in lists.categories.values() for group in one.groups):
        assert set(group.extra) <= KEYS, group.name
        first = {word for row in group.rows for word in row[0]}
        named = group.extra.get("counterpart", {})
        assert {*named, *named.values(), *group.extra.get("first", ())} <= first, group.name
        if group.extra.get("pairs"):
            assert len(group.rows) % 2 == 0, group.name
        if "to" in group.extra:
            assert [len(row) for row in group.extra["to"]] == [len(row) for row in group.rows]
