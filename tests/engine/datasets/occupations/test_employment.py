"""Shares of women by occupation, read from Winogender's table."""

from __future__ import annotations

import pytest

from engine.datasets.occupations.employment import employment_shares
from engine.errors import DataSetError


def test_the_table_is_read_as_it_is_printed(shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    shares = employment_shares()
    assert len(shares) == 60
    nurse, firefighter = shares["nurse"], shares["firefighter"]
    assert (nurse.employed, nurse.in_text, nurse.year) == (89.58, 88.31, 2015)
    assert (firefighter.employed, firefighter.in_text, firefighter.year) == (3.5, 3.09, 2016)
    assert all(0 <= each.employed <= 100 for each in shares.values())


def test_without_it_the_way_to_have_it_is_named(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    with pytest.raises(DataSetError, match="datasets get winogender"):
        employment_shares()
