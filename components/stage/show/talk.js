// The Stage: one claim a screen, over everything else in the window. All text goes in as
// textContent: it is the user's. Screens are all here from the start, so a key needs no server.

const talks = new WeakMap(); // place on the page → its talk

export default inOrder(
  ({ data, parentElement, setTriggerValue }) => {
    if (talks.has(parentElement)) talks.get(parentElement).update(data, setTriggerValue);
    else talks.set(parentElement, new Talk(data, setTriggerValue));
  },
  (parent) => {
    talks.get(parent)?.leave();
    talks.delete(parent);
  },
);

/** What covers the window, until the presenter leaves. */
class Talk {
  constructor(data, send) {
    this.data = data;
    // Streamlit's dialogs, such as that of a lost connection, leave what has this mark alone.
    const above = { "data-react-aria-top-layer": "true" };
    this.host = element("div", { class: "biascope-stage", ...above });
    const root = this.host.attachShadow({ mode: "open" });
    root.append(element("style", {}, data.style));
    document.body.append(this.host);
    this.behind = document.getElementById("root");
    this.screens = new Screens(root, data, send, () => this.cover(false));
    this.cover(true);
  }

  /** Cover the page, or show it again: at once, since the server may be slow or gone. */
  cover(covers) {
    if (covers) this.from = begunAt(document.activeElement) ?? PRESENT;
    this.host.hidden = !covers;
    this.behind?.toggleAttribute("inert", covers);
    if (covers) this.screens.begin();
    else giveBack(this.from, this.host);
  }

  update(data, send) {
    const again = data.opened !== this.data.opened; // Present was pressed once more
    if (data.missing && !again) return; // deleted in another window: what is shown stays
    this.data = data;
    this.screens.update(data, send);
    if (again) this.cover(true);
  }

  leave() {
    this.screens.leave();
    this.host.remove();
    this.behind?.removeAttribute("inert");
  }
}

const PRESENT = "st-key-present"; // of the button that is there on every visit of the page
const AFTER = 4000; // milliseconds in which the page behind is drawn again
const LOOK = 100; // milliseconds from one look at it to the next

/** The key of what has the focus, which stays when the page is drawn again. */
function begunAt(node) {
  const named = node?.closest?.('[class*="st-key-"]');
  return named && [...named.classList].find((name) => name.startsWith("st-key-"));
}

/** Give the focus back to the button that began a talk, unless it is elsewhere by then. */
function giveBack(key, host) {
  const until = performance.now() + AFTER;
  const look = () => {
    const late = performance.now() > until;
    const now = document.activeElement;
    if (!host.hidden) return; // another talk
    if (!now || now === document.body || now === host) {
      const button = document.querySelector(`.${CSS.escape(late ? PRESENT : key)} button`);
      button?.focus({ preventScroll: true });
    }
    if (!late) setTimeout(look, LOOK);
  };
  look();
}
