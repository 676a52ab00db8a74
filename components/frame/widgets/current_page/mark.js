// aria-current on the link of the open page. Links are drawn anew at times, so they are watched.
let watching

export default inOrder(
  ({ data: [path] }) => {
    const sidebar = document.querySelector('[data-testid="stSidebar"]')
    if (!sidebar) return
    const mark = () => {
      for (const link of sidebar.querySelectorAll('[data-testid="stPageLink-NavLink"]')) {
        const open = link.getAttribute("href") === path
        if (open === link.hasAttribute("aria-current")) continue
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
