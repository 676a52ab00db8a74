// Figures of the Stage: drawn once each with Plotly, as large as the screen allows, and kept while
// they are near, so that a key only has to show what is there already.

const NEAREST = 2; // screens to either side whose figures are kept
const LEAST_WIDTH = 500; // pixels a figure is drawn with before it is enlarged, if there are
// Times: the smallest type of a figure is 14 pixels, which a window of 1280 × 720 shows as 18.
const LEGIBLE = 18 / 14;
// Of a wide figure in a narrow window, whose smallest type is then 10 pixels; it scrolls sideways.
const SMALLEST = 10 / 14;
// Of its own height, or pixels, which a figure has where there is no room for more.
const [LEAST, LEAST_HEIGHT] = [0.5, 260];
const LARGEST = 2.1; // times; more would make the type of a figure larger than the title
const WINDOW = [1280, 720]; // pixels; in a larger one all type is larger
const LONG_TITLE = 90; // letters of a title, from which on it is set smaller
const LONG = 260; // letters of a reading, from which on it is set smaller
const PLAIN = { staticPlot: true, displayModeBar: false };
// Of a number, and at least: more than one processor's rounding differs from another's, and less
// than can be seen. What is written in a figure is compared letter by letter.
const NOISE = 1e-4;
const LEAST_NOISE = 1e-5;

const COLOUR = /^#[0-9a-f]{6}$|(?<=color:)#[0-9a-f]{6}/gi; // of a mark, or in the style of a text

let loading; // of Plotly's script, once a window

/** Plotly, or nothing where its script cannot be had any more. */
function plotly(url) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= new Promise((done) => {
    const script = element("script", { src: url });
    script.addEventListener("load", () => done(window.Plotly));
    script.addEventListener("error", () => {
      loading = undefined; // the next figure asks for it again
      script.remove();
      done(undefined);
    });
    document.head.append(script);
  });
  return loading;
}

/** A copy of a figure in the colours of a theme. */
function inTheme(value, colours = {}) {
  if (typeof value === "string") {
    return value.replace(COLOUR, (colour) => colours[colour.toLowerCase()] ?? colour);
  }
  if (Array.isArray(value)) return value.map((entry) => inTheme(entry, colours));
  if (value && typeof value === "object") {
    const entries = Object.entries(value).map(([name, entry]) => [name, inTheme(entry, colours)]);
    return Object.fromEntries(entries);
  }
  return value;
}

/** Whether two figures look the same, whatever the order of their fields. */
function alike(one, other) {
  if (one === other) return true;
  if (typeof one === "number" && typeof other === "number") {
    return Math.abs(one - other) <= LEAST_NOISE + NOISE * Math.max(Math.abs(one), Math.abs(other));
  }
  if (!one || !other || typeof one !== "object" || typeof other !== "object") return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => alike(one[key], other[key]));
}

/** The room of a figure: its drawings, of which one is seen. */
class Figures {
  constructor(url) {
    this.url = url;
    this.root = element("div", { class: "figures" });
    this.drawn = new Map(); // name of a drawing → its node
  }

  /** Draw one if it is not there yet; nothing is seen of it before `show`. */
  async draw(name, { figure, alt, table, title, reading }, colours) {
    if (this.drawn.has(name)) return this.drawn.get(name).ready;
    const made = figure ? heightOf(figure) : 0;
    const node = element("div", { class: "drawing", "data-name": name, "data-made": made });
    const entry = { node };
    this.drawn.set(name, entry);
    this.root.append(node);
    entry.ready = this.fill(node, { figure, alt, table, title, reading }, colours);
    return entry.ready;
  }

  async fill(node, { figure, alt, table, title, reading }, colours) {
    if (!figure) {
      if (table) node.append(tableOf(table));
      return;
    }
    const waiting = element("p", { class: "drawn-soon" }, "Drawing the figure …");
    node.append(waiting);
    const library = await plotly(this.url);
    if (!library) {
      this.drawn.delete(node.dataset.name); // to be tried again
      node.remove();
      return;
    }
    // A copy: Plotly writes types and ranges of axes into what it draws, and figures are compared.
    const { data, layout } = inTheme(figure, colours);
    const key = keyOf(layout.meta?.marks ?? []);
    if (key) node.append(key);
    const natural = heightOf(figure);
    const width = this.root.clientWidth || 900;
    const left = this.roomFor(natural + tall(key), [title, reading]) - tall(key);
    const fitting = Math.min(left / natural, Math.max(1, width / LEAST_WIDTH));
    const scale = Math.min(
      Math.max(legible(width), Math.min(LARGEST, fitting)),
      Math.max(width / (layout.meta?.wide || 1), SMALLEST),
    );
    const drawing = element("div", { class: "plot", role: "img", "aria-label": alt });
    const wide = Math.max(width / scale, layout.meta?.wide || 0);
    if (wide * scale > width + 1) scrollSideways(node);
    Object.assign(node.dataset, { made: natural + tall(key), natural, scale });
    drawing.style.transform = `scale(${scale})`;
    node.append(drawing);
    const height = this.heightIn(node, left);
    Object.assign(drawing.style, { width: `${wide}px`, height: `${height}px` });
    this.place(node, height);
    const font = { ...layout.font, family: getComputedStyle(this.root).fontFamily };
    const own = { ...layout, font, width: wide, height, autosize: false };
    try {
      await library.newPlot(drawing, data, structuredClone(own), PLAIN);
      const again = (height) => library.react(drawing, data, { ...structuredClone(own), height }, PLAIN);
      Object.assign(this.drawn.get(node.dataset.name) ?? {}, { again });
      if (node.classList.contains("shown")) this.fit(node); // the room may have changed meanwhile
    } catch {
      drawing.remove(); // a figure that Plotly refuses leaves its screen with its words
    } finally {
      waiting.remove();
    }
  }

  /** Height of a drawing before it is enlarged: its own, or less where there is less room. */
  heightIn(node, room) {
    const { natural, scale } = node.dataset;
    return Math.max(Math.min(LEAST * natural, LEAST_HEIGHT), Math.min(natural, room / scale));
  }

  place(node, height) {
    node.dataset.height = height;
    node.style.setProperty("--key", `${tall(keyIn(node))}px`);
    node.style.setProperty("--tall", `${height * node.dataset.scale}px`);
  }

  /** Draw a figure lower where a longer text has left it less room: its type stays as large. */
  fit(node) {
    const drawing = node.querySelector(".plot");
    if (!drawing) return;
    const height = this.heightIn(node, this.root.clientHeight - tall(keyIn(node)));
    const again = this.drawn.get(node.dataset.name)?.again;
    if (!again || Math.abs(height - node.dataset.height) <= 1) return;
    this.place(node, height);
    drawing.style.height = `${height}px`;
    again(height);
  }

  /** Fit the drawing that is seen, where what stands around it has changed. */
  refit() {
    const node = this.root.querySelector(".shown");
    if (node) this.fit(node);
  }

  /** In a small window, which scrolls, there is as much room as a figure was made for. */
  makeRoom(height) {
    this.root.style.setProperty("--natural", height);
  }

  /** Pixels that a figure would have below its texts; nothing is seen of the question. */
  roomFor(height, texts) {
    const before = this.root.style.getPropertyValue("--natural");
    const header = this.root.closest(".screen")?.querySelector("header");
    const nodes = [header?.querySelector("h1"), header?.querySelector(".reading")];
    const shown = nodes.map((node) => node?.textContent);
    const write = (lines) => nodes.forEach((node, at) => node && writeInto(node, lines[at] ?? shown[at]));
    write(texts);
    this.makeRoom(height);
    const room = this.root.clientHeight || 400;
    this.makeRoom(before || 0);
    write(shown);
    return room;
  }

  /** Show one drawing in place of another. */
  show(name) {
    const node = this.drawn.get(name)?.node;
    this.makeRoom(node?.dataset.made ?? 0);
    if (node) this.fit(node);
    for (const [other, { node }] of this.drawn) node.classList.toggle("shown", other === name);
  }

  /** Forget what is far from the screen that is shown. */
  keep(names) {
    for (const [name, { node }] of this.drawn) {
      if (!names.has(name) && !node.classList.contains("shown")) this.forget(name);
    }
  }

  clear() {
    for (const name of this.drawn.keys()) this.forget(name);
  }

  forget(name) {
    const { node } = this.drawn.get(name);
    const plot = node.querySelector(".plot");
    if (plot && window.Plotly) window.Plotly.purge(plot);
    node.remove();
    this.drawn.delete(name);
  }
}

/** Let a figure that is wider than its window be scrolled sideways. */
function scrollSideways(node) {
  node.classList.add("wider");
  for (const [name, value] of Object.entries({ tabindex: 0, role: "group", "aria-label": "Figure, scrolls sideways" })) {
    node.setAttribute(name, value);
  }
}

/** Write a line of a screen; a long one is set smaller. */
function writeInto(node, text) {
  node.textContent = text;
  node.classList.toggle("long", text.length > (node.localName === "h1" ? LONG_TITLE : LONG));
}

function heightOf(figure) {
  return figure.layout?.height ?? 400;
}

/** Times that a figure is enlarged at least; in a narrow window it scrolls, and is as it is. */
function legible(width) {
  const larger = Math.min(window.innerWidth / WINDOW[0], window.innerHeight / WINDOW[1]);
  return Math.min(LEGIBLE * Math.max(1, larger), Math.max(1, width / LEAST_WIDTH));
}

function keyIn(node) {
  return node.querySelector(".key");
}

function tall(node) {
  return node?.offsetHeight ?? 0;
}

/** What marks and colours mean, above the figure. */
function keyOf(entries) {
  if (!entries.length) return undefined;
  const made = entries.map(({ mark, colour, text }) => {
    if (mark === "text") return element("li", {}, text);
    const sign = element("i", { class: mark, "aria-hidden": "true" });
    if (colour) sign.style.color = colour;
    return element("li", {}, [sign, element("span", {}, text)]);
  });
  return element("ul", { class: "key" }, made);
}
