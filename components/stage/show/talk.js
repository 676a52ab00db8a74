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
    this.host.hidden = !covers;
    this.behind?.toggleAttribute("inert", covers);
    if (covers) this.screens.begin();
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
