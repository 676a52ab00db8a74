// Words with bars. All text goes in as textContent: it is the user's.
export default inOrder(({ data, parentElement, setTriggerValue }) => {
  let root = parentElement.querySelector(".texts")
  if (!root) {
    root = document.createElement("div")
    root.className = "texts"
    parentElement.append(root)
  }
  root.setAttribute("role", "group")
  root.setAttribute("aria-label", data.label)
  root.replaceChildren(...data.lines.map((line) => drawnLine(line, setTriggerValue)))
})

function drawnLine(line, send) {
  const name = element("div", "name", line.name)
  const text = element("div", "text")
  text.append(...line.units.map((unit, index) => drawnUnit(line, unit, index, send)))
  const box = element("div", "line")
  box.append(name, text)
  return box
}

function drawnUnit(line, unit, index, send) {
  const chosen = index === line.chosen
  const box = element(line.clickable ? "button" : "span", `unit ${unit.kind}${chosen ? " chosen" : ""}`)
  const bar = element("span", "bar")
  bar.style.height = `${(unit.share * 0.8).toFixed(2)}rem`
  box.append(element("span", "word", unit.text), bar)
  box.title = chosen ? `chosen word; attention to itself: ${unit.tooltip}` : unit.tooltip
  if (line.clickable) {
    box.type = "button"
    box.setAttribute("aria-pressed", chosen)
    box.setAttribute("aria-label", `${unit.text}: ${unit.tooltip}`)
    box.addEventListener("click", () => send("chosen", index))
  }
  return box
}

function element(tag, className, text) {
  const made = document.createElement(tag)
  made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
