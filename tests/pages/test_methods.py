"""Methods shows every method card."""

from __future__ import annotations

from components import explain


def test_every_card_is_on_the_page(opened):
    page = opened("methods")
    shown = [entry.value for entry in page.markdown]
    for name in explain.cards():
        assert explain.card_text(name).strip() in shown
