"""Which texts of a page are too faint to be read."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.screen import undisturbed

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


def faint_texts(page: Page) -> list[str]:
    """Texts with less contrast than 4.5, each with its own, once the page is at rest."""
    found: list[str] = undisturbed(page, lambda: page.evaluate(_FAINT))
    return found
