"""Shares of women by occupation, read from Winogender's table."""

from __future__ import annotations

from engine.measures.cabm.data.employment import employment_shares


def test_the_table_is_read_as_it_is_printed(data_folder):
    shares = employment_shares()
    assert len(shares) == 60
    nurse, firefighter = shares["nurse"], shares["firefighter"]
    assert (nurse.employed, nurse.in_text, nurse.year) == (89.58, 88.31, 2015)
    assert (firefighter.employed, firefighter.in_text, firefighter.year) == (3.5, 3.09, 2016)
    assert all(0 <= each.employed <= 100 for each in shares.values())
