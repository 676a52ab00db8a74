"""Columns are read from their names."""

from __future__ import annotations

import pytest

from engine.errors import InputTextError
from engine.scorecard.columns import registry


def test_a_name_of_no_family_lists_those_there_are():
    with pytest.raises(InputTextError, match="No measure 'palms'; these can be asked for:"):
        registry.column("palms:left")


def test_every_suggested_column_has_the_name_that_it_is_suggested_under():
    for family in registry.FAMILIES.values():
        for name in family.suggested:
            found = registry.column(name)
            assert found.name == name
            assert found.name.partition(":")[0] == family.name
