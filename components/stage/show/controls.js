// What is drawn over a screen when it is asked for: the bar of controls and the list of keys.

const CONTROLS = [
  ["previous", "Previous", "←"], ["next", "Next", "→"], ["controls", "Ask the model", "O"],
  ["live", "Live", "L"], ["notes", "Notes", "N"], ["theme", "Light or dark", "T"],
  ["full", "Full screen", "F"], ["help", "Keys", "?"], ["escape", "Leave", "Esc"],
]; // prettier-ignore
const KEYS = [
  ["→  ↓  Page down  Space", "next screen"], ["←  ↑  Page up", "previous screen"],
  ["Home  End", "first or last screen"],
  ["O", "ask the model, on live and on kept screens, and move a slider"],
  ["Esc", "close your question; until then, letters are typed into it"],
  ["K", "with the question closed: back to the kept figure"],
  ["L", "live or kept figures"],
  ["N", "notes in a second window"], ["T", "light or dark"], ["B", "black screen"],
  ["F", "full screen"], ["Esc", "without a question: leave"],
]; // prettier-ignore

/** The bar, and its buttons by what they do; `pressed(act, event)` hears of a press. */
function barOf(pressed) {
  const buttons = {};
  for (const [act, label, key] of CONTROLS) {
    const parts = [element("span", {}, label), element("kbd", { "aria-hidden": "true" }, key)];
    const button = element("button", { type: "button", "data-act": act }, parts);
    button.addEventListener("click", (event) => pressed(act, event));
    buttons[act] = button;
  }
  const attributes = { class: "bar", role: "toolbar", "aria-label": "Controls" };
  return { bar: element("div", attributes, Object.values(buttons)), buttons };
}

/** The list of keys; while it is open, Tab stays in it. */
function helpOf(close) {
  const rows = KEYS.map(([key, what]) =>
    element("div", {}, [element("dt", {}, key), element("dd", {}, what)]),
  );
  const button = element("button", { type: "button" }, "Close");
  button.addEventListener("click", close);
  const parts = [element("h2", {}, "Keys"), element("dl", {}, rows), button];
  return element("dialog", { class: "help", "aria-label": "Keys" }, parts);
}

/** Where a talk is: a dot a screen, or a bar where there are many; `go(at)` turns to one. */
function placesOf(screens, at, go) {
  if (screens.length > MOST_DOTS) {
    const done = element("span", { class: "track" }, element("span", { class: "done" }));
    done.style.setProperty("--done", (at + 1) / screens.length);
    return [done, element("span", {}, `${at + 1} of ${screens.length}`)];
  }
  return screens.map(({ title }, place) => {
    const label = `Screen ${place + 1}: ${title}`;
    const dot = element("button", { type: "button", "aria-label": label, tabindex: "-1" });
    if (place === at) dot.setAttribute("aria-current", "true");
    dot.addEventListener("click", () => go(place));
    return dot;
  });
}

const MOST_DOTS = 15;
