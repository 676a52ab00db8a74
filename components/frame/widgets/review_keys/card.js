// One candidate, large: the found sentence and its counterpart among the lines around it. All text
// goes in as textContent: it is the user's.
const FEW = 6; // choices that are shown as buttons; more are a list

/** Draw a candidate; `send` reports what was chosen on it. */
function drawCard(root, card, send) {
  const focused = root.getRootNode().activeElement?.dataset?.choice;
  root.setAttribute("aria-label", card.label);
  root.replaceChildren(...parts(card, send));
  // A choice draws the card again; the keyboard stays on what was chosen.
  if (focused) [...root.querySelectorAll("[data-choice]")].find(is(focused))?.focus();
}

const is = (choice) => (node) => node.dataset.choice === choice;

function parts(card, send) {
  const scene = [
    lines("before", card.before),
    sentence("Found in the film", "more", card.more),
    ...(card.less
      ? [sentence("Counterpart", "less", card.less)]
      : [element("p", { class: "refused" }, card.refused)]),
    lines("after", card.after),
  ];
  return [
    element("p", { class: "place" }, card.place),
    element("div", { class: "scene" }, scene),
    ...(card.decided ? [element("p", { class: "decided" }, card.decided)] : []),
    element("div", { class: "pickers" }, card.pickers.map((one) => picker(one, card.id, send))),
    element("dl", {}, card.facts.flatMap(([name, value]) => fact(name, value))),
    ...(card.notes.length ? [element("ul", { class: "notes" }, card.notes.map(item))] : []),
  ];
}

/** The lines around the sentence; they take the same room whether there are one or two. */
function lines(side, texts) {
  const made = texts.map((line) => element("p", { class: "around", dir: "auto" }, line));
  return element("div", { class: `lines ${side}` }, made);
}

function sentence(name, side, runs) {
  const text = runs.map(([words, marked]) => (marked ? element("mark", {}, words) : words));
  const label = element("span", { class: "side" }, name);
  return element("div", { class: `sentence ${side}` }, [label, element("p", { dir: "auto" }, text)]);
}

function fact(name, value) {
  return [element("div", {}, [element("dt", {}, name), element("dd", {}, value)])];
}

const item = (text) => element("li", {}, text);

function picker({ name, label, options, chosen }, id, send) {
  const choose = (value) => value !== chosen && send("chosen", { id, name, value });
  const title = element("span", { class: "title", id: `picker-${name}` }, label);
  const make = options.length > FEW || name === "category" ? list : buttons;
  return element("div", { class: "picker" }, [title, ...make(name, options, chosen, choose)]);
}

function buttons(name, options, chosen, choose) {
  const made = options.map(([value, label]) => {
    const button = element("button", { type: "button", "data-choice": `${name}/${value}` }, label);
    button.setAttribute("aria-pressed", value === chosen);
    button.addEventListener("click", () => choose(value));
    return button;
  });
  const attributes = { class: "choices", role: "group", "aria-labelledby": `picker-${name}` };
  return [element("div", attributes, made)];
}

function list(name, options, chosen, choose) {
  const attributes = { "aria-labelledby": `picker-${name}`, "data-choice": name };
  const made = options.map(([value, label]) => element("option", { value }, label));
  const select = element("select", attributes, made);
  select.value = chosen;
  select.addEventListener("change", () => choose(select.value));
  // While a list has the focus, letters look for its entries; Escape gives them back to the keys.
  select.addEventListener("keydown", (event) => event.key === "Escape" && select.blur());
  return [select];
}
