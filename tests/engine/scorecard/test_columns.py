"""Columns are read from their names."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.flow.registry import MEASURES
from engine.scorecard import columns as registry


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
