// The head grid in the browser: rows are layers, columns are heads.
//
// The user's clicks are the truth and live here, numbered: `seq` rises with every change and
// the whole selection is sent. Python sends back the number it has seen, and a picture drawn
// before the newest click colours the cells but does not undo the click.

const WAIT = 40; // ms; several fast clicks are one message
const FAINT = 0.1; // of the full colour, up to which a cell hardly has one
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const grids = new WeakMap();

export default inOrder(
  ({ data, parentElement, setStateValue }) => {
    if (!grids.has(parentElement)) grids.set(parentElement, new HeadGrid(parentElement));
    grids.get(parentElement).show(data, (selection) => setStateValue("selection", selection));
  },
  (parentElement) => {
    grids.get(parentElement)?.close();
    grids.delete(parentElement);
  },
);

class HeadGrid {
  constructor(parent) {
    this.seq = 0;
    this.masked = new Set();
    this.scaled = new Map();
    this.root = element("div", { class: "grid-root" });
    this.name = element("b");
    const head = element("div", { class: "head" }, [
      this.name,
      element("span", { class: "muted", "aria-hidden": "true" }, "layer ↓ head →"),
    ]);
    this.scroller = element("div", { class: "scroller" });
    this.legend = element("div", { class: "legend muted" });
    this.hint = element("div", { class: "muted" });
    this.tip = element("div", { class: "tip", "aria-hidden": "true", hidden: "" });
    this.status = element("div", { class: "unseen", role: "status" });
    this.root.append(head, this.scroller, this.legend, this.hint, this.tip, this.status);
    this.listen();
    parent.append(this.root);
  }

  close() {
    clearTimeout(this.timer);
    this.root.remove();
  }

  // --- what Python says -------------------------------------------------------------------

  show(data, send) {
    this.send = send;
    const reshaped = data.layers !== this.data?.layers || data.heads !== this.data?.heads;
    this.data = data;
    if (reshaped) this.build();
    if (reshaped || data.seq >= this.seq) {
      this.masked = new Set(data.masked.map(([layer, head]) => layer * data.heads + head));
      this.seq = Math.max(this.seq, data.seq);
    }
    this.scaled = new Map(
      data.scaled.map(([layer, head, scale]) => [layer * data.heads + head, scale]),
    );
    this.dress();
    this.paint(this.cells.keys());
    if (reshaped || this.told) this.tell(reshaped ? null : this.told); // its words may have changed
  }

  build() {
    clearTimeout(this.timer);
    this.timer = null;
    this.drag = this.range = null;
    const { layers, heads } = this.data;
    const tops = upTo(heads).map((head) => header("columnheader", "head", -1, head));
    this.sides = upTo(layers).map((layer) => header("rowheader", "layer", layer, -1));
    this.cells = upTo(layers * heads).map((index) =>
      element("div", {
        role: "gridcell",
        tabindex: -1,
        "data-row": Math.floor(index / heads),
        "data-column": index % heads,
      }),
    );
    this.tops = tops;
    const rows = this.sides.map((side, layer) =>
      element("div", { role: "row", class: "row" }, [
        side,
        ...this.cells.slice(layer * heads, (layer + 1) * heads),
      ]),
    );
    const corner = element("div", { role: "presentation" });
    this.grid = element("div", { role: "grid", "aria-multiselectable": "true", class: "grid" }, [
      element("div", { role: "row", class: "row" }, [corner, ...tops]),
      ...rows,
    ]);
    this.scroller.replaceChildren(this.grid);
    this.here = [0, 0];
    this.cells[0].tabIndex = 0;
  }

  // --- how it looks -----------------------------------------------------------------------

  dress() {
    const { data } = this;
    const [light, dark] = data.palettes;
    const paper = getComputedStyle(this.status).backgroundColor.match(/\d+/g).map(Number);
    const palette = luminance(hex(paper.slice(0, 3))) < 0.2 ? dark : light;
    this.palette = palette;
    this.inks = [light.text, dark.text];
    const dense = data.heads > 16;
    const properties = {
      "--text": palette.text,
      "--muted": palette.muted,
      "--line": palette.line,
      "--paper": readable(palette.text, this.inks),
      "--heads": data.heads,
      "--gap": dense ? "1px" : "2px",
      "--side": dense ? "1.4rem" : "1.8rem",
      "--small": dense ? "0.65rem" : "0.75rem",
      "--bar": dense ? "1.5px" : "2.5px",
      "--rim-width": dense ? "2px" : "4px",
      "--ratio": data.layers > 8 ? "1.5" : "1",
    };
    for (const [name, value] of Object.entries(properties)) {
      this.root.style.setProperty(name, value);
    }
    this.name.textContent = data.label;
    this.grid.setAttribute("aria-label", `${data.label}: layers by heads`);
    const signs = data.legend.map(([sign, words]) => {
      const mark = element("i", { class: `sign ${sign}`, "aria-hidden": "true" });
      const fill = palette[sign] ?? palette.ink;
      mark.style.setProperty("--fill", fill);
      if (sign in palette) mark.style.setProperty("--ink", readable(fill, this.inks));
      return element("span", {}, [mark, words]);
    });
    this.legend.replaceChildren(...signs);
    const full = data.limit > 0 ? ` · ${data.estimate ? this.strongest() : this.full()}` : "";
    this.hint.textContent = `click, drag, or arrow keys and space${full}`;
  }

  full() {
    return `full colour: ${this.number(this.data.limit).slice(1)}`;
  }

  /** The value drawn darkest, with its sign and its head: it can be one below zero. */
  strongest() {
    const { limit, clip, heads } = this.data;
    const sizes = upTo(this.cells.length).map((index) => this.value(index) ?? 0);
    const at = sizes.findIndex((value) => (clip ? value : Math.abs(value)) === limit);
    const name = `${Math.floor(at / heads) + 1}-${(at % heads) + 1}`;
    return `strongest: ${this.number(sizes[at])} (${name})`;
  }

  paint(indices) {
    const { data, palette } = this;
    for (const index of indices) {
      const cell = this.cells[index];
      const value = this.value(index);
      const share = data.limit > 0 ? Math.min(1, Math.abs(value ?? 0) / data.limit) : 0;
      const shade = mix(palette.middle, this.pole(value), value < 0 && data.clip ? 0 : share);
      const hollow = data.estimate && value < 0;
      const fill = hollow ? palette.middle : shade;
      cell.style.setProperty("--fill", fill);
      cell.style.setProperty("--rim", shade);
      cell.style.setProperty("--ink", readable(fill, this.inks));
      cell.classList.toggle("empty", value === null);
      cell.classList.toggle("hollow", hollow);
      const coloured = !data.estimate && share >= FAINT;
      cell.classList.toggle("more", coloured && value > 0);
      cell.classList.toggle("less", coloured && value < 0 && !data.clip);
      cell.setAttribute("aria-selected", this.masked.has(index));
      cell.setAttribute("aria-label", this.words(index).join(". "));
      this.cross(index);
    }
    for (const [line, headers] of [[0, this.tops], [1, this.sides]]) {
      headers.forEach((side, at) => {
        const all = this.along(line, at).every((index) => this.masked.has(index));
        side.setAttribute("aria-selected", all);
      });
    }
  }

  pole(value) {
    if (this.data.estimate) return this.palette.ink;
    return value < 0 ? this.palette.away : this.palette.toward;
  }

  cross(index) {
    const preview = this.preview?.has(index);
    this.cells[index].classList.toggle("preview", Boolean(preview));
    const crossed = preview ? this.previewed : this.masked.has(index);
    this.cells[index].classList.toggle("crossed", crossed);
    this.cells[index].classList.toggle("scaled", !crossed && this.scaled.has(index));
  }

  value(index) {
    const { values, heads } = this.data;
    return values[Math.floor(index / heads)][index % heads];
  }

  number(value) {
    // As many decimals as tell the largest number to three digits.
    const digits = this.data.limit > 0 ? 2 - Math.floor(Math.log10(this.data.limit)) : 2;
    const text = Math.abs(value).toFixed(Math.max(0, Math.min(8, digits)));
    const sign = Number(text) === 0 ? "" : value < 0 ? "−" : "+";
    return `${sign}${text}${this.data.unit ? ` ${this.data.unit}` : ""}`;
  }

  words(index) {
    const { heads, descriptions } = this.data;
    const [layer, head] = [Math.floor(index / heads), index % heads];
    const value = this.value(index);
    const text = value === null ? "not measured" : this.number(value);
    const scale = this.scaled.has(index) ? `, scaled to ${this.scaled.get(index)}` : "";
    const state = this.masked.has(index) ? ", switched off" : scale;
    const more = descriptions?.[layer][head];
    return [`layer ${layer + 1}, head ${head + 1}: ${text}${state}`, ...(more ? [more] : [])];
  }

  // --- what the user does ---------------------------------------------------------------

  edit(indices, on) {
    const changed = indices.filter((index) => this.masked.has(index) !== on);
    if (!changed.length) return;
    for (const index of changed) {
      if (on) this.masked.add(index);
      else this.masked.delete(index);
    }
    this.seq += 1;
    this.paint(changed);
    const what = changed.length === 1 ? this.words(changed[0])[0] : `${changed.length} heads`;
    const done = on ? "switched off" : "switched on";
    const total = `${this.masked.size} of ${this.cells.length} switched off`;
    this.status.textContent = `${what.split(":")[0]} ${done}; ${total}`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), WAIT);
  }

  flush() {
    if (this.timer == null) return;
    clearTimeout(this.timer);
    this.timer = null;
    const { heads } = this.data;
    const sorted = [...this.masked].sort((one, other) => one - other);
    const pairs = sorted.map((index) => [Math.floor(index / heads), index % heads]);
    this.send({ seq: this.seq, heads: pairs });
  }

  toggle([row, column]) {
    if (row >= 0 && column >= 0) {
      const index = this.index([row, column]);
      this.edit([index], !this.masked.has(index));
      return;
    }
    const line = this.along(row < 0 ? 0 : 1, row < 0 ? column : row);
    this.edit(line, !line.every((index) => this.masked.has(index)));
  }

  /** Indices of a whole column (direction 0) or layer (direction 1). */
  along(direction, at) {
    const { layers, heads } = this.data;
    return direction === 0
      ? upTo(layers).map((layer) => layer * heads + at)
      : upTo(heads).map((head) => at * heads + head);
  }

  index([row, column]) {
    return row * this.data.heads + column;
  }

  /** Show what a rectangle between two cells would become: the opposite of its first cell. */
  outline(span) {
    const before = this.preview ?? new Set();
    this.preview = null;
    if (span) {
      const [[top, left], [bottom, right]] = [0, 1].map((corner) =>
        [0, 1].map((axis) => Math[corner ? "max" : "min"](span.from[axis], span.to[axis])),
      );
      this.preview = new Set();
      for (let row = top; row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          this.preview.add(this.index([row, column]));
        }
      }
      this.previewed = !this.masked.has(this.index(span.from));
    }
    for (const index of [...before, ...(this.preview ?? [])]) this.cross(index);
  }

  settle(apply) {
    const [indices, on] = [[...(this.preview ?? [])], this.previewed];
    this.drag = this.range = null;
    this.outline(null);
    if (apply) this.edit(indices, on);
  }

  // --- events -----------------------------------------------------------------------------

  listen() {
    const on = (name, act) => this.root.addEventListener(name, act.bind(this));
    on("pointerdown", this.press);
    on("pointermove", this.move);
    on("pointerup", () => this.drag && this.settle(true));
    on("lostpointercapture", () => this.drag && this.settle(false));
    on("click", this.click);
    on("keydown", this.type);
    on("pointerover", (event) => !this.drag && this.tell(place(event.target)));
    on("focusin", (event) => event.target.matches(":focus-visible") && this.tell(place(event.target)));
    // Whoever leaves the grid may be on the way to another page.
    on("pointerleave", this.leave);
    on("focusout", (event) => {
      if (this.root.contains(event.relatedTarget)) return;
      if (this.range) this.settle(false);
      this.leave();
    });
  }

  leave() {
    if (!this.drag) this.tell(null);
    this.flush();
  }

  press(event) {
    const at = place(event.target);
    if (!at || event.button !== 0) return;
    event.preventDefault(); // no text selection, no scrolling by drag
    if (this.range) this.settle(false);
    this.focus(at);
    if (at.includes(-1)) return;
    this.drag = { from: at, to: at };
    this.grid.setPointerCapture(event.pointerId);
    this.outline(this.drag);
  }

  move(event) {
    if (!this.drag) return;
    const to = this.under(event);
    if (String(to) === String(this.drag.to)) return;
    this.drag.to = to;
    this.outline(this.drag);
    this.tell(null); // it would lie on what is being chosen
  }

  /** The cell nearest to the pointer, which may have left the grid. */
  under({ clientX, clientY }) {
    const first = this.cells[0].getBoundingClientRect();
    const last = this.cells.at(-1).getBoundingClientRect();
    const nearest = (at, start, end, count) =>
      Math.max(0, Math.min(count - 1, Math.floor(((at - start) / (end - start)) * count)));
    return [
      nearest(clientY, first.top, last.bottom, this.data.layers),
      nearest(clientX, first.left, last.right, this.data.heads),
    ];
  }

  click(event) {
    const at = place(event.target);
    // On cells the pointer events have done it, unless assistive technology clicks without any.
    if (at && (at.includes(-1) || event.detail === 0)) this.toggle(at);
  }

  type(event) {
    const at = place(event.target);
    if (!at) return;
    const step = STEPS[event.key];
    const last = [this.data.layers - 1, this.data.heads - 1];
    if (event.key === "Escape") {
      this.settle(false);
      this.tell(null);
    } else if (event.key === " " || event.key === "Enter") {
      if (this.range) this.settle(true);
      else this.toggle(at);
      this.tell(at);
    } else if (step && event.shiftKey && !at.includes(-1)) {
      this.range ??= { from: at, to: at };
      this.range.to = at.map((value, axis) => clamp(value + step[axis], 0, last[axis]));
      this.outline(this.range);
      this.focus(this.range.to);
      this.status.textContent = `${this.preview.size} heads in the range`;
    } else if (step || event.key === "Home" || event.key === "End") {
      if (this.range) this.settle(false);
      this.focus(step ? this.next(at, step, last) : this.edge(at, event, last));
    } else {
      return;
    }
    event.preventDefault();
  }

  next(at, step, last) {
    const to = at.map((value, axis) => clamp(value + step[axis], -1, last[axis]));
    return Math.max(...to) < 0 ? at : to; // the corner is empty
  }

  edge([row], { key, ctrlKey, metaKey }, last) {
    const far = key === "End";
    if (ctrlKey || metaKey) return far ? last : [0, 0];
    return [row, far ? last[1] : 0];
  }

  focus(at) {
    this.node(this.here).tabIndex = -1;
    this.here = at;
    this.node(at).tabIndex = 0;
    this.node(at).focus();
  }

  node([row, column]) {
    if (row < 0) return this.tops[column];
    return column < 0 ? this.sides[row] : this.cells[this.index([row, column])];
  }

  tell(at) {
    this.told = at;
    this.tip.hidden = !at;
    if (!at) return;
    const [row, column] = at;
    const lines = at.includes(-1)
      ? [row < 0 ? `head ${column + 1}, every layer` : `layer ${row + 1}, every head`]
      : this.words(this.index(at));
    this.tip.replaceChildren(...lines.map((line) => element("div", {}, line)));
    const frame = this.root.getBoundingClientRect();
    const box = this.node(at).getBoundingClientRect();
    const left = (box.left + box.right - this.tip.offsetWidth) / 2 - frame.left;
    const above = box.top - frame.top - this.tip.offsetHeight - 6;
    this.tip.style.left = `${clamp(left, 0, Math.max(0, frame.width - this.tip.offsetWidth))}px`;
    this.tip.style.top = `${above < 0 ? box.bottom - frame.top + 6 : above}px`;
  }
}

// --- small parts --------------------------------------------------------------------------

const upTo = (count) => Array.from({ length: count }, (_, index) => index);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** An element; text and children are set as nodes, never read as markup. */
function element(tag, attributes = {}, content = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...[content].flat());
  return made;
}

function header(role, word, row, column) {
  const at = Math.max(row, column) + 1;
  return element(
    "div",
    {
      role,
      tabindex: -1,
      "data-row": row,
      "data-column": column,
      "aria-label": `${word} ${at}`,
      "aria-description": `space switches ${row < 0 ? "it off or on in every layer" : "all its heads off or on"}`,
    },
    element("span", at === 1 || at % 4 === 0 ? { class: "mark" } : {}, String(at)),
  );
}

/** [row, column] of the cell or header at a node, -1 for headers; null elsewhere. */
function place(node) {
  const found = node.closest?.("[data-row]");
  return found ? [Number(found.dataset.row), Number(found.dataset.column)] : null;
}

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const hex = (parts) => `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

function mix(from, to, share) {
  const [one, other] = [channels(from), channels(to)];
  const mixed = one.map((value, at) => Math.round(value + (other[at] - value) * share));
  return hex(mixed);
}

/** Whichever of the inks stands out more from a colour (WCAG contrast). */
function readable(colour, inks) {
  const contrast = (ink) => {
    const [low, high] = [luminance(ink), luminance(colour)].sort((one, other) => one - other);
    return (high + 0.05) / (low + 0.05);
  };
  return inks.reduce((best, ink) => (contrast(ink) > contrast(best) ? ink : best));
}

function luminance(colour) {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
