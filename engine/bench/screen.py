"""How long people wait for the screen: the real app, cold and warm, in a real browser."""

from __future__ import annotations

import random
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from engine.bench.app import browser, running, window
from engine.bench.timing import Times, times
from engine.core.errors import BiascopeError
from engine.measures.health.check import health_items
from engine.models.sources import BUNDLED_FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Page

_BAR = ".bartext"
# Words and shares of the first bars of a page: Home draws its own, others have Plotly.
_BARS = """() => {
    const own = document.querySelector('.st-key-home_bars')
    const hosts = own ? [...own.querySelectorAll('*')].map(part => part.shadowRoot) : []
    const chart = own || document.querySelector('.js-plotly-plot')
    return [chart, ...hosts].filter(root => root)
        .flatMap(root => [...root.querySelectorAll('.bartext')])
        .map(bar => bar.textContent).join('|')
}"""
_NEW_BARS = f"before => {{ const now = ({_BARS})(); return now && now !== before }}"


# The health badge of the sidebar, until the model's check has ended.
_CHECKING = "() => document.body.innerText.includes('checking …')"
# What a mask changes in the user's sentence is measured first. The claim of the Heads page counts
# the heads that are switched off; its figures are of SEAT, which is measured after the sentence.
_SENTENCE = "() => document.querySelector('.st-key-sentence_effect strong')?.textContent"
_NEW_SENTENCE = f"before => {{ const now = ({_SENTENCE})(); return now && now !== before }}"
_CLAIMED = """heads => document.querySelector('.st-key-claim h2')?.textContent
    .startsWith(`Switching off ${heads} head`)"""
_SCALED = """scale => document.querySelector('.st-key-claim h2')?.textContent
    .includes(`scaled to ${scale}`)"""
_NEW_OR_SCALED = f"""([before, scale]) => ({_NEW_SENTENCE})(before) || ({_SCALED})(scale)"""
_STEPS = 9  # of the slider that can be told apart in the claim
_AT_REST = """() => document.querySelector('[data-testid=stApp]')
    .getAttribute('data-test-script-state') === 'notRunning'"""


@dataclass(frozen=True)
class ColdStart:
    """One start of the server, seconds since the process was started.

    Args:
        painted: until Home's heading is visible.
        answered: until the bars of Home's sentence are.
        own: until those of a sentence are that was typed as soon as there were bars.
    """

    painted: float
    answered: float
    own: float


@dataclass(frozen=True)
class ScreenTimes:
    """What a first visitor waits for, and what a typed sentence, a click or a slider takes then.

    Args:
        clicked: from a masked head to its sentence.
        associated: from there to SEAT, both counted from the click.
        moved: from a moved slider, which scales a head, to its sentence.
        moved_associated: to SEAT, counted from the move.
    """

    painted: Times
    answered: Times
    own: Times
    typed: Times
    checked: Times
    clicked: Times
    associated: Times
    moved: Times
    moved_associated: Times


def screen_times(starts: int, repeats: int, checks: int, clicks: int) -> ScreenTimes:
    """Start the app several times; then type sentences into Probe, and click heads on Heads.

    Args:
        starts: cold starts, each with its own server, empty result cache and browser profile.
        repeats: distinct sentences typed on the last server.
        checks: models opened there, in each of which a sentence is typed while it is checked.
        clicks: heads masked there, one after another; the slider of the last is moved as often.
    """
    sentences = [item["sentence"] for item in health_items()["cloze"]]
    for option, wanted in (("--repeats", repeats), ("--checks", checks)):
        if wanted > len(sentences):
            raise BiascopeError(
                f"There are {len(sentences)} built-in sentences to type; got {option} {wanted}."
            )
    cold: list[ColdStart] = []
    typed: list[float] = []
    checked: list[float] = []
    clicked: list[tuple[float, float]] = []
    moved: tuple[list[float], list[float]] = [], []
    with browser() as chromium:
        for number in range(starts):
            with (
                TemporaryDirectory() as cache,
                running(Path(cache)) as server,
                window(chromium) as page,
            ):
                sentence = sentences[number % len(sentences)]
                cold.append(_cold_start(page, server.url, server.started, sentence))
                if number == starts - 1:
                    probe = f"{server.url}/probe"
                    typed += _typed(page, probe, sentences[:repeats])
                    checked += _checked(page, probe, sentences[:checks])
                    clicked += _clicked(page, f"{server.url}/heads", clicks)
                    moved = _moved(page, clicks)
    return ScreenTimes(
        times([start.painted for start in cold]),
        times([start.answered for start in cold]),
        times([start.own for start in cold]),
        times(typed),
        times(checked),
        times([sentence for sentence, _ in clicked]),
        times([seat for _, seat in clicked]),
        *map(times, moved),
    )


def _cold_start(page: Page, url: str, started: float, sentence: str) -> ColdStart:
    page.goto(url)
    page.get_by_role("heading", level=1).first.wait_for()
    painted = time.perf_counter() - started
    page.locator(_BAR).first.wait_for()
    answered = time.perf_counter() - started
    _type(page, sentence)
    return ColdStart(painted, answered, time.perf_counter() - started)


def _type(page: Page, sentence: str) -> None:
    """Type a sentence and wait for its bars."""
    before = page.evaluate(_BARS)
    box = page.get_by_role("textbox", name="Sentence").first
    box.fill(sentence)
    box.press("Enter")
    page.wait_for_function(_NEW_BARS, arg=before)


def _typed(page: Page, url: str, sentences: list[str]) -> list[float]:
    """Seconds from filling in each sentence until its bars are there."""
    page.goto(url)
    page.locator(_BAR).first.wait_for()
    # The examination of the model in the background belongs to the first visit, not to this.
    page.wait_for_function(f"() => !({_CHECKING})()")
    found = []
    for sentence in sentences:
        begun = time.perf_counter()
        _type(page, sentence)
        found.append(time.perf_counter() - begun)
    return found


def _checked(page: Page, url: str, sentences: list[str]) -> list[float]:
    """Seconds from filling in each sentence until its bars are there, while the model is checked.

    Each is typed into a model of its own, a copy of the bundled one that nobody has checked yet.
    """
    found = []
    with TemporaryDirectory() as folder:
        for number, sentence in enumerate(sentences):
            model = Path(folder) / f"copy-{number}"
            shutil.copytree(BUNDLED_FOLDER, model)
            page.goto(f"{url}?{urlencode({'model': str(model)})}")
            page.locator(".st-key-confirm_model button").click()
            page.locator(_BAR).first.wait_for()
            if not page.evaluate(_CHECKING):
                raise BiascopeError("A model was checked before a sentence could be typed.")
            begun = time.perf_counter()
            _type(page, sentence)
            found.append(time.perf_counter() - begun)
    return found


def _clicked(page: Page, url: str, clicks: int) -> list[tuple[float, float]]:
    """Seconds from masking one more head until the sentence is there, and until SEAT is."""
    page.goto(url)
    cells = page.get_by_role("gridcell")
    cells.first.wait_for()
    _rest(page)
    found = []
    for number, place in enumerate(random.Random(0).sample(range(cells.count()), clicks), start=1):
        cell = cells.nth(place)
        cell.scroll_into_view_if_needed()
        before = page.evaluate(_SENTENCE)
        begun = time.perf_counter()
        cell.click()
        page.wait_for_function(_NEW_SENTENCE, arg=before)
        answered = time.perf_counter() - begun
        page.wait_for_function(_CLAIMED, arg=number)
        found.append((answered, time.perf_counter() - begun))
        _rest(page)
    return found


def _moved(page: Page, moves: int) -> tuple[list[float], list[float]]:
    """Seconds from scaling the head clicked last until the sentence is there, and until SEAT is.

    Where a step changes no digit of the sentence, nobody sees when it is there: left out.
    """
    slider = page.get_by_test_id("stMain").get_by_role("slider").first
    slider.scroll_into_view_if_needed()
    sentence: list[float] = []
    seat: list[float] = []
    for number in range(1, min(moves, _STEPS) + 1):  # 1 is the head as it is, which no claim names
        before, scale = page.evaluate(_SENTENCE), f"{number / 10:g}"
        begun = time.perf_counter()
        slider.press("ArrowRight")
        page.wait_for_function(_NEW_OR_SCALED, arg=[before, scale])
        answered = time.perf_counter() - begun
        if page.evaluate(_SENTENCE) != before:
            sentence.append(answered)
        page.wait_for_function(_SCALED, arg=scale)
        seat.append(time.perf_counter() - begun)
        _rest(page)
    return sentence, seat


def _rest(page: Page) -> None:
    """Wait until the slower figures are there too and the script has ended."""
    for _ in range(3):  # a script that ends may have asked for the next
        page.wait_for_timeout(500)
        page.wait_for_function(_AT_REST)
