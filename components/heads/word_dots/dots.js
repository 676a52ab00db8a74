// Two words as dots on one axis, with rings where they were before. All text is the user's or a
// number: it goes in as text.
export default inOrder(({ data: [rows, legend, ticks, colours, says], parentElement }) => {
  const box = parentElement.querySelector(".word-dots");
  box.setAttribute("aria-label", says);
  box.style.setProperty("--ink", colours[0]);
  box.style.setProperty("--pale", colours[1]);
  const plot = element("div", { class: "plot" }, [
    ...[0, 0.5, 1].map((at) => placed(element("div", { class: "line" }), at)),
    ...rows.map(row),
  ]);
  const names = ticks.map((name, at) => placed(element("span", { class: "tick" }, name), at / 2));
  box.replaceChildren(...legendOf(legend), plot, element("div", { class: "axis" }, names));
});

function legendOf(names) {
  if (!names.length) return [];
  const entries = names.map((name, at) =>
    element("span", {}, [element("i", { class: at ? "dot" : "ring" }), name]),
  );
  return [element("div", { class: "legend" }, entries)];
}

function row({ word, values, now, before }) {
  // A word that is written from the right stays left of its numbers.
  const label = element("div", { class: "label" }, [
    element("bdi", {}, word),
    element("span", {}, values),
  ]);
  return element("div", { class: "row" }, [label, element("div", { class: "track" }, marks(now, before))]);
}

function marks(now, before) {
  const dot = placed(element("i", { class: "dot", title: now.title }), now.at);
  if (!before) return [dot];
  const way = placed(element("i", { class: "way" }), Math.min(now.at, before.at));
  way.style.setProperty("--length", Math.abs(now.at - before.at));
  return [way, placed(element("i", { class: "ring", title: before.title }), before.at), dot];
}

function placed(part, at) {
  part.style.setProperty("--at", at);
  return part;
}
