"""A report as PDF, printed by an installed Chromium or Chrome without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from engine.core.child_processes import OWN_GROUP, end_all
from engine.core.errors import BiascopeError, StorageError, first_line, why

VARIABLE = "BIASCOPE_CHROMIUM"
NAMES = (
    *("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
SECONDS = 300  # for the whole of a long report
_MAGIC = b"%PDF-"
_INSTEAD = "Without one, open the HTML file in a browser and print it there."
# Whatever would reach a network goes to a port where nothing listens.
_QUIET = (
    *("--headless", "--disable-gpu", "--no-first-run", "--no-default-browser-check"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-extensions", "--disable-default-apps", "--proxy-server=127.0.0.1:9"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer"),
    "--generate-pdf-document-outline",
)


def chromium() -> str:
    """The program that prints: the one that is named, or the first that is installed."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted:
        if (named := shutil.which(wanted)) is None:
            raise BiascopeError(f"{VARIABLE} names {wanted}, which is no program. {_INSTEAD}")
        return named
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise BiascopeError(
            "No Chromium or Chrome was found to print the PDF; install one, or name it with "
            f"{VARIABLE}=/path/to/chromium. {_INSTEAD}"
        )
    return found


def pdf_of(html: str, seconds: float = SECONDS) -> bytes:
    """A report as PDF.

    Args:
        html: from `report_html`.
        seconds: after which printing is given up.
    """
    program = chromium()
    try:
        with tempfile.TemporaryDirectory(prefix="biascope-pdf-") as name:
            folder = Path(name)
            page = folder / "report.html"
            page.write_text(html, encoding="utf-8")
            _print(program, page, folder, seconds)
            return _read(folder / "report.pdf")
    except OSError as error:
        raise StorageError(
            f"The PDF could not be made: its temporary files cannot be written ({why(error)})."
        ) from None


def _print(program: str, page: Path, folder: Path, seconds: float) -> None:
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    words = [program, *_QUIET, *sandbox]
    words += [f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={folder / 'report.pdf'}"]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [*words, f"{page.as_uri()}#print"],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            **OWN_GROUP,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise BiascopeError(
                f"{Path(program).name} did not print the report within {seconds:g} seconds. "
                f"{_INSTEAD}"
            ) from None
        finally:
            _end(process)
    if code != 0 or not (folder / "report.pdf").exists():
        text = (folder / "said").read_text(encoding="utf-8", errors="replace").strip()
        last = first_line(ValueError(text.splitlines()[-1])) if text else f"exit status {code}"
        raise BiascopeError(f"{Path(program).name} could not print the report ({last}). {_INSTEAD}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the browser and the processes it started, if they still run."""
    end_all(process.pid)
    process.wait()


def _read(path: Path) -> bytes:
    found = path.read_bytes()
    if not found.startswith(_MAGIC):
        raise BiascopeError(f"The browser wrote no PDF. {_INSTEAD}")
    return found
