"""Methods shows every method card, and a way to each."""

from __future__ import annotations

from components import explain


def test_every_card_is_on_the_page_and_in_its_contents(opened):
    page = opened("methods")
    shown = [entry.value for entry in page.markdown]
    contents = next(text for text in shown if "](#" in text)
    anchors = {entry.anchor: entry.value for entry in page.header}
    assert list(anchors) == explain.cards()
    for name in explain.cards():
        title, text = explain.titled_card(name)
        assert text in shown
        assert anchors[name] == title
        assert f"[{title}](#{name})" in contents
