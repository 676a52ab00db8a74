// aria-current on the link of the open page. Links are drawn anew at times, so they are watched.
let watching

// Streamlit adds an entry to the browser's history also where only the settings of a page change,
// once as the page is left and once as the next one is drawn: a press of Back that does nothing.
// An entry is a page, so such a change replaces the entry.
if (!window.biascopeHistory) {
  window.biascopeHistory = true
  const push = history.pushState
  history.pushState = (state, unused, url) => {
    const path = new URL(url ?? location.href, location.href).pathname
    const write = path === location.pathname ? history.replaceState : push
    return write.call(history, state, unused, url)
  }
}

// The answer of a page, for screen readers: said once it has stood for a moment, so that no number
// on the way to it is. Streamlit has no live region, and draws a new heading at times, which one
// around it would not say.
const STANDS = 1000 // milliseconds
const ANSWER = '.st-key-first_answer [class*="st-key-claim"] h2'

if (!document.getElementById("biascope_answer")) {
  const said = document.createElement("div")
  said.id = "biascope_answer"
  said.setAttribute("role", "status")
  said.style.cssText =
    "position: fixed; top: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)"
  document.body.append(said)
  let last = ""
  let wait
  const look = () => {
    const text = document.querySelector(ANSWER)?.textContent ?? ""
    if (text === last) return
    last = text
    clearTimeout(wait)
    if (text) wait = setTimeout(() => (said.textContent = text), STANDS)
  }
  new MutationObserver(look).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  look() // it may be there already
}

// On a phone the menu lies over the page: a link that is followed closes it.
const PHONE = 768 // pixels, up to which Streamlit draws it so
if (!window.biascopeMenu) {
  window.biascopeMenu = true
  document.addEventListener("click", ({ target }) => {
    if (window.innerWidth > PHONE || !target.closest) return
    const link = target.closest('[data-testid="stSidebar"] [data-testid="stPageLink-NavLink"]')
    if (link) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click()
  })
}

export default inOrder(
  ({ data: [path] }) => {
    const sidebar = document.querySelector('[data-testid="stSidebar"]')
    if (!sidebar) return
    const mark = () => {
      for (const link of sidebar.querySelectorAll('[data-testid="stPageLink-NavLink"]')) {
        const open = link.getAttribute("href") === path
        if (open) link.setAttribute("aria-current", "page")
        else link.removeAttribute("aria-current")
      }
    }
    watching?.disconnect()
    watching = new MutationObserver(mark)
    watching.observe(sidebar, { childList: true, subtree: true })
    mark()
  },
  () => watching?.disconnect(),
)
