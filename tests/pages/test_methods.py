"""Methods shows every method card and the glossary, and a way to each."""

from __future__ import annotations

import pytest

from components.frame.present import explain, glossary
from engine.plugins import loading
from engine.plugins.plugin import Plugin

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


def test_plugins_are_listed_with_why_any_is_left_out_and_as_text(opened, monkeypatch, tmp_path):
    names = "*bold* <b>"
    loaded = Plugin("mine", "measure", "/home/me/mine.py", is_file=True)
    broken = Plugin("other", "", f"/home/me/{names}.py", is_file=True, problem=f"it is {names}")
    assert not opened("methods").markdown[-1].value.startswith("- **mine**")
    monkeypatch.setattr(loading, "_loaded", [loaded, broken])
    page = opened("methods")
    assert [entry.anchor for entry in page.header][-1] == "plug-ins"
    assert page.markdown[-1].value == (
        f"- **mine**: {explain.plain('measure, from /home/me/mine.py')}\n"
        f"- {explain.plain(broken.refusal)}"
    )
    assert "<b>" not in page.markdown[-1].value
