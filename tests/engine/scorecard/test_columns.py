"""Columns are read from their names."""

from __future__ import annotations

import re

import pytest

from engine.core.errors import InputTextError
from engine.flow.registry import MEASURES
from engine.scorecard import columns as registry
from tests.engine.measures.multilingual.test_command import use_ten_languages


def test_a_name_of_no_family_lists_those_there_are():
    with pytest.raises(InputTextError, match="No measure 'palms'; these can be asked for:"):
        registry.column("palms:left")


def test_every_suggested_column_has_the_name_that_it_is_suggested_under():
    for family in registry.FAMILIES.values():
        for name in family.suggested:
            found = registry.column(name)
            assert found.name == name
            assert found.name.partition(":")[0] == family.name


class _AskedError(Exception):
    pass


@pytest.mark.parametrize(
    "name", [name for family in registry.FAMILIES.values() for name in family.suggested]
)
def test_a_column_asks_for_the_measures_that_it_names(name):
    def ask(measure, _items, _params):
        raise _AskedError(measure)

    found = registry.column(name)
    assert set(found.measures) <= set(MEASURES)
    with pytest.raises(_AskedError) as asked:
        found.read(ask, lambda *given: given[-1](), "masked", 0)
    assert str(asked.value) in found.measures


# --- texts --------------------------------------------------------------------------------

# What stands in a text for something else: masks, and the place of a target.
_PLACES = re.compile(r"\[MASK\]|\{\w+\}")
_WORD = re.compile(r"\w+")


def _words(texts):
    return {word for text in texts for word in _WORD.findall(_PLACES.sub(" ", text))}


def _texts_in(item):
    """Every text of an item; a word by itself is looked up at a mask, not read."""
    if isinstance(item, str):
        return [item] * (" " in item)
    within = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
    return [text for part in within for text in _texts_in(part)]


@pytest.fixture
def _own_languages(monkeypatch, tmp_path):
    use_ten_languages(monkeypatch, tmp_path)


@pytest.mark.usefixtures("_own_languages")
@pytest.mark.parametrize(
    "name",
    [
        name
        for family in registry.FAMILIES.values()
        for name in family.suggested or (f"{family.name}:de", f"{family.name}:de:s_jsd")
    ],
)
def test_a_column_says_every_text_that_it_asks_a_model_for(name):
    asked = []

    def ask(_measure, items, _params):
        asked.extend(items)
        raise _AskedError

    found = registry.column(name)
    with pytest.raises(_AskedError):
        found.read(ask, lambda *given: given[-1](), "masked", 0)
    words = _words(text for item in asked for text in _texts_in(item))
    assert words
    assert words <= _words(found.texts)
