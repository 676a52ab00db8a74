"""Progress in a notebook: a bar below the cell, which is gone at the end."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from biascope import progress
from engine.command_line.output import progress as begin


@pytest.fixture
def shown(monkeypatch):
    """A notebook that keeps what it was asked to display, the newest last."""
    every: list[str] = []
    handle = SimpleNamespace(update=lambda html: every.append(html))

    def display(html, display_id):
        assert display_id
        every.append(html)
        return handle

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    screen = SimpleNamespace(HTML=lambda markup: markup, display=display)
    monkeypatch.setitem(sys.modules, "IPython.display", screen)
    return every


def test_a_bar_counts_and_is_taken_away(shown, capsys):
    with progress.showing_progress():
        count = begin("pairs, <model>", 4)
        count(1, 4)
        count(4, 4)
    assert shown == [
        '<progress value="1" max="4"></progress> pairs, &lt;model&gt;: 1 of 4',
        '<progress value="4" max="4"></progress> pairs, &lt;model&gt;: 4 of 4',
        "",
    ]
    assert capsys.readouterr().err == ""


def test_one_item_has_no_bar(shown):
    with progress.showing_progress():
        assert begin("pairs", 1) is None
    assert shown == []


def test_outside_a_notebook_progress_is_on_stderr(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert not progress.in_notebook()
    with progress.showing_progress():
        assert type(begin("pairs", 4)).__name__ == "Counter"
