// Parts of a page. All text goes in as text, never as markup: it is the user's.

function field(tag, name, label, attributes) {
  const input = element(tag, { name, autocomplete: "off", ...attributes });
  return { input, box: element("label", {}, [element("span", {}, label), input]) };
}

function element(tag, attributes = {}, content = []) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...[content].flat());
  return made;
}
