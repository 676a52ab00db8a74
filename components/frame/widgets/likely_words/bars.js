// Likely words as bars. All text goes in as textContent: it is a model's.
export default inOrder(({ data: [rows, sides, scale], parentElement }) => {
  const box = parentElement.querySelector(".likely-words")
  box.style.setProperty("--rows", rows)
  box.classList.toggle("mirrored", sides.length === 2)
  const names = sides.length === 2 ? ["model compared with", "this model"] : []
  box.replaceChildren(...sides.map((each, at) => side(each, names[at], scale)))
})

function side({ colour, words }, model, scale) {
  const list = document.createElement("div")
  list.className = "side"
  list.setAttribute("role", "list")
  list.setAttribute("aria-label", `Most likely words${model ? `, ${model}` : ""}`)
  list.style.setProperty("--colour", colour)
  list.replaceChildren(...words.map(row))
  const whole = document.createElement("div")
  whole.className = "whole"
  whole.append(list)
  if (words.length) whole.append(axis(scale))
  return whole
}

function axis(scale) {
  const line = document.createElement("div")
  line.className = "axis"
  line.setAttribute("aria-hidden", "true")
  for (const name of scale) {
    const tick = document.createElement("span")
    tick.textContent = name
    line.append(tick)
  }
  return line
}

function row({ label, tooltip, length }) {
  const line = document.createElement("div")
  line.className = "row"
  line.title = tooltip
  line.setAttribute("role", "listitem")
  const bar = document.createElement("div")
  bar.className = "bar"
  bar.style.setProperty("--length", length)
  const text = document.createElement("div")
  text.className = "bartext"
  text.textContent = label
  line.append(bar, text)
  return line
}
