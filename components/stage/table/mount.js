export default inOrder(({ data, parentElement }) => {
  parentElement.querySelector(".table")?.remove();
  parentElement.append(tableOf(data));
});
