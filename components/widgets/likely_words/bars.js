// Likely words as bars. All text goes in as textContent: it is a model's.
export default inOrder(({ data: [rows, sides], parentElement }) => {
  const box = parentElement.querySelector(".likely-words")
  box.style.setProperty("--rows", rows)
  box.classList.toggle("mirrored", sides.length === 2)
  box.replaceChildren(...sides.map(side))
})

function side({ colour, words }) {
  const list = document.createElement("div")
  list.className = "side"
  list.setAttribute("role", "list")
  list.style.setProperty("--colour", colour)
  list.replaceChildren(...words.map(row))
  return list
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
