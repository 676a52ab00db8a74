"""What browser tests do with the app's screen, and what they read from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

from components.numbers import percent

SENTENCE = "Sentence · [MASK] hides a word, {group} compares groups"
_STATE = "data-test-script-state"
# Streamlit looks for its server below the page's own path first, and then finds it above.
_PROBING = re.compile(r"/\w+/_stcore/(health|host-config)$")


@contextmanager
def watched(page: Page) -> Iterator[None]:
    """Fail where anything is fetched from elsewhere, complains on the console, or pops up."""
    found: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type == "error" and not _PROBING.search(message.location["url"]):
            found.append(f"console: {message.text} {message.location['url']}")

    def asked(request: Request) -> None:
        place = urlsplit(request.url)
        if place.scheme not in ("data", "blob", "file") and place.hostname != "localhost":
            found.append(f"request: {request.url}")

    page.on("console", said)
    page.on("request", asked)
    page.on("dialog", lambda dialog: (found.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("pageerror", lambda error: found.append(f"error: {error}"))
    yield
    assert not found, found


def visit(page: Page, address: str, path: str = "/", **settings: str | list[str]) -> None:
    """Open a page of the app by its address."""
    query = urlencode(settings, doseq=True)
    page.goto(f"{address}{path}{'?' + query if query else ''}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def type_into(page: Page, label: str, text: str) -> None:
    """Fill in a field and press Enter."""
    box = field(page, label)
    box.fill(text)
    box.press("Enter")


def field(page: Page, label: str) -> Locator:
    """A field by its label."""
    return page.get_by_label(label, exact=True).first


def go_to(page: Page, title: str) -> None:
    """Go to another page by the sidebar."""
    page.get_by_test_id("stSidebar").get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


def rest(page: Page) -> None:
    """Wait until the script has been at rest for a moment."""
    app, quiet = page.get_by_test_id("stApp"), 0
    while quiet < 5:
        page.wait_for_timeout(100)
        quiet = quiet + 1 if app.get_attribute(_STATE) == "notRunning" else 0


def bars(page: Page) -> Locator:
    """Labels of all bars on the page, in reading order."""
    return page.get_by_test_id("stMain").locator(".js-plotly-plot .bartext")


def labels(*rankings: list[dict[str, Any]]) -> list[str]:
    """What the bars of these rankings are labelled with."""
    return [
        f"{entry['word']}  {percent(entry['probability'])}"
        for ranked in rankings
        for entry in ranked
    ]


def shows(page: Page, *rankings: list[dict[str, Any]]) -> None:
    """Expect the bars of these rankings, and no others."""
    expect(bars(page)).to_have_text(labels(*rankings))


def alerts(page: Page) -> Locator:
    """What the page says is wrong."""
    return page.get_by_test_id("stMain").get_by_test_id("stAlert")
