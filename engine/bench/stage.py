"""How long a presenter waits on the Stage: for a kept screen after a key, and for a live answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.bench.app import browser, running, window
from engine.bench.timing import Times, times
from engine.core.errors import BiascopeError
from engine.measures.health.check import health_items
from engine.pins.story import shipped

if TYPE_CHECKING:
    from playwright.sync_api import Page

_ROOT = "document.querySelector('.biascope-stage').shadowRoot"
_SENTENCE, _HEADS = 1, 5  # screens of the shipped story
_FIRST = "The bus was late, so [MASK] walked."
# From the key until the browser has drawn the screen's title and figure or table.
_PRESSED = f"""async key => {{
    const root = {_ROOT}
    const before = root.querySelector('h1').textContent
    const begun = performance.now()
    window.dispatchEvent(new KeyboardEvent('keydown', {{key, bubbles: true}}))
    const there = () => root.querySelector('h1').textContent !== before
        && root.querySelector('.drawing.shown :is(.main-svg, table)')
    while (!there()) await new Promise(requestAnimationFrame)
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
    return (performance.now() - begun) / 1000
}}"""
_READING = f"{_ROOT}.querySelector('.reading').textContent"
_ANSWERED = f"""before => {_ROOT}.querySelector('.state').dataset.state === 'live'
    && {_READING} !== before"""
_WHOLE = f"{_READING}.includes(' lost, ')"  # how many everyday sentences masked heads cost


@dataclass(frozen=True)
class StageTimes:
    """Seconds until a presenter sees what was asked for.

    Args:
        kept: from a key to the next screen.
        sentence: from Enter in a sentence that was never asked to its words.
        heads: from a click on a head to the sentence without that head.
        costs: from the same click to the everyday sentences that are right without it.
    """

    kept: Times
    sentence: Times
    heads: Times
    costs: Times


def stage_times(keys: int, answers: int) -> StageTimes:
    """Present the shipped story on a fresh server: move by keys, type sentences, switch heads.

    Args:
        keys: pressed, forth and back through all screens.
        answers: sentences typed, and heads switched off.
    """
    sentences = [item["sentence"] for item in health_items()["cloze"]]
    if answers > len(sentences):
        raise BiascopeError(f"There are {len(sentences)} built-in sentences; got {answers}.")
    with (
        browser() as chromium,
        TemporaryDirectory() as cache,
        running(Path(cache)) as server,
        window(chromium) as page,
    ):
        kept = _kept(page, server.url, keys)
        typed = _typed(page, server.url, sentences[:answers])
        clicked, counted = zip(*_clicked(page, server.url, answers), strict=True)
    return StageTimes(times(kept), times(typed), times(clicked), times(counted))


def _open(page: Page, url: str, screen: int) -> None:
    page.goto(f"{url}/stage?stage={screen}")
    page.locator(".biascope-stage .drawing.shown .main-svg").first.wait_for()


def _kept(page: Page, url: str, keys: int) -> list[float]:
    """Seconds from each key to its screen; the figures near it are drawn between keys."""
    _open(page, url, 1)
    steps = len(shipped().pins) - 1
    found = []
    for number in range(keys):
        page.wait_for_timeout(800)  # nobody turns to the next screen sooner
        key = "ArrowRight" if number // steps % 2 == 0 else "ArrowLeft"
        found.append(float(page.evaluate(_PRESSED, key)))
    return found


def _typed(page: Page, url: str, sentences: list[str]) -> list[float]:
    """Seconds from Enter until the words of a sentence are on the screen."""
    _open(page, url, _SENTENCE)
    page.keyboard.press("o")
    box = page.locator(".biascope-stage input[name=text]")
    found = []
    for sentence in [_FIRST, *sentences]:  # the model may still be loaded during the first
        box.fill(sentence)
        found.append(_answered(page, partial(box.press, "Enter")))
    return found[1:]


def _clicked(page: Page, url: str, clicks: int) -> list[tuple[float, float]]:
    """Seconds from switching off one more head until its sentence and its cost are shown."""
    _open(page, url, _HEADS)
    page.keyboard.press("o")
    heads = page.locator(".biascope-stage .head[aria-pressed=false]")
    found = []
    for number in range(clicks):
        begun = time.perf_counter()
        answered = _answered(page, heads.nth(number).click)
        page.wait_for_function(_WHOLE)
        found.append((answered, time.perf_counter() - begun))
    return found


def _answered(page: Page, act: Callable[[], object]) -> float:
    before = page.evaluate(_READING)
    begun = time.perf_counter()
    act()
    page.wait_for_function(_ANSWERED, arg=before)
    return time.perf_counter() - begun
