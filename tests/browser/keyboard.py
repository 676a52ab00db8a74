"""Where the keyboard gets to on a page, and whether it shows where it is."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

_BEGIN = """() => {
  const open = root => [...root.querySelectorAll('*')].flatMap(
    e => [e, ...(e.shadowRoot ? open(e.shadowRoot) : [])])
  const looks = e => {
    const parts = []
    for (let up = 0; e && up < 5; up += 1, e = e.parentElement ?? e.getRootNode().host) {
      const style = getComputedStyle(e)
      parts.push(style.outline, style.boxShadow, style.borderColor, style.backgroundColor)
    }
    return parts.join('|')
  }
  document.activeElement?.blur()
  const main = document.querySelector('[data-testid=stMain]')
  const wanted = 'a[href], button, input, textarea, select, summary, [tabindex]'
  const controls = open(main).filter(e =>
    e.matches(wanted) && e.tabIndex >= 0 && !e.disabled && e.type !== 'file'
    && e.checkVisibility({visibilityProperty: true}) && e.getClientRects().length)
  const name = e => {
    const label = e.getAttribute('aria-label') ?? e.labels?.[0]?.innerText
    const said = (label ?? e.innerText ?? e.type ?? '').trim()
    return `${e.tagName.toLowerCase()} ${said}`.slice(0, 60)
  }
  window.keyboard = {looks, name, main, controls, reached: new Set(), hidden: [],
    before: new Map(controls.map(e => [e, looks(e)]))}
  controls[0].focus()
}"""
_STEP = """async () => {
  // Fields take another colour with the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  const {looks, name, main, reached, hidden, before} = window.keyboard
  const inside = at => { for (let e = at; e; e = e.parentElement ?? e.getRootNode().host)
    if (e === main) return true; return false }
  if (!at || !inside(at)) return false
  const first = !reached.has(at)
  reached.add(at)
  // A table hands the focus that it gets to its first cell, as soon as its cells are made.
  const table = at.closest('canvas')
  if (table) reached.add(table)
  const same = () => first && before.has(at) && before.get(at) === looks(at)
  // A browser that is busy draws a field that has the focus some frames later.
  for (const end = performance.now() + 1000; same() && performance.now() < end;)
    await new Promise(requestAnimationFrame)
  if (same()) hidden.push(name(at))
  return true
}"""
_MISSED = """() => {
  const {controls, reached, name} = window.keyboard
  const groups = new Set([...reached].filter(e => e.type === 'radio').map(e => e.name))
  return controls.filter(e => e.isConnected && !reached.has(e))
    .filter(e => !(e.type === 'radio' && groups.has(e.name)))
    // The arrow keys go from one button of such a group to the next.
    .filter(e => !(e.matches('[role=radio]') && [...reached].some(
      other => other.closest('[role=radiogroup]')?.contains(e)))).map(name)
}"""


@dataclass(frozen=True)
class Walk:
    """What Tab does in the main part of a page.

    Args:
        reached: number of controls.
        missed: names of controls that Tab does not reach.
        hidden: names of those that look the same with and without the focus.
        left: whether Tab leaves the page's main part in the end, so that nothing is a trap.
    """

    reached: int
    missed: list[str]
    hidden: list[str]
    left: bool


def walk(page: Page) -> Walk:
    """Press Tab through the main part of a page that is at rest."""
    page.keyboard.press("Shift")  # after a click, the browser would not show a focus that is set
    page.evaluate(_BEGIN)
    most = 2 * page.evaluate("window.keyboard.controls.length") + 20
    left = False
    for _ in range(most):
        if not page.evaluate(_STEP):
            left = True
            break
        page.keyboard.press("Tab")
    reached = page.evaluate("window.keyboard.reached.size")
    missed, hidden = page.evaluate(_MISSED), page.evaluate("window.keyboard.hidden")
    return Walk(reached, missed, hidden, left)
