// Aligned tokens of a pair. All text goes in as textContent: it is the user's.
export default inOrder(({ data, parentElement }) => {
  const strip = parentElement.querySelector(".strip")
  strip.replaceChildren(...data.columns.map((column) => drawn(column, data)))
})

function drawn(column, data) {
  const box = document.createElement("div")
  box.className = column.modified ? "column modified" : "column"
  box.title = column.tooltip
  box.tabIndex = 0
  box.setAttribute("role", "listitem")
  box.setAttribute("aria-label", `${column.more} / ${column.less}: ${column.tooltip}`)
  box.append(cell(column.more, column.weight, data), cell(column.less, -column.weight, data))
  return box
}

function cell(text, weight, data) {
  const token = document.createElement("div")
  token.className = "token"
  token.textContent = text
  if (weight !== 0) {
    const share = Math.min(100, Math.round(8 + 62 * Math.abs(weight)))
    const colour = weight > 0 ? data.toward : data.away
    token.style.background = `color-mix(in srgb, ${colour} ${share}%, transparent)`
  }
  return token
}
