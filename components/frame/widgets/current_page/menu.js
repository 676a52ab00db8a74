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
