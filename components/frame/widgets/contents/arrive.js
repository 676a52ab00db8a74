// A link such as methods#pairs names a place that is drawn only after the page has loaded, so the
// browser does not find it. The place is kept in view until the user does something, because what
// is above it is still being drawn.

const PATIENCE = 6000; // milliseconds
const ENDS = ["wheel", "touchstart", "keydown", "pointerdown"];
const opened = performance.getEntriesByType("navigation")[0]?.name ?? "";
let begun = false;

function arrive() {
  if (begun) return;
  begun = true; // later marks are links of the page itself, which Streamlit follows
  const mark = decodeURIComponent(new URL(opened || location.href).hash.slice(1));
  if (!mark) return;
  const show = () => document.getElementById(mark)?.scrollIntoView();
  const drawn = new MutationObserver(show);
  const end = () => drawn.disconnect();
  drawn.observe(document.body, { childList: true, subtree: true });
  for (const name of ENDS) addEventListener(name, end, { once: true, capture: true });
  setTimeout(end, PATIENCE);
  show();
}

export default inOrder(arrive);
