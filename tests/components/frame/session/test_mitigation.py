"""The seam to mitigation tables: what is kept is shown, and how long the rest takes."""

from __future__ import annotations

import pytest

from components.frame.session import mitigation
from engine.core.errors import InputTextError
from engine.mitigation.columns import chosen_columns
from engine.mitigation.measuring import keep_table
from engine.storage.store import default_store
from tests.engine.mitigation.by_hand import asked, table

pytestmark = pytest.mark.usefixtures("fresh_caches")


def test_a_table_is_there_once_it_is_kept():
    of = asked(rows=("self-debias",), measures=("seat", "cloze"), controls=0)
    assert mitigation.table(of) is None
    made = table({"original": [[1.0] * 8, [2.0] * 8]}, asked=of)
    keep_table(of, chosen_columns("gender", of.measures), made, default_store())
    assert mitigation.table(of) == made


def test_more_controls_take_longer():
    few, many = (asked(measures=("seat", "cloze"), controls=number) for number in (0, 20))
    assert 0 < mitigation.seconds(few) < mitigation.seconds(many)
    assert mitigation.size(many) == (12, 180)


def test_a_measure_that_cannot_be_had_is_refused_each_time():
    for _ in range(2):
        with pytest.raises(InputTextError, match="No measure 'nothing'"):
            mitigation.table(asked(measures=("nothing",)))
