"""Light and dark, wide and narrow: everything written can be read, and nothing is cut off."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.screen import bars, rest, visit, watched
from tests.browser.servers import ROOT

pytestmark = pytest.mark.browser

# Every element that has text of its own, with its contrast against what lies behind it.
_FAINT = """() => {
  const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
  const shade = c => 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2])
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const parsed = text => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1)
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
    return [r / 255, g / 255, b / 255, a / 255]
  }
  const over = (top, low) => [0, 1, 2].map(i => top[i] * top[3] + low[i] * (1 - top[3]))
  const ground = e => {
    const layers = []
    for (; e; e = e.parentElement) layers.push(parsed(getComputedStyle(e).backgroundColor))
    return layers.reverse().reduce((low, top) => over(top, low), [1, 1, 1])
  }
  const opacity = e => {
    let share = 1
    for (; e; e = e.parentElement) share *= getComputedStyle(e).opacity
    return share
  }
  const faint = []
  for (const e of document.querySelectorAll('[data-testid=stApp] *')) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
    const box = e.getBoundingClientRect()
    // Numbers inside coloured cells have grounds that only the figure knows; see the unit tests.
    if (!own || !box.width || e.closest('.textpoint, [data-testid=stIconMaterial], style')) continue
    if (e.closest(':disabled')) continue  // WCAG 1.4.3 leaves out what cannot be used
    if (!e.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue
    const style = getComputedStyle(e)
    const ink = parsed(e instanceof SVGElement ? style.fill : style.color)
    const low = ground(e)
    const seen = over([...ink.slice(0, 3), ink[3] * opacity(e)], low)
    const [a, b] = [shade(seen), shade(low)].sort((x, y) => y - x)
    const ratio = (a + 0.05) / (b + 0.05)
    if (ratio < 4.5) faint.push(`${e.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`)
  }
  return faint
}"""


# Two masks beside each other are the widest that Probe shows.
WIDEST = {"probe": ("/probe", {"heads": "3-1, 6-12"})}


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
    assert page.evaluate(_FAINT) == []
    assert page.locator(".katex-error").all_text_contents() == []


@pytest.mark.parametrize("width", [900, 420])
def test_narrow_windows_cut_nothing_off(page, serve, pages, width):
    page.set_viewport_size({"width": width, "height": 1000})
    with watched(page):
        for name, (path, query) in (pages | WIDEST).items():
            if name == "probe groups":
                continue
            visit(page, serve("app.py"), path, **query)
            rest(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, path
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
                assert not outside, (path, label.text_content())
