"""The menu and Home's cards show every page, however many there are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.home import answer
from components.shell import pages

ROOT = Path(__file__).parents[3]


def test_every_script_is_listed_once_and_every_page_has_its_script():
    names = [page.name for page in pages.PAGES]
    assert len(set(names)) == len(names)
    assert set(names) == {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert all((ROOT / page.path).is_file() for page in pages.PAGES)


def test_the_menu_keeps_every_page_in_its_group():
    grouped = pages.by_group()
    assert [page for entries in grouped.values() for page in entries] == list(pages.PAGES)
    assert list(grouped) == ["Look", "Measure", "Make", "Read"]


def test_every_page_but_home_has_a_card_with_its_one_line():
    assert [page.name for page in pages.PAGES if page not in pages.with_card()] == ["home"]
    assert all(page.summary for page in pages.with_card())


def script() -> None:
    from components.home import answer

    answer.ways_on()


@pytest.mark.parametrize("more", [0, 1, 2, 6])
def test_every_page_has_a_card_of_its_own_on_home(monkeypatch, more):
    """Also beyond the eighth: no card holds two pages, and none is left out."""
    extra = [replace(pages.PAGES[-1], action=f"Extra {number}") for number in range(more)]
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, *extra))
    linked: list[str] = []
    monkeypatch.setattr(answer.st, "page_link", lambda path, **_: linked.append(path))
    app = AppTest.from_function(script, default_timeout=60).run()
    assert not app.exception
    titles = [mark.value for mark in app.markdown if mark.value.startswith("**")]
    expected = [f"**{page.action}**" for page in pages.with_card()]
    assert titles == [*expected, "**Use your own model**"]
    assert linked == [page.path for page in pages.with_card()]
    filled = [column for column in app.columns if column.markdown]
    assert len(filled) == len(titles)
