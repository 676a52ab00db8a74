"""The table of families in docs/models.md, line by line against what their tiny models can do."""

from __future__ import annotations

import pytest

from engine.core.families import FAMILIES
from tests.tiny_models import table

FIRST_TYPES = {family: table.types_of(family)[0] for family in dict.fromkeys(FAMILIES.values())}
HOW = "the page is out of date: run python -m tests.tiny_models.table"


@pytest.fixture(scope="module")
def lines():
    text = table.PAGE.read_text(encoding="utf-8")
    _, _, after = text.partition(table.BEGIN)
    return after.partition("\n\n")[0].strip().splitlines()[1:]


def test_every_family_has_its_line_in_the_order_of_the_engine(lines):
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines] == [
        family.name for family in FIRST_TYPES
    ], HOW


@pytest.mark.parametrize("family", FIRST_TYPES, ids=lambda family: family.name)
def test_what_the_page_says_of_a_family_is_what_it_can_do(family, lines, loaded):
    types = table.types_of(family)
    assert table.row(types, family, loaded(types[0])) in lines, HOW


def test_what_a_family_cannot_do_is_said(loaded):
    model = loaded("convbert")
    found = table.row(("convbert",), model.family, model)
    assert found.count("not available") == 2  # masked heads and their gradients
