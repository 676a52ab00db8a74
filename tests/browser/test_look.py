"""Light and dark, wide and narrow: everything written can be read, and nothing is cut off."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SIZES
from tests.browser.contrast import faint_texts
from tests.browser.screen import bars
from tests.browser.servers import ROOT

pytestmark = pytest.mark.browser


def settings(theme: str) -> dict[str, Any]:
    read = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    return read["theme"][theme]


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_each_theme_has_its_own_ground_and_all_text_can_be_read(look):
    theme, _, page = look
    for test_id, colour in (
        ("stApp", settings(theme)["backgroundColor"]),
        ("stSidebar", settings(theme)["sidebar"]["backgroundColor"]),
    ):
        ground = page.get_by_test_id(test_id)
        expect(ground).to_have_css("background-color", rgb(colour))
    assert faint_texts(page) == []
    assert page.locator(".katex-error").all_text_contents() == []


@pytest.mark.parametrize("size", ["half", "narrow"])
def test_narrow_windows_cut_nothing_off(opened_page, sized, size):
    name, _ = opened_page
    page = sized(size)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= SIZES[size]["width"], name
    for label in bars(page).all():
        outside = label.evaluate(
            """label => {
              const figure = label.closest('.svg-container, .likely-words')
              const [own, all] = [label, figure].map(e => e.getBoundingClientRect())
              const cut = label instanceof HTMLElement
                && label.scrollWidth > label.clientWidth + 1
              return cut || own.left < all.left - 1 || own.right > all.right + 1
            }"""
        )
        assert not outside, (name, label.text_content())
