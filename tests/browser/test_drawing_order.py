"""Drawings of one component that the browser starts in another order than they were asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.servers import ROOT

pytestmark = pytest.mark.browser

# Draws each number at the component's place; `starts` is the order in which the browser runs
# them. All but `newest` are cleaned up right after they ran, as Streamlit does.
RUN = """async ([script, starts, newest]) => {
  const source = `${script}
    export default inOrder(
      ({ data, parentElement }) => { parentElement.textContent = data },
      (parent) => { parent.textContent += " closed" },
    )`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const draw = (await import(url)).default;
  const parent = document.createElement("div");
  document.body.append(parent);
  const ends = {};
  for (const data of starts) {
    ends[data] = draw({ data, parentElement: parent });
    if (data !== newest) ends[data]();
  }
  const seen = parent.textContent;
  parent.remove();
  ends[newest]();
  return [seen, parent.textContent];
}"""
LATE = """async (script) => {
  const source = `${script}
    export default inOrder(({ parentElement }) => { parentElement.textContent = "drawn" })`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const parent = document.createElement("div");
  (await import(url)).default({ parentElement: parent });
  return parent.textContent;
}"""


@pytest.fixture(scope="module")
def script() -> str:
    path = ROOT / "components" / "frame" / "widgets" / "drawing_order.js"
    return path.read_text(encoding="utf-8")


@pytest.mark.main_path
@pytest.mark.parametrize("starts", [[1, 2, 3], [3, 1, 2], [2, 3, 1], [3, 2, 1], [3]])
def test_the_newest_drawing_stays_whatever_the_order(page: Page, script: str, starts: list[int]):
    assert page.evaluate(RUN, [script, starts, 3]) == ["3", "3 closed"]


def test_nothing_is_drawn_where_the_component_has_left_the_page(page: Page, script: str):
    assert page.evaluate(LATE, script) == ""
