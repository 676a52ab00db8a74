"""Which Chromium the browser tests drive; `make test` and the tests read the same answer.

Looked for in this order: the one named by BIASCOPE_BROWSER, an installed Chromium or
Chrome, playwright's own. With `--install`, a missing one is fetched: Debian's `chromium`
package where root and apt are at hand, else playwright's own.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

VARIABLE = "BIASCOPE_BROWSER"

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

MISSING = (
    "No Chromium or Chrome was found for the browser tests, and none could be installed. "
    "On Debian: apt install chromium. Elsewhere: install Google Chrome, or run "
    "`.venv/bin/python -m playwright install --with-deps chromium`. "
    f"A browser in an unusual place is named by {VARIABLE}=/path/to/chrome."
)

_APT_PACKAGES = ("chromium", "fonts-dejavu-core")


class NoBrowserError(RuntimeError):
    """No browser that starts; the text says what to install."""


def starts(path: str) -> bool:
    """Whether the program at this path runs and tells its version."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def installed() -> str | None:
    """An installed Chromium or Chrome that starts.

    Raises:
        NoBrowserError: if BIASCOPE_BROWSER names something that does not start; another
            browser than the wanted one is never taken in silence.
    """
    wanted = os.environ.get(VARIABLE)
    if wanted:
        path = shutil.which(wanted)
        if path is None or not starts(path):
            raise NoBrowserError(f"{VARIABLE} names {wanted!r}, which does not start.")
        return path
    found = filter(None, map(shutil.which, NAMES))
    return next(filter(starts, found), None)


def playwrights_own() -> str | None:
    """The Chromium that playwright downloaded earlier, if it starts here."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() and starts(path) else None


def _apt() -> None:
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    update = ["apt-get", "update"]
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *_APT_PACKAGES]
    for command in (update, install):
        if subprocess.run(command, env=quiet, check=False).returncode != 0:
            return


def _playwright() -> None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


INSTALLERS = (_apt, _playwright)


def find(installers: Sequence[Callable[[], None]] = ()) -> str:
    """Path of the browser to drive.

    Args:
        installers: tried in turn where none is found, until one leaves a browser that starts.

    Raises:
        NoBrowserError: if none could be had; the text says what to install.
    """
    path = installed() or playwrights_own()
    for install in installers:
        if path is not None:
            break
        install()
        path = installed() or playwrights_own()
    if path is None:
        raise NoBrowserError(MISSING)
    return path


def main() -> int:
    """Print the browser's path, or what to install on stderr."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true", help="fetch a browser if none is there")
    wanted = parser.parse_args()
    try:
        path = find(INSTALLERS if wanted.install else ())
    except NoBrowserError as error:
        sys.stderr.write(f"\nBiascope: {error}\n\n")
        return 1
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
