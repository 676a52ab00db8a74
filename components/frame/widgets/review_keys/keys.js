// The keys of the review, each of them a button too. All text goes in as textContent: it is the
// user's.
//
// The next candidate is drawn as soon as a key has decided one, before the answer that it is kept.
// Keys pressed until then wait for the answer, and count only if the candidate that was on the
// screen when they were pressed is the one that the answer has.
const PATIENCE = 10000; // milliseconds without an answer, after which the user is told
const OUTSIDE = "[role=dialog], [role=listbox], [role=menu], [contenteditable=true]";
const FIELDS = "textarea, select, input:not([type=checkbox], [type=radio], [type=button])";
const MOVES = ["accept", "save", "reject", "next"]; // after these comes the next candidate
const FREE = ["next", "previous", "models"]; // these decide nothing
const LETTER = /^[a-z0-9]$/;
const bars = new WeakMap(); // place on the page → its Keys

export default inOrder(
  ({ data, parentElement, setTriggerValue }) => {
    if (!bars.has(parentElement)) bars.set(parentElement, new Keys(parentElement));
    bars.get(parentElement).show(data, setTriggerValue);
  },
  (parent) => bars.get(parent)?.leave(),
);

class Keys {
  constructor(parent) {
    this.buttons = new Map();
    this.data = { turn: -1, id: null };
    this.early = []; // letters pressed before the answer
    this.bar = element("div", { class: "bar", role: "toolbar", "aria-label": "Decide" });
    this.reasons = element("div", { class: "panel", role: "group", hidden: "" });
    this.other = field("input", "other", "Reason", { maxlength: 300 });
    this.more = field("textarea", "more", "Found in the film", { rows: 2, dir: "auto" });
    this.less = field("textarea", "less", "Counterpart", { rows: 2, dir: "auto" });
    this.editor = this.madeEditor();
    this.models = element("ul", { class: "said", hidden: "" });
    this.outcome = element("p", { class: "outcome last" }); // is about another sentence: above
    this.refused = element("p", { class: "outcome problem", role: "status" });
    this.next = element("p", { class: "only-read" });
    const live = element("div", { role: "status", "aria-live": "polite" }, [this.outcome, this.next]);
    const parts = [this.refused, this.bar, this.reasons, this.editor, this.models];
    this.card = element("article", { class: "card", tabindex: "-1" });
    const keys = element("div", { class: "keys" }, parts);
    this.root = element("div", {}, [live, this.card, keys]);
    this.root.addEventListener("keydown", (event) => this.inField(event));
    this.typed = (event) => this.type(event);
    document.addEventListener("keydown", this.typed, true);
    parent.append(this.root);
  }

  leave() {
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.typed, true);
  }

  show(data, send) {
    const [moved, answered] = [data.id !== this.data.id, data.turn !== this.data.turn];
    const others = this.data.asked !== undefined && data.asked !== this.data.asked;
    const changed = moved || data.more !== this.data.more || data.less !== this.data.less;
    Object.assign(this, { data, send });
    const early = answered && this.ahead === data.id && !data.problem ? this.early : [];
    if (answered) this.settle();
    if (moved || (answered && !data.problem)) this.open(null);
    if (changed) {
      this.more.input.value = data.more;
      this.less.input.value = data.less;
    }
    if (moved) this.reveal(false);
    this.card.hidden = !data.card;
    if (data.card) drawCard(this.card, data.card, send);
    this.drawReasons();
    this.drawBar();
    this.warn();
    this.models.replaceChildren(...data.models.map((line) => element("li", {}, line)));
    this.say(data.outcome, data.problem);
    if (this.next.textContent !== data.read) this.next.textContent = data.read;
    for (const letter of early) if (!this.waits) this.meant(letter)?.();
    if (others && takesLetters(active(document))) this.card.focus({ preventScroll: true });
  }

  // --- how it looks ---------------------------------------------------------------------------

  drawBar() {
    const named = this.data.keys.map((key) => key.action);
    for (const [action, button] of this.buttons) button.hidden = !named.includes(action);
    for (const { action, letter, label } of this.data.keys) {
      if (!this.buttons.has(action)) {
        const button = keyButton(letter, label, () => this.act(action));
        button.classList.add(action);
        this.buttons.set(action, button);
        this.bar.append(button);
      }
      const button = this.buttons.get(action);
      button.setAttribute("aria-disabled", !this.data.can.includes(action));
      button.lastChild.textContent = label;
    }
  }

  drawReasons() {
    if (this.reasons.children.length) return;
    this.reasons.setAttribute("aria-label", "Reason for rejecting");
    const chosen = this.data.reasons.map(({ label }, at) =>
      keyButton(String(at + 1), label, () => this.reason(at)),
    );
    const leave = keyButton("Esc", "Do not reject", () => this.back());
    const send = element("button", { type: "button", class: "plain" }, "Reject for this reason");
    send.addEventListener("click", () => this.rejectOther());
    this.written = element("div", { class: "written", hidden: "" }, [this.other.box, send]);
    this.reasons.append(element("p", {}, "Why?"), ...chosen, leave, this.written);
  }

  madeEditor() {
    const save = keyButton("Ctrl Enter", "Save and accept", () => this.save());
    const leave = keyButton("Esc", "Leave without saving", () => this.back());
    const buttons = element("div", { class: "bar" }, [save, leave]);
    this.several = element("p", { class: "several", role: "status" });
    const parts = [this.more.box, this.less.box, this.several, buttons];
    for (const { input } of [this.more, this.less]) {
      input.addEventListener("input", () => this.warn());
    }
    return element("div", { class: "panel editor", role: "group", hidden: "" }, parts);
  }

  say(text, problem) {
    for (const [node, now] of [[this.outcome, problem ? "" : text], [this.refused, problem ? text : ""]])
      if (node.textContent !== now) node.textContent = now;
  }

  /** Before edited sentences are saved: whether they differ in more than one place. */
  warn() {
    const several = placesThatDiffer(this.more.input.value, this.less.input.value) > 1;
    this.several.textContent = several ? this.data.several : "";
  }

  /** Open the reasons or the editor; null closes both. */
  open(panel) {
    const before = this.panel;
    this.panel = panel;
    this.reasons.hidden = panel !== "reasons";
    this.editor.hidden = panel !== "editor";
    this.bar.hidden = panel !== null;
    if (this.written) this.written.hidden = true;
    if (panel === "reasons") this.reasons.querySelector("button").focus();
    if (panel === "editor") this.less.input.focus();
    const inside = this.root.getRootNode().activeElement;
    if (!panel && before && (!inside || this.root.contains(inside))) {
      this.buttons.get(before === "editor" ? "edit" : "reject")?.focus();
    }
  }

  reveal(open) {
    this.models.hidden = !open;
    this.buttons.get("models")?.setAttribute("aria-expanded", open);
  }

  // --- what the user does ---------------------------------------------------------------------

  type(event) {
    if (!this.root.isConnected) return this.leave();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = event.composedPath()[0];
    if (takesLetters(at) || !this.inView()) return;
    const letter = letterOf(event);
    const act = this.waits ? LETTER.test(letter) : this.meant(letter);
    if (!act) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // Streamlit has an `r` of its own
    if (event.repeat) return;
    if (this.waits) this.early.push(letter);
    else act();
  }

  /** What a key means where the user is now; nothing for keys that are not ours. */
  meant(letter) {
    if (this.panel === "editor") return letter === "escape" && (() => this.back());
    if (this.panel === "reasons") {
      const at = this.data.reasons.findIndex((_, number) => String(number + 1) === letter);
      if (at >= 0) return () => this.reason(at);
      return (letter === "escape" || letter === "r") && (() => this.back());
    }
    const found = this.data.keys.find((key) => key.letter === letter);
    return found && (() => this.act(found.action));
  }

  inField(event) {
    if (!event.composedPath()[0].matches(FIELDS)) return;
    const save = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (event.key === "Escape") this.back();
    else if (this.panel === "editor" && save) this.save();
    else if (this.panel === "reasons" && event.key === "Enter") this.rejectOther();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  act(action) {
    if (this.waits) return this.early.push(this.data.keys.find((key) => key.action === action).letter);
    if (!this.data.can.includes(action)) return this.askFirst(action);
    if (action === "reject") this.open("reasons");
    else if (action === "edit") this.open("editor");
    else if (action === "models") this.reveal(this.models.hidden);
    else this.press({ action });
  }

  /** What is missing before anything can be decided: the field for it has the focus then. */
  askFirst(action) {
    const { missing, missing_field: key } = this.data;
    if (!missing || FREE.includes(action)) return;
    document.querySelector(`.st-key-${key} input`)?.focus();
    this.say("", false);
    this.say(missing, true);
  }

  reason(at) {
    const { code, text } = this.data.reasons[at];
    if (!text) return this.press({ action: "reject", reason: code });
    this.written.hidden = false;
    this.otherCode = code;
    this.other.input.focus();
  }

  rejectOther() {
    const text = this.other.input.value.trim();
    if (!text) return this.say("Write the reason first.", true);
    this.press({ action: "reject", reason: this.otherCode, text });
    this.other.input.value = "";
  }

  save() {
    this.press({ action: "save", more: this.more.input.value, less: this.less.input.value });
  }

  back() {
    if (this.panel === "reasons" && !this.written.hidden) {
      this.written.hidden = true;
      this.reasons.querySelector("button").focus();
    } else this.open(null);
  }

  press(what) {
    if (this.waits) return;
    this.waits = true;
    this.timer = setTimeout(() => {
      this.settle();
      this.say("Biascope does not answer. Reload the page to see what is saved.", true);
    }, PATIENCE);
    this.send("pressed", { ...what, id: this.data.id });
    const { following } = this.data;
    if (MOVES.includes(what.action) && following) {
      this.ahead = following.id;
      drawCard(this.card, following, this.send);
      this.open(null);
    }
    this.outcome.classList.add("waits");
  }

  settle() {
    clearTimeout(this.timer);
    this.waits = false;
    this.ahead = undefined;
    this.early = [];
    this.outcome.classList.remove("waits");
  }

  /** Keys are for what is seen: elsewhere on a long page they do nothing. */
  inView() {
    const { top, bottom, height } = this.root.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  }
}

// --- small parts ------------------------------------------------------------------------------

/** Whether letters typed there are for a field, a list or a dialog, not for the keys. */
function takesLetters(node) {
  return Boolean(node?.matches?.(FIELDS) || node?.closest?.(OUTSIDE));
}

/** What has the focus, also inside a component. */
function active(root) {
  const at = root.activeElement;
  return at?.shadowRoot?.activeElement ? active(at.shadowRoot) : at;
}

/** The key as a letter, also on a keyboard of another script, where only its place is known. */
function letterOf({ key, code }) {
  if (/^[^\x00-\x7f]$/.test(key)) return code.replace(/^Key/, "").toLowerCase();
  return key.toLowerCase();
}

function keyButton(letter, label, act) {
  const shortcut = letter.length === 1 ? { "aria-keyshortcuts": letter } : {};
  const shown = letter.length === 1 ? letter.toUpperCase() : letter;
  const mark = element("kbd", { "aria-hidden": "true" }, shown);
  const parts = [mark, element("span", {}, label)];
  const button = element("button", { type: "button", ...shortcut }, parts);
  button.addEventListener("click", act);
  return button;
}
