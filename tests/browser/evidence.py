"""What a failed browser test leaves in its report: its window, and the logs of the servers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page

from tests.browser.servers import Servers

_MOST = 6000  # characters of a window, and of a log


def sections(fixtures: dict[str, Any]) -> list[tuple[str, str]]:
    """Title and text of each part.

    Args:
        fixtures: of the failed test, by name.
    """
    given = [each for value in fixtures.values() for each in _flat(value)]
    windows = {id(each): each for each in given if isinstance(each, Page)}
    servers = next((each for each in given if isinstance(each, Servers)), None)
    logs = servers.logs() if servers else []
    return [
        *((f"window at {window.url}", _shown(window)) for window in windows.values()),
        *((f"log of {url}", _end(log)) for url, log in logs),
    ]


def _flat(value: Any) -> list[Any]:
    """A fixture's value, what it is a method of, and what a tuple of several holds."""
    return [*(value if isinstance(value, tuple) else [value]), getattr(value, "__self__", None)]


def _shown(window: Page) -> str:
    try:
        return window.locator("body").inner_text(timeout=5000)[:_MOST]
    except Error as error:
        return f"cannot be read: {error}"


def _end(log: Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")[-_MOST:]
