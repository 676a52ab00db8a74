"""Tests of declared tables."""

from engine.core.table import bounds, field, figure, texts


def test_each_column_says_what_its_entry_holds() -> None:
    columns = [field("group"), figure("rate", "flagged", ".1%", "none"), bounds("interval", ".2f")]
    entries = [
        {"group": "nurses", "rate": 0.125, "interval": [0.1, 0.2]},
        {"group": None, "rate": None, "interval": None},
    ]
    assert texts(columns, entries) == (
        ["group", "flagged", "95% CI"],
        [["nurses", "12.5%", "[0.10, 0.20]"], ["", "none", "none"]],
    )
