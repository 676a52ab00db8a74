"""The real app, started for a bench, and a real browser to look at it with."""

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
from typing import TYPE_CHECKING

from engine.bench.memory import ended
from engine.core.errors import BiascopeError, first_line
from engine.core.program import run_module
from engine.core.project import PROJECT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
# What a browser does for itself at its start is not the app's.
_ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
_PATIENCE = 300.0  # seconds until a wait is given up; says nothing about what is quick


@dataclass
class Server:
    """The app while it runs.

    Args:
        started: when its process was, as `time.perf_counter` counts.
        log: of what it writes.
        environment: of the process, and of commands beside it.
        process: that serves it.
        peak: most memory resident for it, bytes; known once it has ended.
    """

    url: str
    started: float
    log: Path
    environment: dict[str, str]
    process: subprocess.Popen[bytes]
    peak: int = 0

    def engine(self, *arguments: str) -> None:
        """Run a command of the engine on the same cache."""
        done = subprocess.run(
            [*run_module(), *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise BiascopeError(done.stderr.strip() or f"{arguments[0]} failed.")

    def faults(self) -> list[str]:
        """The line that names the error of each traceback in its log."""
        found = []
        for part in _text(self.log).split("Traceback (most recent call last):\n")[1:]:
            lines = [line for line in part.splitlines() if line and not line[0].isspace()]
            found.append(lines[0] if lines else "no message")
        return found


@contextmanager
def running(cache: Path, wait: bool = True) -> Iterator[Server]:
    """The app on a free port, with a cache of its own.

    Args:
        wait: until it answers.
    """
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    cache.mkdir(parents=True, exist_ok=True)
    log = cache / "server.log"
    environment = {**os.environ, "BIASCOPE_CACHE": str(cache)}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    with log.open("wb") as out:
        started = time.perf_counter()
        process = subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=PROJECT,
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    server = Server(f"http://localhost:{port}", started, log, environment, process)
    try:
        if wait:
            _until(lambda: _is_up(server.url), server)
        yield server
    finally:
        process.terminate()
        server.peak = ended(process)


def _is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5):
            return True
    except (urllib.error.URLError, OSError):
        return False


def _until(ready: Callable[[], bool], server: Server) -> None:
    end = time.monotonic() + _PATIENCE
    while not ready():
        if server.process.poll() is not None or time.monotonic() > end:
            said = _text(server.log).strip().splitlines()
            raise BiascopeError(f"The app did not start: {said[-1] if said else 'no message'}")
        time.sleep(0.02)


def _text(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium or Chrome of this machine."""
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
            found = playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
        except Error as error:
            raise BiascopeError(
                f"No browser could be started ({first_line(error)}). Install Chromium "
                "or Chrome, or name one with BIASCOPE_BROWSER=/path/to/chrome."
            ) from error
        try:
            yield found
        except TimeoutError as error:
            raise BiascopeError(
                f"The app's answer was not on screen after {_PATIENCE:.0f} s ({first_line(error)})."
            ) from error
        finally:
            found.close()


@contextmanager
def window(chromium: Browser) -> Iterator[Page]:
    """A window with a profile of its own."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(_PATIENCE * 1000)
    try:
        yield context.new_page()
    finally:
        context.close()
