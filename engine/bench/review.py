"""How long a key in the review takes: the real app in a real browser, with many candidates."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from engine.bench.app import Server, browser, running, window
from engine.bench.timing import Times, times
from engine.core.errors import BiascopeError
from engine.curation.duplicates import unique

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TITLE = "Timed review"
_NAME = "timed-review"
_LIMIT = 0.25  # seconds that a key may take
# Words to make sentences of that are no near-duplicates of each other.
_VERBS = "found sold carried painted hid lost cleaned followed praised counted burned packed"
_THINGS = (
    "lamp ladder carpet piano basket bottle mirror ticket hammer blanket pillow candle kettle "
    "wallet drawer bucket curtain cabinet engine window"
)
_PLACES = (
    "harbour bakery station library garden kitchen cellar tunnel market chapel theatre factory "
    "airport museum forest village castle hospital prison stadium"
)
_WHEN = "yesterday tonight again twice slowly quietly later alone outside before breakfast"
# Presses a key on the page itself and waits for a frame that has another sentence, then for the
# answer that the decision is kept. Milliseconds.
_PRESS = """letter => new Promise(done => {
    const hosts = [...document.querySelectorAll('*')].map(part => part.shadowRoot)
    const root = hosts.find(host => host && host.querySelector('.card'))
    const found = () => root.querySelector('.more p')?.textContent
    const [before, begun] = [found(), performance.now()]
    let painted = 0
    const look = () => {
        if (!painted && found() !== before) painted = performance.now() - begun
        const kept = painted && !root.querySelector('.outcome.waits')
        if (!kept) return requestAnimationFrame(look)
        setTimeout(() => done([painted, performance.now() - begun]))
    }
    const key = { key: letter, bubbles: true, composed: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', key))
    requestAnimationFrame(look)
})"""


@dataclass(frozen=True)
class ReviewTimes:
    """What a reviewer waits for after a key.

    Args:
        candidates: in the review.
        painted: until the next candidate is on the screen.
        kept: until the answer is there that the decision is on the disk.
        painted_95, kept_95: what 95 of 100 keys stay below, seconds.
        within: share of keys that were answered on the screen within 250 ms.
    """

    candidates: int
    painted: Times
    kept: Times
    painted_95: float
    kept_95: float
    within: float


def review_times(candidates: int, keys: int) -> ReviewTimes:
    """Accept candidates of a large review one after another.

    Args:
        candidates: sentences that the review is made of.
        keys: pressed.
    """
    if keys >= candidates:
        raise BiascopeError(f"There are {candidates} candidates to decide; got --keys {keys}.")
    with TemporaryDirectory() as folder, running(Path(folder) / "cache") as server:
        _make(server, Path(folder), candidates)
        with browser() as chromium, window(chromium) as page:
            found = _pressed(page, server.url, keys)
    painted, kept = ([pair[number] / 1000 for pair in found] for number in (0, 1))
    return ReviewTimes(
        candidates,
        times(painted),
        times(kept),
        percentile(painted, 95),
        percentile(kept, 95),
        sum(value <= _LIMIT for value in painted) / len(painted),
    )


def percentile(values: list[float], share: int) -> float:
    """The smallest value that so many of 100 are not above."""
    ordered = sorted(values)
    return ordered[max(0, -(-share * len(ordered) // 100) - 1)]


def made_up_candidates(count: int, seed: int = 0) -> list[str]:
    """Sentences about a woman or a man, no two of them near-duplicates."""
    chance = random.Random(seed)
    made: list[str] = []
    while len(made) < count:
        made += [_sentence(chance) for _ in range(count)]
        made = [made[at] for at, first in enumerate(unique(made)) if at == first]
    return made[:count]


def _sentence(chance: random.Random) -> str:
    who, (one, other) = chance.choice(("woman", "man")), chance.sample(_THINGS.split(), 2)
    verb, place, when = (chance.choice(words.split()) for words in (_VERBS, _PLACES, _WHEN))
    return f"The {who} {verb} our {one} and {other} near the {place} {when}."


def _make(server: Server, folder: Path, candidates: int) -> None:
    """Make a review of subtitles in the cache of the server."""
    cues = [
        f"{number}\n{_clock(4 * number)},000 --> {_clock(4 * number + 3)},000\n{sentence}\n"
        for number, sentence in enumerate(made_up_candidates(candidates), start=1)
    ]
    subtitles = folder / "Timed Review (2020).srt"
    subtitles.write_text("\n".join(cues), encoding="utf-8")
    server.engine("curate", str(subtitles), "--category", "gender", "--save", _TITLE)


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _pressed(page: Page, url: str, keys: int) -> list[tuple[float, float]]:
    page.goto(f"{url}/curate?{urlencode({'review': _NAME, 'reviewer': 'Bench'})}")
    card = page.locator(".card")
    card.wait_for()
    card.scroll_into_view_if_needed()
    page.wait_for_timeout(3000)  # the rest of the page is drawn
    found = []
    for _ in range(keys):
        painted, kept = page.evaluate(_PRESS, "a")
        found.append((painted, kept))
        page.wait_for_timeout(200)
    return found
