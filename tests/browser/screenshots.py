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

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.find_browser import find
from tests.browser.screen import rest, visit
from tests.browser.servers import ROOT, Servers

FOLDER = ROOT / "docs" / "screenshots"
# Name of the picture -> page and what its address says.
VIEWS: dict[str, tuple[str, dict[str, str]]] = {
    "home": ("/", {}),
    "probe": ("/probe", {"heads": "3-1, 6-12, 4-4"}),
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
    "heads": ("/heads", {"heads": "2-2, 6-11"}),
    "cabm": ("/cabm", {}),
    "lab": ("/lab", {}),
    "methods": ("/methods", {}),
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


def take(page: Page, address: str, name: str, screen: str) -> Path:
    """Open a view, wait until all of it is there, and write its picture."""
    path, query = VIEWS[name]
    visit(page, address, path, **query)
    examined = page.get_by_test_id("stSidebar").get_by_text("checking …", exact=True)
    examined.first.wait_for(state="hidden")
    rest(page)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)  # parts of the screen still to come
    page.wait_for_timeout(1000)  # figures fade in
    picture = FOLDER / f"{name}-{screen}.png"
    page.screenshot(path=picture)
    return picture


def main() -> None:
    """Write the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("views", nargs="*", default=list(VIEWS), metavar="VIEW")
    parser.add_argument("--screen", action="append", choices=SCREENS, help="All if none is named.")
    wanted = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        for screen in wanted.screen or SCREENS:
            seen = SCREENS[screen]
            context = browser.new_context(
                color_scheme=seen.theme,
                viewport={"width": seen.width, "height": seen.height},
                device_scale_factor=seen.zoom,
            )
            context.set_default_timeout(_PATIENCE * 1000)
            page = context.new_page()
            for name in wanted.views:
                sys.stdout.write(f"{take(page, address, name, screen)}\n")
        browser.close()


if __name__ == "__main__":
    main()
