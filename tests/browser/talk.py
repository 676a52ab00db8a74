"""What browser tests of a talk on the Stage do and read."""

from __future__ import annotations

from urllib.parse import parse_qs

from playwright.sync_api import Locator, Page, expect

from engine.pins.story import shipped
from tests.browser.screen import visit

TITLES = [pin.title for pin in shipped().pins]
ROOM = {"width": 1280, "height": 720}  # as large as a projector shows
SHADOW = "document.querySelector('.biascope-stage').shadowRoot"


def present(page: Page, address: str, number: int | str = 1, **settings: str) -> None:
    """Open a talk at a screen, the shipped one unless a collection is named."""
    visit(page, address, "/stage", stage=str(number), **settings)
    shown(page)


def shown(page: Page) -> None:
    """Wait until a screen and its figure are there."""
    expect(page.locator(".biascope-stage h1")).to_be_visible()
    expect(page.locator(".drawing.shown .main-svg, .drawing.shown table").first).to_be_visible()


def title(page: Page) -> str:
    return page.locator(".biascope-stage h1").inner_text().replace("\n", " ")


def setting(page: Page, name: str) -> str | None:
    """A setting of the address, as the browser has it at this moment."""
    found: list[str] = parse_qs(page.evaluate("location.search").lstrip("?")).get(name, [])
    return found[0] if found else None


def on_screen(page: Page) -> int:
    """Number of the screen that the address names."""
    return int(setting(page, "stage") or 0)


def reading(page: Page) -> Locator:
    return page.locator(".biascope-stage .reading")


def state(page: Page) -> Locator:
    return page.locator(".biascope-stage .state")


def open_notes(page: Page) -> Page:
    """Open the presenter's notes in their window."""
    with page.expect_popup() as opened:
        page.keyboard.press("n")
    expect(opened.value.locator(".notes h1")).to_be_visible()
    return opened.value
