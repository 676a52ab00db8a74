"""How long people wait for the screen: the real app, cold and warm, in a real browser."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.bench.timing import Times, times
from engine.errors import BiascopeError
from engine.models.health import paper

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_ROOT = Path(__file__).parent.parent.parent
_BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
_ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_PATIENCE = 300.0  # seconds until a wait is given up; says nothing about what is quick
_BAR = ".js-plotly-plot .bartext"
# The first chart's words and shares; below it the Probe page shows earlier answers.
_BARS = """() => {
    const chart = document.querySelector('.js-plotly-plot')
    return chart && [...chart.querySelectorAll('.bartext')].map(bar => bar.textContent).join('|')
}"""
_NEW_BARS = f"before => {{ const now = ({_BARS})(); return now && now !== before }}"


@dataclass(frozen=True)
class ColdStart:
    """One start of the server, seconds since the process was started.

    Args:
        painted: until Home's heading is visible.
        answered: until the bars of Home's sentence are.
    """

    painted: float
    answered: float


@dataclass(frozen=True)
class ScreenTimes:
    """What a first visitor waits for, and what a typed sentence takes after that."""

    painted: Times
    answered: Times
    typed: Times


def screen_times(starts: int, repeats: int) -> ScreenTimes:
    """Start the app several times, then type distinct sentences into the Probe page.

    Args:
        starts: cold starts, each with its own server, empty result cache and browser profile.
        repeats: sentences typed on the last server.

    Raises:
        BiascopeError: if playwright, a browser or an answer is missing.
    """
    sentences = [item["sentence"] for item in paper()["cloze"]]
    if repeats > len(sentences):
        raise BiascopeError(
            f"There are {len(sentences)} built-in sentences to type; got --repeats {repeats}."
        )
    cold: list[ColdStart] = []
    typed: list[float] = []
    with _chromium() as browser:
        for number in range(starts):
            with _server() as (url, started), _page(browser) as page:
                cold.append(_cold_start(page, url, started))
                if number == starts - 1:
                    typed += _typed(page, f"{url}/probe", sentences[:repeats])
    return ScreenTimes(
        times([start.painted for start in cold]),
        times([start.answered for start in cold]),
        times(typed),
    )


def _cold_start(page: Page, url: str, started: float) -> ColdStart:
    page.goto(url)
    page.get_by_role("heading", level=1).first.wait_for()
    painted = time.perf_counter() - started
    page.locator(_BAR).first.wait_for()
    return ColdStart(painted, time.perf_counter() - started)


def _typed(page: Page, url: str, sentences: list[str]) -> list[float]:
    """Seconds from filling in each sentence until its bars are there."""
    page.goto(url)
    page.locator(_BAR).first.wait_for()
    # The examination of the model in the background belongs to the first visit, not to this.
    page.wait_for_function("() => !document.body.innerText.includes('checking …')")
    box = page.get_by_label("Sentence").first
    found = []
    for sentence in sentences:
        before = page.evaluate(_BARS)
        begun = time.perf_counter()
        box.fill(sentence)
        box.press("Enter")
        page.wait_for_function(_NEW_BARS, arg=before)
        found.append(time.perf_counter() - begun)
    return found


@contextmanager
def _server() -> Iterator[tuple[str, float]]:
    """The app on a free port with an empty cache; its address, and when it was started."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    url = f"http://localhost:{port}"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        with log.open("wb") as out:
            started = time.perf_counter()
            process = subprocess.Popen(
                [*command, "--server.port", str(port)],
                cwd=_ROOT,
                env={**os.environ, "BIASCOPE_CACHE": str(Path(folder) / "cache")},
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        try:
            _until(lambda: _is_up(url), process, log)
            yield url, started
        finally:
            process.terminate()
            process.wait()


def _is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def _until(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while not ready():
        if process.poll() is not None or time.monotonic() > end:
            said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise BiascopeError(f"The app did not start: {said[-1] if said else 'no message'}")
        time.sleep(0.02)


@contextmanager
def _chromium() -> Iterator[Browser]:
    try:
        from playwright.sync_api import Error, TimeoutError, sync_playwright
    except ImportError:
        raise BiascopeError(
            "Timing the screen needs playwright: pip install -r requirements-dev.txt."
        ) from None
    wanted = os.environ.get("BIASCOPE_BROWSER")
    path = wanted or next(filter(None, map(shutil.which, _BROWSERS)), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
        except Error as error:
            raise BiascopeError(
                f"No browser could be started ({str(error).splitlines()[0]}). Install Chromium "
                "or Chrome, or name one with BIASCOPE_BROWSER=/path/to/chrome."
            ) from error
        try:
            yield browser
        except TimeoutError as error:
            raise BiascopeError(
                f"The app's answer was not on screen after {_PATIENCE:.0f} s "
                f"({str(error).splitlines()[0]})."
            ) from error
        finally:
            browser.close()


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(_PATIENCE * 1000)
    try:
        yield context.new_page()
    finally:
        context.close()
