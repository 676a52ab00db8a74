"""Apps to drive and a browser to drive them with."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.evidence import sections
from tests.browser.screen import recolour, rest, upload, visit, watched
from tests.browser.servers import MEASURING, PATIENCE, Servers
from tests.conftest import shared_by_workers

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
GROUPS = {"text": "{group} people are [MASK].", "list": "religion", "heads": "3-1"}
Pages = dict[str, tuple[str, dict[str, str]]]
# Name of a page in the tests -> its path and what its address asks for.
PAGES: Pages = {
    "home": ("/", {}),
    "probe": ("/probe", {"heads": "3-1, 6-12"}),  # two masks side by side are the widest
    "probe groups": ("/probe", GROUPS),
    "heads": ("/heads", {"heads": "2-2, 6-11"}),
    "pairs": ("/pairs", {}),
    "annotators": ("/annotators", {}),
    "cabm": ("/cabm", {"heads": "3-1"}),
    "arena": ("/arena", {"subset": "100", "heads": "3-1"}),
    "scorecard": ("/scorecard", {}),
    "lab": ("/lab", {}),
    "curate": ("/curate", {}),
    "stage": ("/stage", {}),
    "methods": ("/methods", {}),
}
# What measures for minutes on the bundled model looks the same on one that answers at once.
HEAVY = ("heads", "pairs", "cabm", "arena")
WINDOW = {"width": 1200, "height": 900}
Serve = Callable[..., str]

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Start a Streamlit script, given from the project's root; its address.

    Once a run for each script and environment, for all processes of the run:
    `serve("app.py", BIASCOPE_DATA=folder)`.
    """
    servers = Servers(shared_by_workers(tmp_path_factory) / "servers")
    yield servers.address
    servers.leave()


@pytest.fixture(scope="session")
def browser(browser_path: str) -> Iterator[Browser]:
    """One Chromium for all browser tests."""
    with sync_playwright() as playwright:
        shown = bool(os.environ.get("BIASCOPE_HEADED"))
        chromium = playwright.chromium.launch(
            executable_path=browser_path, args=ARGUMENTS, headless=not shown
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Iterator[BrowserContext]:
    """What the windows of the tests share: Streamlit's own files, fetched once."""
    with browser.new_context(viewport=WINDOW, reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield context


@pytest.fixture(scope="session")
def _window(windows: BrowserContext) -> Page:
    """One window for all tests: what Streamlit's scripts compile to is kept from page to page."""
    return windows.new_page()


@pytest.fixture
def own_window(windows: BrowserContext) -> Iterator[Page]:
    """A window of one test alone, which may change what scripts find in there."""
    with windows.new_page() as window:
        yield window


def _stays(*_: object, **__: object) -> None:
    raise AssertionError("such a script stays in the window for all later tests: use own_window")


def forget(window: Page) -> None:
    """Leave a window empty: what Streamlit remembers of a visitor is nothing to the next test."""
    if window.url.startswith("http"):
        window.evaluate("localStorage.clear(); sessionStorage.clear()")
    window.goto("about:blank")


@pytest.fixture
def page(windows: BrowserContext, _window: Page, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """An empty window; a test fails with it if the app's script broke in there."""
    monkeypatch.setattr(_window, "add_init_script", _stays)
    faults: list[str] = []

    def note(error: Exception) -> None:
        faults.append(str(error))

    _window.on("pageerror", note)
    yield _window
    forget(_window)
    _window.remove_listener("pageerror", note)
    _window.set_viewport_size(WINDOW)
    _window.emulate_media(color_scheme="light", reduced_motion="reduce")
    windows.clear_cookies()
    assert not faults, faults


@pytest.fixture
def app(page: Page, serve: Serve) -> Iterator[str]:
    """The address of the app; it may fetch nothing from elsewhere and must not complain."""
    with watched(page):
        yield serve("app.py")


@pytest.fixture
def narrow(narrow_model_folder: Path) -> str:
    """A model that answers at once, as the field of the model takes it."""
    return str(narrow_model_folder)


@pytest.fixture
def alone(page: Page, serve: Serve, tmp_path: Path) -> Iterator[str]:
    """The same with a cache of its own: nothing is measured or pinned in it so far."""
    with watched(page):
        yield serve("app.py", BIASCOPE_CACHE=str(tmp_path / "cache"))


_MANY_PAIRS = "sent_more,sent_less\n" + "\n".join(
    f"The woman saw {number} birds.,The man saw {number} birds." for number in range(3000)
)


@pytest.fixture
def busy(page: Page, alone: str) -> Iterator[str]:
    """An app with a job that runs, which the sidebar follows; nobody else sees it."""
    visit(page, alone, "/pairs", data="Your own file")
    given = {"name": "own.csv", "mimeType": "text/csv", "buffer": _MANY_PAIRS.encode()}
    upload(page, given)
    page.get_by_role("button", name="Score 3,000 pairs in the background").click()
    cancel = page.get_by_test_id("stSidebar").get_by_role("button", name="Cancel")
    expect(cancel).to_be_visible()
    yield alone
    cancel.click()
    expect(cancel).not_to_be_visible()


WIDE = {"width": 1360, "height": 1000}
# Windows that are looked at besides: halves of a screen, and what a zoom or a device leaves of one.
SIZES = {
    "half": {"width": 900, "height": 1000},
    "narrow": {"width": 420, "height": 1000},
    "projector": {"width": 1024, "height": 700},
    "zoomed to 150%": {"width": 853, "height": 480},
    "zoomed to 200%": {"width": 640, "height": 360},
    "phone": {"width": 390, "height": 844},
}


@pytest.fixture(scope="session")
def _looking(browser: Browser) -> Iterator[Page]:
    """The window of all who only look at pages."""
    with browser.new_context(viewport=WIDE, reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE * 1000)
        yield context.new_page()


@pytest.fixture(scope="session")
def pages(narrow_model_folder: Path) -> Pages:
    """The pages to look at, as PAGES has them, with a model for each."""
    narrow = {"model": str(narrow_model_folder)}
    return {
        name: (path, query | (narrow if name in HEAVY else {}))
        for name, (path, query) in PAGES.items()
    }


@pytest.fixture(scope="session", params=PAGES)
def opened_page(
    request: pytest.FixtureRequest, _looking: Page, serve: Serve, pages: Pages
) -> Iterator[tuple[str, Page]]:
    """Name and window of a page that is drawn; opened once for all who only look at it.

    `only("heads", "pairs")` marks a test that looks at these alone.
    """
    path, query = pages[request.param]
    with watched(_looking):
        _looking.emulate_media(color_scheme="light")
        visit(_looking, serve("app.py"), path, **query)
        if path != "/methods":
            figure = _looking.locator(".js-plotly-plot, .likely-words .bartext").first
            # The first look at a page measures what it shows.
            expect(figure).to_be_visible(timeout=MEASURING * 1000)
        rest(_looking)
        yield request.param, _looking


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add what the window and the servers say to the report of a test that failed."""
    report = yield
    if call.when == "call" and report.failed:
        report.sections += sections(getattr(item, "funcargs", {}))
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Look at page after page, and at each in light colours first: new colours draw it again."""
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> tuple[int, int]:
    case = getattr(item, "callspec", None)
    chosen = case.params if case else {}
    if "opened_page" not in chosen:
        return len(PAGES), 0
    themes = ("light", "dark", None)  # at last those that look at a page in one of them
    return list(PAGES).index(chosen["opened_page"]), themes.index(chosen.get("look"))


def only(*names: str) -> pytest.MarkDecorator:
    """Look at some pages alone, each opened once for all tests."""
    # The same objects as in PAGES: pytest shares what is made for one and the same parameter.
    chosen = [name for name in PAGES if name in names]
    assert len(chosen) == len(names)
    return pytest.mark.parametrize("opened_page", chosen, indirect=True, scope="session")


_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"


@pytest.fixture(params=["light", "dark"])
def look(request: pytest.FixtureRequest, opened_page: tuple[str, Page]) -> tuple[str, str, Page]:
    """Theme, name and window of a page in a theme that the system asks for."""
    name, window = opened_page
    if window.evaluate(_DARK) != (request.param == "dark"):
        recolour(window, request.param)
    return request.param, name, window


@pytest.fixture
def sized(opened_page: tuple[str, Page]) -> Iterator[Callable[[str], Page]]:
    """The opened page in a window of a size (`SIZES`), until the test ends."""
    _, window = opened_page

    def in_size(size: str) -> Page:
        window.set_viewport_size(SIZES[size])
        rest(window)
        return window

    yield in_size
    window.mouse.move(0, 0)
    window.set_viewport_size(WIDE)
    rest(window)
