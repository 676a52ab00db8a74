"""A file of many pairs: the memory of scoring it, and of the page that shows it.

The sentences are made of a few words, all different, so that no pair is computed once for
two. Both ways are the real ones: the command line, and the app in a browser.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from engine.bench.app import browser, running, window
from engine.bench.memory import check_system, peak_of
from engine.bench.timing import Times, times

if TYPE_CHECKING:
    from playwright.sync_api import Page

_GROUPS = (("woman", "man"), ("girl", "boy"), ("mother", "father"), ("aunt", "uncle"))
_VERBS = tuple("cooked sold painted forgot carried found wanted cleaned lost hid kept drew".split())
_THINGS = tuple(
    "dinner cars houses flowers letters shoes tables apples books chairs coats maps".split()
)
_PLACES = tuple("home work school church town sea court night noon dawn dusk first last".split())
_DAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
SEARCHED = (*_DAYS, *_PLACES)
MOST = len(_GROUPS) * len(_VERBS) * len(_THINGS) * len(_PLACES) * len(_DAYS)


def write_pairs(path: Path, count: int) -> Path:
    """Write a CSV of distinct pairs of sentences of eleven words, four bias types."""
    if count > MOST:
        raise ValueError(f"there are {MOST} pairs, not {count}")
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["sent_more", "sent_less", "stereo_antistereo", "bias_type"])
        frames = product(_GROUPS, _VERBS, _THINGS, _PLACES, _DAYS)
        for number, (group, verb, thing, place, day) in zip(range(count), frames, strict=False):
            text = f"The {{}} who {verb} the {thing} was at {place} on {day}."
            sides = [text.format(word) for word in group]
            writer.writerow([*sides, "stereo", f"type {number % 4 + 1}"])
    return path


@dataclass(frozen=True)
class CommandCost:
    """One `pairs` command over a file.

    Args:
        peak_gb: resident memory of its process, all libraries included, 10^9 bytes.
    """

    pairs: int
    measure: str
    peak_gb: float
    seconds: float


@dataclass(frozen=True)
class PageCost:
    """The page with such a file uploaded and every pair scored.

    Args:
        peak_gb: resident memory of the server's process, 10^9 bytes.
        opened: seconds from the upload to the figures, all values in the store.
        pressed: seconds from a searched word to the new table.
    """

    pairs: int
    measure: str
    peak_gb: float
    opened: float
    pressed: Times


def command_cost(folder: Path, count: int, measure: str, model: str) -> CommandCost:
    """Score a file of that many pairs by the command line, without a store."""
    file = write_pairs(folder / "pairs.csv", count)
    arguments = ["pairs", str(file), "--measure", measure, "--model", model]
    peak, seconds = peak_of([*arguments, "--out", str(folder / "scores.csv")])
    return CommandCost(count, measure, peak / 1e9, seconds)


def page_cost(folder: Path, count: int, measure: str, presses: int = 5) -> PageCost:
    """Score a file as a job, open it on the page, and press its filters.

    Args:
        presses: words searched in the table, each followed by all pairs again.
    """
    check_system()
    file = write_pairs(folder / "pairs.csv", count)
    with running(folder / "cache") as server, browser() as chromium, window(chromium) as page:
        server.engine("pairs", str(file), "--measure", measure)
        page.goto(f"{server.url}/pairs?measure={measure}&data=Your+own+file")
        page.get_by_test_id("stFileUploaderDropzone").wait_for()
        begun = time.perf_counter()
        page.set_input_files("input[type=file]", str(file))
        page.get_by_text("pairs prefer the stereotyping sentence").wait_for()
        opened = time.perf_counter() - begun
        pressed = times(list(_pressed(page, file, count, presses)))
    return PageCost(count, measure, server.peak / 1e9, opened, pressed)


def _pressed(page: Page, file: Path, count: int, presses: int) -> Iterator[float]:
    """Seconds from searching a word until the table is of its pairs only, and back to all."""
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    box = page.get_by_label("Search").first
    for word in SEARCHED[:presses]:
        for text in (word, ""):
            found = sum(text in line for line in lines)
            begun = time.perf_counter()
            box.fill(text)
            box.press("Enter")
            page.get_by_text(f"{found:,} of {count:,} pairs").wait_for()
            yield time.perf_counter() - begun
