"""Probe: what the screen shows while a sentence changes its kind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import GROUPS, Serve
from tests.browser.screen import SENTENCE, rest, type_into, visit, watched
from tests.browser.servers import PATIENCE

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE * 1000)

# The most buttons of a name that were on the page at once since it was asked for.
_COUNT = """() => {
  window.most = {Options: 0, Examples: 0}
  const look = () => {
    for (const name of Object.keys(window.most)) {
      const shown = [...document.querySelectorAll('[data-testid="stPopover"] button')]
        .filter(button => button.innerText.includes(name) && button.offsetParent)
      window.most[name] = Math.max(window.most[name], shown.length)
    }
  }
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true})
  look()
}"""


def test_options_and_examples_are_there_once_while_the_slot_goes(page: Page, serve: Serve):
    with watched(page):
        visit(page, serve("app.py"), "/probe", **GROUPS)
        rest(page)
        page.evaluate(_COUNT)
        type_into(page, SENTENCE, "The nurse said that [MASK] was tired today.")
        rest(page)
        expect(page.get_by_label("Names for {group}", exact=True)).to_have_count(0)
        type_into(page, SENTENCE, "{group} people are [MASK].")
        rest(page)
        expect(page.get_by_label("Names for {group}", exact=True)).to_be_visible()
        assert page.evaluate("window.most") == {"Options": 1, "Examples": 1}


def test_the_matrix_of_groups_names_its_model(page: Page, serve: Serve):
    with watched(page):
        visit(page, serve("app.py"), "/probe", **GROUPS)
        rest(page)
        page.get_by_text("How different are the groups, two by two?").click()
        for label in ("unmodified", "1 head masked"):
            expect(page.get_by_text(f"every two groups under {label}").first).to_be_visible()
