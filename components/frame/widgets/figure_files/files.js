// A figure of the page as a picture: what is drawn is copied as one SVG with its title above it, and
// given as that, as a PNG three times as large, or to the browser's printing, which saves a PDF.

const SCALE = 3; // of a PNG: 300 dots an inch where a figure is as wide as on the screen
const MARGIN = 24; // pixels around the figure
const [TITLE, LINE] = [15, 20]; // pixels: size of the title's letters, and height of a line
const [KEY, KEY_LINE] = [12, 18]; // the same of the key below the title
const WIDE = 0.56; // of a letter on average, in sizes
const SVG = "http://www.w3.org/2000/svg";

/** The drawing of a figure on this page; nothing where it is not in sight of the browser. */
function drawingOf(key) {
  const found = [...document.querySelectorAll(`.st-key-${CSS.escape(key)} .js-plotly-plot`)];
  return found.find((plot) => plot.querySelector(".main-svg"));
}

function shape(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** A title in lines that are no wider than the figure. */
function linesOf(title, width) {
  const most = Math.max(20, Math.floor(width / (TITLE * WIDE)));
  const lines = [];
  for (const word of title.split(/\s+/)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The entries of a key in lines that are no wider than the figure. */
function keyLinesOf(key, width) {
  const most = Math.max(20, Math.floor(width / (KEY * WIDE)));
  const lines = [];
  let left = 0;
  for (const entry of key) {
    left -= entry.text.length + 5;
    if (!lines.length || left < 0) {
      lines.push([]);
      left = most - entry.text.length;
    }
    lines.at(-1).push(entry);
  }
  return lines;
}

/** A line of a key: each mark in its colour, then what it means. */
function keyLine(entries, place, type, ink) {
  const line = shape("text", { ...place, ...type, "xml:space": "preserve" });
  entries.forEach(({ glyph, colour, text }, at) => {
    if (at) line.append(shape("tspan", {}, "    "));
    if (glyph) line.append(shape("tspan", { fill: colour || ink }, `${glyph} `));
    line.append(shape("tspan", { fill: ink }, text));
  });
  return line;
}

/** One SVG of all layers that Plotly draws over each other, on the colour of the page. */
function pictureOf(plot, title, key) {
  const { width, height } = plot.querySelector(".svg-container").getBoundingClientRect();
  const [page, text] = [getComputedStyle(document.querySelector(".stApp")), getComputedStyle(plot)];
  const [lines, meanings] = [linesOf(title, width), keyLinesOf(key, width)];
  const below = MARGIN + LINE * lines.length;
  const top = below + KEY_LINE * meanings.length + MARGIN / 2;
  const size = { width: Math.ceil(width) + 2 * MARGIN, height: Math.ceil(top + height) + MARGIN };
  const picture = shape("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, xmlns: SVG });
  picture.append(shape("rect", { ...size, fill: page.backgroundColor }));
  lines.forEach((line, at) => {
    const place = { x: MARGIN, y: MARGIN + LINE * (at + 0.75), fill: page.color };
    const type = { "font-family": text.fontFamily, "font-size": TITLE, "font-weight": 600 };
    picture.append(shape("text", { ...place, ...type }, line));
  });
  meanings.forEach((entries, at) => {
    const place = { x: MARGIN, y: below + KEY_LINE * (at + 0.75) };
    const type = { "font-family": text.fontFamily, "font-size": KEY };
    picture.append(keyLine(entries, place, type, page.color));
  });
  for (const layer of plot.querySelectorAll(".main-svg")) {
    const copy = layer.cloneNode(true);
    for (const part of copy.querySelectorAll(".hoverlayer, .draglayer, .zoomlayer")) part.remove();
    copy.removeAttribute("style");
    copy.setAttribute("x", MARGIN);
    copy.setAttribute("y", top);
    copy.setAttribute("overflow", "visible");
    picture.append(copy);
  }
  return { text: new XMLSerializer().serializeToString(picture), ...size };
}

function save(blob, file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const blobOf = ({ text }) => new Blob([text], { type: "image/svg+xml" });

async function savePng(picture, file) {
  const image = new Image();
  const address = URL.createObjectURL(blobOf(picture));
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width * SCALE, picture.height * SCALE];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  canvas.toBlob((blob) => save(blob, file), "image/png");
}

/** Print a page that is as large as the figure; the browser offers to save it as a PDF. */
function print(picture, name) {
  const frame = document.createElement("iframe");
  frame.className = "biascope-printed";
  frame.style.cssText = "position:fixed;width:0;height:0;border:0;visibility:hidden";
  document.body.append(frame);
  const inner = frame.contentDocument;
  inner.title = name; // becomes the name of the file
  const rules = `@page { size: ${picture.width}px ${picture.height}px; margin: 0 } body { margin: 0 }`;
  const style = inner.createElement("style");
  style.textContent = rules;
  inner.head.append(style);
  const drawn = new DOMParser().parseFromString(picture.text, "image/svg+xml").documentElement;
  inner.body.append(inner.adoptNode(drawn));
  frame.contentWindow.addEventListener("afterprint", () => frame.remove());
  frame.contentWindow.print();
}

const KINDS = {
  SVG: (picture, name) => save(blobOf(picture), `${name}.svg`),
  PNG: (picture, name) => savePng(picture, `${name}.png`),
  PDF: print,
};

function drawButtons({ data, parentElement }) {
  const { figure, name, title, key, help } = data;
  const said = element("p", { role: "status" });
  const buttons = Object.entries(KINDS).map(([kind, make]) => {
    const button = element("button", { type: "button", title: help[kind] }, kind);
    button.addEventListener("click", () => {
      const plot = drawingOf(figure);
      said.textContent = plot ? "" : "The figure is not on the page now; open its tab first.";
      if (plot) make(pictureOf(plot, title, key), name);
    });
    return button;
  });
  parentElement.querySelector(".files").replaceChildren(...buttons, said);
}

export default inOrder(drawButtons);
