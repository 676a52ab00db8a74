"use strict";
// Draws each figure when it is nearly on screen, and all of them before the page is printed.
(() => {
  const PAPER = 650; // width of a figure on A4, in pixels
  const HIGHEST = { withTable: 330, alone: 570 }; // on A4, so that a result is on one page
  const LEAST = 11; // pixels of a text on A4: 8 points
  const FONTS = new Set(["font", "tickfont", "textfont", "title_font"]);
  const SIZED = /font-size:\s*[0-9]+(?:px|%);?/gi; // in a text, which would stay small
  const KNOWN = {
    layout: {
      font: { family: "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif" },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
    },
  };
  const CONFIG = { displayModeBar: false, responsive: false };
  const places = [...document.querySelectorAll(".plot")];
  const drawn = new Set();
  let printing = false;

  const width = (place) => {
    const style = getComputedStyle(place);
    const room = place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return printing ? PAPER : Math.max(Math.floor(room), 200);
  };

  /** A copy in which no text has fewer pixels. */
  const legible = (value, least, name = "") => {
    if (Array.isArray(value)) return value.map((entry) => legible(entry, least));
    if (typeof value === "string") return value.includes("<") ? value.replace(SIZED, "") : value;
    if (!value || typeof value !== "object") return value;
    const found = Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, legible(entry, least, key)]),
    );
    const larger = (size) => (Array.isArray(size) ? size.map(larger) : Math.max(size, least));
    if (FONTS.has(name) && found.size !== undefined) found.size = larger(found.size);
    return found;
  };

  /** A figure as large as there is room for; on paper it has few rows, and a high one is drawn
      larger and shrunk, with texts that are legible then. */
  const figureOf = (place) => {
    const name = (printing && place.dataset.paper) || place.dataset.figure;
    const { data, layout } = JSON.parse(document.getElementById(name).textContent);
    const most = HIGHEST[place.closest(".tall") ? "alone" : "withTable"];
    const shrunk = printing ? Math.min(1, most / (layout.height ?? 450)) : 1;
    place.style.zoom = shrunk;
    const margin = { ...layout.margin };
    for (const side of ["l", "r"]) if (margin[side]) margin[side] /= shrunk; // has room for texts
    const own = { ...layout, margin, template: KNOWN, autosize: false, width: width(place) / shrunk };
    return printing ? legible({ data, layout: own }, LEAST / shrunk) : { data, layout: own };
  };

  const draw = (place) => {
    if (drawn.has(place)) return;
    drawn.add(place);
    const { data, layout } = figureOf(place);
    try {
      Plotly.newPlot(place, data, layout, CONFIG).catch(() => missing(place));
    } catch {
      missing(place);
    }
  };

  const missing = (place) => {
    place.style.minHeight = "0";
    place.textContent = `This figure cannot be drawn. ${place.dataset.instead}`;
  };

  const fitted = () => {
    for (const place of drawn) {
      if (!place.querySelector(".main-svg")) continue;
      const { data, layout } = figureOf(place);
      Plotly.react(place, data, layout, CONFIG);
    }
  };

  const print = () => {
    printing = true;
    fitted();
    places.forEach(draw);
    document.querySelectorAll("details:not([open])").forEach((part) => {
      part.open = true;
      part.dataset.closed = "";
    });
  };

  if (location.hash === "#print") {
    print();
  } else {
    const seen = new IntersectionObserver(
      (entries) => entries.forEach((entry) => entry.isIntersecting && draw(entry.target)),
      { rootMargin: "600px 0px" },
    );
    places.forEach((place) => seen.observe(place));
    let waiting;
    addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => printing || fitted(), 150);
    });
    addEventListener("beforeprint", print);
    addEventListener("afterprint", () => {
      printing = false;
      fitted();
      document.querySelectorAll("details[data-closed]").forEach((part) => {
        part.open = false;
        delete part.dataset.closed;
      });
    });
  }
})();
