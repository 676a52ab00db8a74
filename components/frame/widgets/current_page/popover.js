// A popover is drawn at the end of the document, so Tab would reach it after all else on the page.
// Whoever opens one with the keyboard is taken into it, and goes on behind its button from its last
// control. Escape, which closes it, goes back to the button.
const BUTTON = '[data-testid="stPopoverButton"]'
const BODY = '[data-testid="stPopoverBody"]'
const CONTROLS = 'a[href], button, input, textarea, select, summary, canvas, [tabindex="0"]'
const OPENS = 1000 // milliseconds at most

if (!window.biascopePopover) {
  window.biascopePopover = true
  let button = null

  const enter = (until) => {
    const body = document.querySelector(BODY)
    if (body) {
      const name = button.querySelector('[data-testid="stMarkdownContainer"]')?.textContent
      if (name) body.setAttribute("aria-label", name)
      body.tabIndex = -1
      body.focus()
    } else if (Date.now() < until) setTimeout(enter, 20, until)
  }
  document.addEventListener(
    "click",
    ({ target, detail }) => {
      const clicked = target.closest?.(BUTTON)
      // A click of the keyboard has no count; that of an open button closes its popover.
      if (!clicked || detail || clicked.getAttribute("aria-expanded") === "true") return
      button = clicked
      setTimeout(enter, 0, Date.now() + OPENS)
    },
    true,
  )
  document.addEventListener("keydown", (event) => {
    const body = event.target.closest?.(BODY)
    if (!body || !button?.isConnected) return
    if (event.key === "Escape") setTimeout(leave, 100, body)
    if (event.key !== "Tab" || event.defaultPrevented) return
    const controls = tabbable(body)
    if (event.shiftKey && [body, controls[0]].includes(event.target)) {
      event.preventDefault()
      button.focus()
    } else if (!event.shiftKey && event.target === (controls.at(-1) ?? body)) {
      button.focus() // from where the browser goes on
      button.click()
    }
  })
  // Escape closes an open list first, and leaves the focus where it is.
  const leave = (body) => {
    if (!body.isConnected && document.activeElement === document.body) button.focus()
  }
}

function tabbable(body) {
  const chosen = new Set(
    [...body.querySelectorAll("input[type=radio]:checked")].map(({ name }) => name),
  )
  return [...body.querySelectorAll(CONTROLS)].filter(
    (e) =>
      e.tabIndex >= 0 &&
      !e.disabled &&
      e.checkVisibility() &&
      !(e.type === "radio" && !e.checked && chosen.has(e.name)),
  )
}
