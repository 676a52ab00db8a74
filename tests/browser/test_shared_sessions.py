"""Fifty people at once on one shared server, each with a mask of their own."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.core.spec import BUNDLED, HeadRef, ModelSpec, format_heads
from engine.flow.measurement import measure
from engine.models.loading import MaskedLM, load
from engine.models.sources import resolve
from tests.browser.conftest import Serve
from tests.browser.light_session import Ask, Seen, open_pages
from tests.browser.servers import PATIENCE, Servers

pytestmark = pytest.mark.browser

SESSIONS = 50
WINDOWS = 4  # of a browser, each a visitor of its own
TEXT = "The nurse said that [MASK] was tired."
WORDS = ["he", "she"]
# The bundled model has 6 layers of 12 heads; every session masks two of them.
MASKS = [(HeadRef(n % 6, n // 6), HeadRef((n + 1) % 6, 11)) for n in range(SESSIONS)]


def query(heads: tuple[HeadRef, ...]) -> dict[str, str]:
    return {"heads": format_heads(heads), "text": TEXT, "targets": ", ".join(WORDS)}


def value_of(spec: ModelSpec, lm: MaskedLM) -> dict[str, float]:
    """Word -> probability, measured alone."""
    params: dict[str, Any] = {"top_k": 8, "targets": WORDS}
    found = measure("completion", spec, [{"text": TEXT}], params, lambda: lm, None)
    return {entry["word"]: entry["probability"] for entry in found.values[0]["targets"]}


@pytest.fixture(scope="module")
def one_by_one() -> list[dict[str, float]]:
    """Probabilities under each mask, measured one after the other."""
    source = resolve(BUNDLED)
    model = load(source, "cpu")
    specs = [ModelSpec(BUNDLED, source.revision, masked_heads=heads) for heads in MASKS]
    return [value_of(spec, MaskedLM(model, spec.masked_heads)) for spec in specs]


def shown(seen: Seen) -> dict[str, float]:
    """Word -> probability with the heads masked, as the page's table has it."""
    (table,) = [table for table in seen.tables if "word" in table]
    (column,) = [name for name in table if name == "2 heads switched off"]
    texts = zip(table["word"], table[column], strict=True)
    return {word: float(text.rstrip("%")) / 100 for word, text in texts}


def test_fifty_sessions_at_once_each_show_the_figures_of_their_own_mask(serve, one_by_one):
    url = serve("app.py", BIASCOPE_SHARED="1")
    found = open_pages(url, [("probe", query(heads)) for heads in MASKS])
    assert len({tuple(value.values()) for value in one_by_one}) == SESSIONS
    for heads, seen, value in zip(MASKS, found, one_by_one, strict=True):
        assert any(f"2 heads switched off ({format_heads(heads)})" in text for text in seen.texts)
        assert shown(seen) == pytest.approx(value, abs=0.00051)
    # As shown, most differ from each other: a value of another session would be noticed.
    assert len({tuple(shown(seen).values()) for seen in found}) > SESSIONS / 2


def test_visitors_of_a_browser_see_their_own_mask(
    serve: Serve, browser: Browser, one_by_one: list[dict[str, float]]
):
    url = serve("app.py", BIASCOPE_SHARED="1")
    contexts = [browser.new_context() for _ in range(WINDOWS)]
    try:
        pages = [context.new_page() for context in contexts]
        for page, heads in zip(pages, MASKS, strict=False):
            page.goto(f"{url}/probe?heads={format_heads(heads)}&text={TEXT}&targets=he,she")
        for page, heads, value in zip(pages, MASKS, one_by_one, strict=False):
            expect(
                page.get_by_text(f"2 heads switched off ({format_heads(heads)})")
            ).to_be_visible()
            times = max(value.values()) / min(value.values())
            expect(page.get_by_text(f"is {times:.1f} times as likely as").first).to_be_visible()
    finally:
        for context in contexts:
            context.close()


@pytest.mark.main_path
def test_what_a_link_names_is_not_opened(serve):
    url = serve("app.py", BIASCOPE_SHARED="1")
    names = ["/etc/passwd", "../..", "someone/other"]
    *found, lab = open_pages(url, [*(("probe", {"model": name}) for name in names), ("lab", {})])
    for name, seen in zip(names, found, strict=True):
        assert any("opens only the models in its list" in text for text in seen.texts), name
    assert any("Training a model in the Lab is not possible here" in text for text in lab.texts)


VISITORS, ROUNDS = 12, 4
LASTING = 1  # seconds that a session is kept once its visitor has left


@pytest.fixture
def own_servers(tmp_path: Path) -> Iterator[Servers]:
    """Servers of which a test looks at the process."""
    servers = Servers(tmp_path / "servers")
    yield servers
    servers.leave()


def descriptors(process: int) -> Counter[str]:
    """Open descriptors by what they are: of sessions (sockets and event loops), or of the store."""
    found: Counter[str] = Counter()
    for entry in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):  # closed meanwhile
            name = str(entry.readlink())
            found["sessions"] += name.startswith(("socket:", "anon_inode:"))
            found["store"] += "results.sqlite" in name
    return found


def test_descriptors_come_back_once_visitors_have_left(own_servers):
    """Streamlit looks for sessions that have left when another visitor comes."""
    lasting = {"STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": str(LASTING)}
    url = own_servers.address("app.py", BIASCOPE_SHARED="1", **lasting)
    process = own_servers.process(url)
    one = ("probe", {"text": TEXT})

    def most_during(visits: list[Ask]) -> int:
        """The most descriptors of sessions that are open at once while they last."""
        seen, over = [descriptors(process)["sessions"]], Event()

        def watch() -> None:
            while not over.wait(0.02):
                seen.append(descriptors(process)["sessions"])

        with ThreadPoolExecutor(1) as pool:
            watching = pool.submit(watch)
            open_pages(url, visits)
            over.set()
            watching.result()
        return max(seen)

    def left(most: int) -> int:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            time.sleep(2 * LASTING)  # or visits that come quickly are all still there
            open_pages(url, [one])
            if (found := descriptors(process)["sessions"]) <= most:
                return found
        raise AssertionError(f"{found} descriptors of sessions are open, more than {most}")

    open_pages(url, [one])
    most = descriptors(process)["sessions"] + 6  # two visitors more
    for number in range(ROUNDS):
        # Sessions may be closed before their visitors' answers are read here.
        assert most_during([("probe", {"text": f"{TEXT} {number}"})] * VISITORS) > most
        left(most)
    # SQLite keeps for reuse as many of a file's as were open at once: it and its log.
    assert descriptors(process)["store"] <= 2 * VISITORS + 6
