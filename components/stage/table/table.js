// A table whose cells know the names of their columns, for where each row is a list.

function tableOf({ columns, rows, more }) {
  const head = element("tr", { role: "row" }, columns.map(named));
  const body = rows.map((row) => element("tr", { role: "row" }, row.map(cellOf)));
  // Roles are given since a browser takes those of a table away where its rows become lists.
  const table = element("table", { role: "table" }, [
    element("thead", { role: "rowgroup" }, head),
    element("tbody", { role: "rowgroup" }, body),
  ]);
  return element("div", { class: "table" }, more ? [table, element("p", {}, more)] : [table]);

  function named(name) {
    return element("th", { scope: "col", role: "columnheader" }, name);
  }
  function cellOf(text, at) {
    return element("td", { role: "cell", "data-column": columns[at] ?? "" }, text);
  }
}
