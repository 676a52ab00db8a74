// The answer of a page, for screen readers: said once it has stood for a moment, so that no number
// on the way to it is. Streamlit has no live region, and draws a new heading at times, which one
// around it would not say.
const STANDS = 1000 // milliseconds
const PAUSE = 100 // milliseconds between two looks: a page that is drawn changes hundreds of times
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
  let next
  const look = () => {
    next = undefined
    const text = document.querySelector(ANSWER)?.textContent ?? ""
    if (text === last) return
    last = text
    clearTimeout(wait)
    if (text) wait = setTimeout(() => (said.textContent = text), STANDS)
  }
  const soon = () => (next ??= setTimeout(look, PAUSE))
  new MutationObserver(soon).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  })
  look() // it may be there already
}
