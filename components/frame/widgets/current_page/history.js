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
