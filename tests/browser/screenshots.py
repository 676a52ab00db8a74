"""Pictures of every page for the documentation: `python -m tests.browser.screenshots`.

Starts the app with an empty result cache and writes docs/screenshots/PAGE-SCREEN.png for every
screen of `SCREENS`. Run by hand; look at the pictures before keeping them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.find_browser import find
from tests.browser.screen import rest, visit
from tests.browser.servers import ROOT, Servers

FOLDER = ROOT / "docs" / "screenshots"
# Name of the picture -> page and what its address says.
VIEWS: dict[str, tuple[str, dict[str, str]]] = {
    "home": ("/", {}),
    "probe": ("/probe", {"heads": "2-9, 5-5, 5-8"}),
    "probe-groups": (
        "/probe",
        {
            "text": "{group} people are usually very [MASK].",
            "list": "religion",
            "targets": "kind, strict, peaceful, violent",
        },
    ),
    "pairs": ("/pairs", {}),
    "annotators": ("/annotators", {}),
    "arena": ("/arena", {"heads": "3-1, 6-12"}),
    "scorecard": ("/scorecard", {}),
    "curate": ("/curate", {}),
    "heads": ("/heads", {"heads": "1-9, 5-5"}),
    "cabm": ("/cabm", {}),
    "lab": ("/lab", {}),
    "methods": ("/methods", {}),
    "stage": ("/stage", {"stage": "3"}),
    "stage-edited": ("/stage", {}),
}


@dataclass(frozen=True)
class Screen:
    """What a picture is taken on.

    Args:
        width, height: CSS pixels; zooming in makes them fewer.
        zoom: pixels of the picture for each.
    """

    width: int
    height: int
    theme: str = "light"
    zoom: float = 1.0


# The pictures of docs/first-minute.md, in their order: from opening the app to a scorecard.
MINUTE = "first-minute"
_MASK = "2-9, 5-5, 5-8"
# Name of the picture -> page, what its address says, and what is in the middle of the picture.
STEPS: dict[str, tuple[str, dict[str, str], str]] = {
    "1-open": ("/", {}, ""),
    "2-sentence": ("/", {"sentence": "The engineer said that [MASK] was late."}, ""),
    "3-groups": (*VIEWS["probe-groups"], ".js-plotly-plot"),
    "4-heads": ("/heads", {}, "[role=grid]"),
    "5-masked": ("/heads", {"heads": _MASK}, "[role=grid]"),
    "6-changed": ("/probe", {"heads": _MASK}, ""),
    "7-pairs": ("/pairs", {"heads": _MASK}, ".js-plotly-plot"),
    "8-scorecard": ("/scorecard", {}, ".js-plotly-plot"),
}
_SMALL = Screen(1360, 860)
_COLOURS = 64  # of a picture of the first minute, which so has a few dozen kilobytes


SCREENS = {
    "light": Screen(1360, 1000),
    "dark": Screen(1360, 1000, "dark"),
    "1024x700": Screen(1024, 700),
    "1280x720-150": Screen(853, 480, zoom=1.5),
    "390": Screen(390, 844),
}
_PATIENCE = 300.0  # seconds


@contextmanager
def served() -> Iterator[str]:
    """The app's address, while it runs."""
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(Path(folder))
        try:
            yield servers.address("app.py")
        finally:
            servers.leave()


def take(
    page: Page, address: str, view: tuple[str, dict[str, str]], picture: Path, middle: str = ""
) -> Path:
    """Open a view, wait until all of it is there, and write its picture.

    Args:
        middle: selector of what is scrolled to; nothing for the top of the page.
    """
    path, query = view
    visit(page, address, path, **query)
    examined = page.get_by_test_id("stSidebar").get_by_text("checking …", exact=True)
    examined.first.wait_for(state="hidden")
    rest(page)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)  # parts of the screen still to come
    page.wait_for_timeout(1000)  # figures fade in
    if middle:
        page.locator(middle).first.evaluate("e => e.scrollIntoView({block: 'center'})")
        page.wait_for_timeout(500)
    picture.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=picture)
    return picture


def minute(browser: Browser, address: str) -> Iterator[Path]:
    """Take the pictures of docs/first-minute.md, small enough to be shown together."""
    page = _window(browser, _SMALL)
    for name, (path, query, middle) in STEPS.items():
        picture = FOLDER.parent / MINUTE / f"{name}.png"
        take(page, address, (path, query), picture, middle)
        with Image.open(picture) as drawn:
            drawn.convert("RGB").quantize(_COLOURS).save(picture, optimize=True)
        yield picture


def _window(browser: Browser, seen: Screen) -> Page:
    context = browser.new_context(
        color_scheme=seen.theme,
        viewport={"width": seen.width, "height": seen.height},
        device_scale_factor=seen.zoom,
    )
    context.set_default_timeout(_PATIENCE * 1000)
    return context.new_page()


def main() -> None:
    """Write the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    every = [*VIEWS, MINUTE]
    parser.add_argument("views", nargs="*", default=every, metavar="VIEW", help=", ".join(every))
    parser.add_argument("--screen", action="append", choices=SCREENS, help="All if none is named.")
    wanted = parser.parse_args()
    views = [name for name in wanted.views if name != MINUTE]
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        for screen in (wanted.screen or SCREENS) if views else ():
            page = _window(browser, SCREENS[screen])
            for name in views:
                picture = take(page, address, VIEWS[name], FOLDER / f"{name}-{screen}.png")
                sys.stdout.write(f"{picture}\n")
        if MINUTE in wanted.views:
            for picture in minute(browser, address):
                sys.stdout.write(f"{picture}\n")
        browser.close()


if __name__ == "__main__":
    main()
