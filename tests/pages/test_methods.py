"""Methods shows every method card and the glossary, and a way to each."""

from __future__ import annotations

import pytest

from components.frame.present import explain, glossary

pytestmark = [pytest.mark.page, pytest.mark.main_path]


def test_every_card_and_term_is_on_the_page_and_in_its_contents(opened):
    page = opened("methods")
    shown = [entry.value for entry in page.markdown]
    (contents,) = (text for text in shown if text.startswith("- [") and "](#" in text)
    anchors = {entry.anchor: entry.value for entry in page.header}
    assert list(anchors) == [*explain.cards(), "glossary"]
    for name in explain.cards():
        title, text = explain.titled_card(name)
        assert text in shown
        assert anchors[name] == title
        assert f"- [{title}](#{name})" in contents.splitlines()
    assert contents.splitlines()[-1] == "- [Glossary](#glossary)"
    anchors = {entry.anchor: entry.value for entry in page.subheader}
    for term, entry in glossary.entries().items():
        assert anchors[entry.anchor] == explain.plain(term)
        assert explain.plain(entry.meaning) in shown
