"""What browser tests do in the app, and what they read from its screen."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlencode, urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import (
    ConsoleMessage,
    Dialog,
    FilePayload,
    FloatRect,
    Locator,
    Page,
    Request,
    Response,
    WebSocket,
    expect,
)
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from components.frame.present.numbers import percent
from components.frame.present.words import shown_word
from tests.browser.servers import MEASURING, PATIENCE

Read = TypeVar("Read")

SENTENCE = "Sentence: [MASK] marks the word to predict, {group} compares groups"
# Streamlit's page sends an event a moment after it happened; with this script, that is so long that
# parts of the page that look for news every few seconds do so several times before.
HOLD_EVENTS = """
    const now = window.setTimeout;
    window.sentEvents = 0;
    window.setTimeout = (act, delay, ...given) => {
      if (!String(act).includes("pendingTriggerIds")) return now(act, delay, ...given);
      return now((...own) => { act(...own); window.sentEvents += 1; }, 5000, ...given);
    };
"""
# Settings of the address that name a folder or a file on this machine.
OPENED = ("model", "compare", "base", "file", "answers_file", "planted_file")
_STATE = "data-test-script-state"
# In the window's own time, which stands still while a busy machine leaves it no turn: longer than
# a page takes from a click to its message, and until it has nothing left to draw.
# Figures take a window's new width with its next frame, which a busy machine can delay for seconds.
# A font that arrives late moves what stands next to an icon. A task of the background runs when no
# other is left; an idle callback would too, but a window without frames after a change of its size
# can leave that for ten seconds.
_SETTLED = """async seconds => {
  const frame = () => new Promise(requestAnimationFrame)
  const settled = async () => {
    await Promise.all([new Promise(done => setTimeout(done, 300)), frame().then(frame)])
    await document.fonts.ready
    await scheduler.postTask(() => {}, {priority: 'background'})
  }
  const late = new Promise(done => setTimeout(done, 1000 * seconds, false))
  return await Promise.race([settled().then(() => true), late])
}"""
_FRAMES = 20  # seconds; a window that gets no frame by then is asked for a picture, which needs one
# Streamlit looks for its server below the page's own path first, and then finds it above.
_PROBING = re.compile(r"/\w+/_stcore/(health|host-config)$")


@contextmanager
def watched(page: Page) -> Iterator[None]:
    """Fail if anything is fetched from elsewhere, logged as an error, or pops up."""
    problems: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not _PROBING.search(message.location["url"]):
            problems.append(f"console: {message.text} {message.location['url']}")

    def on_request(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob", "file") and address.hostname != "localhost":
            problems.append(f"request: {request.url}")

    def on_dialog(dialog: Dialog) -> None:
        problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def on_page_error(error: Exception) -> None:
        problems.append(f"error: {error}")

    handlers = {
        "console": on_console,
        "request": on_request,
        "dialog": on_dialog,
        "pageerror": on_page_error,
    }
    for event, handler in handlers.items():
        page.on(event, handler)
    yield
    for event, handler in handlers.items():
        page.remove_listener(event, handler)
    assert not problems, problems


@dataclass
class Traffic:
    """Whether the server still owes a page the beginning or the end of a run it asked for."""

    asked: bool = True  # for a run of the whole page, which has not begun
    runs: bool = False
    drawn: int = 0  # runs of the whole page that have begun
    elements: int = 0  # that were drawn; a part that only looks for news draws an empty block
    # Parts that draw themselves every few seconds.
    polls: set[str] = dataclasses.field(default_factory=set)

    @property
    def waits(self) -> bool:
        """Whether the page is not drawn yet."""
        return self.asked or self.runs

    def follow(self, socket: WebSocket) -> None:
        """Take in what a window that has just opened asks and is answered."""
        self.asked, self.runs = True, False
        socket.on("framesent", self.sent)
        socket.on("framereceived", self.received)

    def sent(self, payload: str | bytes) -> None:
        """Take in what the window asks for."""
        message = BackMsg.FromString(payload) if isinstance(payload, bytes) else BackMsg()
        if not message.HasField("rerun_script"):
            return
        # The end of a part that draws itself every two seconds is not the end of what a click asks.
        part = message.rerun_script.fragment_id
        if not part:
            self.asked = True
        elif part in self.polls or not message.rerun_script.is_auto_rerun:
            self.runs = True  # not of a poll that the last run left out: nothing answers that

    def received(self, payload: str | bytes) -> None:
        """Take in what the server answers."""
        message = ForwardMsg.FromString(payload) if isinstance(payload, bytes) else ForwardMsg()
        match message.WhichOneof("type"):
            case "new_session":
                part = bool(message.metadata.run.fragment_ids)
                self.asked = self.asked and part
                self.runs = True
                self.drawn += not part
                if not part:
                    self.polls.clear()
            case "auto_rerun":
                self.polls.add(message.auto_rerun.fragment_id)
            case "delta":
                self.elements += message.delta.WhichOneof("type") != "add_block"
            case "script_finished":
                self.runs = message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN


_traffic: WeakKeyDictionary[Page, Traffic] = WeakKeyDictionary()


def visit(page: Page, address: str, path: str = "/", **settings: str | list[str]) -> None:
    """Open a page of the app by its address, and the folders and files that it names."""
    arrive(page, address, path, **settings)
    for key in [key for key in OPENED if str(settings.get(key, "")).startswith("/")]:
        confirm(page, key)


def arrive(page: Page, address: str, path: str = "/", **settings: str | list[str]) -> None:
    """Open a page of the app by its address alone."""
    query = urlencode(settings, doseq=True)
    load(page, f"{address}{path}{'?' + query if query else ''}")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()


def load(page: Page, address: str) -> None:
    """Open an address of any Streamlit app, so that one can wait until it is at rest."""
    if page not in _traffic:
        _traffic[page] = Traffic()
        page.on("websocket", _traffic[page].follow)
    page.goto(address)


def confirm(page: Page, key: str) -> None:
    """Open what the address names under a key; a link alone opens nothing."""
    rest(page)
    page.locator(f".st-key-confirm_{key}").get_by_role("button").click()


def type_into(page: Page, label: str, text: str) -> None:
    """Fill in a field and press Enter."""
    box = field(page, label)
    box.fill(text)
    box.press("Enter")


def field(page: Page, label: str) -> Locator:
    """A field by its label."""
    return page.get_by_label(label, exact=True).first


def choose(page: Page, box: Locator, option: str | re.Pattern[str]) -> None:
    """Choose from a list of options.

    A list closes when the page is scrolled, and a browser scrolls to a field at the edge of the
    window that gets the focus: the field is brought to the middle first.
    """
    box.evaluate("node => node.scrollIntoView({block: 'center'})")
    rest(page)
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def go_to(page: Page, title: str) -> None:
    """Go to another page by the sidebar."""
    page.get_by_test_id("stSidebar").get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1, name=title).first).to_be_visible()


def rest(page: Page) -> None:
    """Wait until every run that the page asked for has ended, and what it gave is drawn."""
    app, traffic = page.get_by_test_id("stApp"), _traffic[page]
    # In place of an element whose script the browser still fetches or starts, such as a figure.
    undrawn = page.locator('[data-testid="stSkeleton"]:visible')
    end = time.monotonic() + MEASURING
    settled, pause = False, 50.0
    while True:
        page.wait_for_timeout(pause)
        pause = min(1.1 * pause, 250)  # who waits for long need not look so often
        if traffic.waits or app.get_attribute(_STATE) != "notRunning" or undrawn.count():
            settled = False
        elif settled:
            return
        elif page.evaluate(_SETTLED, _FRAMES):
            settled = True
        else:
            page.screenshot()
        late = time.monotonic() > end
        assert not late, f"the page came to no rest: {app.get_attribute(_STATE)}, {traffic}"


def checked(page: Page) -> None:
    """Wait until the model is checked, as the whole page is drawn again then, and at rest."""
    rest(page)  # before the page is drawn, nothing says yet that the model is being checked
    expect(page.get_by_text("checking …", exact=True)).to_have_count(0)
    rest(page)


def undisturbed(page: Page, read: Callable[[], Read]) -> Read:
    """What is read of a page while nothing of it is drawn again, which would fade its text.

    A page may do so by itself, as soon as its model is loaded or what it measures is there; the
    part that waits for it is drawn again and again until then.
    """
    traffic, end = _traffic[page], time.monotonic() + MEASURING
    while True:
        rest(page)
        before = traffic.elements
        found = read()
        page.wait_for_timeout(50)  # until what came meanwhile is counted
        if traffic.elements == before and not traffic.waits:
            return found
        assert time.monotonic() < end, "the page is drawn again and again"


def recolour(page: Page, theme: Literal["light", "dark"]) -> None:
    """Let the system ask for a theme and draw the page again, which brings its figures along."""
    page.emulate_media(color_scheme=theme)
    rest(page)
    drawn = _traffic[page].drawn
    page.evaluate("document.activeElement?.blur()")
    # Keys of a card under review are for what is seen, and `r` is one of them.
    page.evaluate("document.querySelector('[data-testid=stMain]')?.scrollTo(0, 1e6)")
    end = time.monotonic() + PATIENCE
    while _traffic[page].drawn == drawn:
        assert time.monotonic() < end, "no other run begins"
        # Streamlit's key for another run is without effect while a part of the page draws itself.
        page.keyboard.press("r")
        page.wait_for_timeout(50)  # until what the key asked for is counted
        rest(page)
    page.evaluate("document.querySelector('[data-testid=stMain]')?.scrollTo(0, 0)")


def box(node: Locator) -> FloatRect:
    """Where a node is and how large, in pixels; a figure that is just drawn once more has none."""
    end = time.monotonic() + PATIENCE
    while True:
        expect(node).to_be_visible()
        found = node.bounding_box()
        if found is not None:
            return found
        assert time.monotonic() < end, "the node is never drawn"
        node.page.wait_for_timeout(50)


def use_file(page: Page) -> None:
    """End the choosing of columns and values of a file."""
    rest(page)  # Streamlit can lose a click while it draws
    button = page.get_by_role("button", name="Use this file")
    button.click()
    expect(button).to_have_count(0)


def upload(page: Page, given: Path | FilePayload, into: Locator | None = None) -> None:
    """Give a field of files one, by default the page's first, once the page is at rest.

    Where a run of the whole page begins just as the browser asks where to send a file, Streamlit
    clears its own answer to that, and the file is never sent.
    """
    checked(page)
    with page.expect_response(_is_upload):
        (into or page.locator("input[type=file]").first).set_input_files(given)


def _is_upload(answer: Response) -> bool:
    return answer.request.method == "PUT" and "/_stcore/upload_file/" in answer.url


def open_tab(page: Page, name: str) -> None:
    """Open a tab, once the page is at rest: Streamlit can lose a click while it draws the tabs."""
    rest(page)
    tab = page.get_by_role("tab", name=name, exact=True)
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")


def claim(page: Page) -> Locator:
    """The answer of the page, one sentence."""
    return page.locator(".st-key-claim h2")


def bars(page: Page) -> Locator:
    """Labels of all bars on the page, in reading order."""
    return page.get_by_test_id("stMain").locator(".bartext")


def labels(*rankings: list[dict[str, Any]]) -> list[str]:
    """What the bars of these rankings of uncased models are labelled with."""
    return [
        f"{shown_word(entry['word'], uncased=True)}  {percent(entry['probability'])}"
        for ranked in rankings
        for entry in ranked
    ]


def shows(page: Page, *rankings: list[dict[str, Any]]) -> None:
    """Expect the bars of these rankings, and no others."""
    expect(bars(page)).to_have_text(labels(*rankings))


def alerts(page: Page) -> Locator:
    """What the page says is wrong."""
    return page.get_by_test_id("stMain").get_by_test_id("stAlert")
