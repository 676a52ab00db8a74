"""Text around the numbers: errors the user can fix, how to read a figure, method cards."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import RerunException, StopException

from engine.core.errors import BiascopeError, NoHeadError
from engine.core.program import PROGRAM
from engine.server import shared
from engine.server.shared import OperatorError

_INLINE = re.compile(r"([\\`*_\[\]<~$:&])")  # of these, what is markup within a line
_ESCAPED = r"\\\1"
_COMMAND = re.compile(rf"`({re.escape(PROGRAM)} [^`\n]*)`")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:^=&])")
# Streamlit turns these into links, pictures, icons and arrows even where they are escaped.
_JOINED = re.compile(
    r"(?<=:)(?=[\w/+])|(?<=www)(?=\.)|(?<=[\w.+-])(?=@)|(?<=[-<>~=])(?=[-<>=])", re.IGNORECASE
)
_FOR_THE_OPERATOR = (
    "A setting of this Biascope server cannot be used, so no page is shown. Whoever runs the "
    "server finds the reason in the terminal where it was started."
)
_JOINER = "\u2060"  # takes no room and shows nothing
_LOG = logging.getLogger("biascope")


def plain(text: str) -> str:
    """Any text as markdown that shows its characters and nothing else; never markup.

    White space is shown as single spaces. On a shared server, its folders are left out.
    """
    shown = shared.without_folders(" ".join(text.split()))
    return _MARKDOWN.sub(_ESCAPED, _JOINED.sub(_JOINER, shown))


def with_commands(text: str) -> str:
    """A sentence of ours as markdown, in which a command between backticks is written as code."""
    *before, last = _COMMAND.split(text)
    shown = [
        f"{plain(said)}{' ' * said.endswith(' ')}`{shared.without_folders(command)}`"
        for said, command in zip(before[::2], before[1::2], strict=True)
    ]
    spaces = " " * (bool(shown) and last.startswith(" "))
    return " ".join(shown) + spaces + plain(last)


def quoted(text: str) -> str:
    """Any text within quotation marks, for the label of a field.

    A screen reader reads a label as it is written, so only what would be markup there is escaped.
    """
    shown = shared.without_folders(" ".join(text.split()))
    return f"“{_INLINE.sub(_ESCAPED, _JOINED.sub(_JOINER, shown))}”"


class NothingToShowError(BiascopeError):
    """There is nothing to draw yet: no fault, and what the page waits for is shown elsewhere."""


class ElsewhereError(BiascopeError):
    """This page has nothing for a model, and others have.

    Args:
        text: says so, and names the pages.
        pages: name of each page's script -> its title.
    """

    def __init__(self, text: str, pages: dict[str, str]) -> None:
        super().__init__(text)
        self.pages = pages


@contextmanager
def errors(ends_page: bool = True) -> Iterator[None]:
    """Show what went wrong in one sentence instead of the block's output; never a traceback.

    Errors the user can fix are shown as they are; a fault of ours is logged to the terminal, and
    so is what only whoever runs the server can fix.

    Args:
        ends_page: draw nothing after it; false where the rest of the page is still valid.
    """
    try:
        yield
    except NothingToShowError as nothing:
        st.caption(plain(str(nothing)))
        if ends_page:
            st.stop()
    except OperatorError as error:
        _LOG.error("%s", error)
        st.error(_FOR_THE_OPERATOR, icon=":material/lock:")
        st.stop()
    except BiascopeError as error:
        st.error(with_commands(str(error)), icon=":material/info:")
        if isinstance(error, NoHeadError):
            _links({"heads": "Heads", "cabm": "CABM"})
        elif isinstance(error, ElsewhereError):
            _links(error.pages)
        if ends_page:
            st.stop()
    except (RerunException, StopException):
        raise
    except Exception:
        _LOG.exception("A fault while drawing the page")
        st.error(
            "Something went wrong inside Biascope. The details are in the terminal where it was "
            "started; results that are already computed are kept.",
            icon=":material/error:",
        )
        if ends_page:
            st.stop()


def _links(titles: dict[str, str]) -> None:
    """Links to the pages that a sentence names: script -> title."""
    with st.container(horizontal=True):
        for name, title in titles.items():
            st.page_link(
                f"pages/{name}.py",
                label=f"Open {title}",
                icon=":material/arrow_forward:",
                width="content",
            )


@contextmanager
def in_place_of(*waiting: DeltaGenerator) -> Iterator[None]:
    """Empty what says that something is on its way, if it turns out that it never comes.

    Args:
        waiting: places that hold nothing else; the error itself is said by `errors`.
    """
    try:
        yield
    except BiascopeError:
        for place in waiting:
            place.empty()
        raise


def warnings(sentences: list[str]) -> None:
    """Show the warnings of a measurement, for example that its results could not be saved."""
    for sentence in dict.fromkeys(sentences):
        st.warning(plain(sentence), icon=":material/warning:")


def not_compared(label: str, error: BiascopeError) -> None:
    """Say why the model compared with is left out; the rest of the page goes on."""
    warnings([f"{label} cannot be shown as the second model: {error}"])


def note(text: str) -> None:
    """The grey note on what a number does not mean; `text` is the project's own."""
    st.markdown("\n".join(f"> {line}" for line in text.splitlines()))


def reading(words: str, label: str = "How to read this") -> None:
    """A popover on how to read a figure; `words` are the project's own."""
    with st.popover(label, icon=":material/help:", type="tertiary"):
        st.markdown(words)


def method(card: str, label: str = "How this is measured") -> None:
    """A popover with a method card: definition, variant, limits, source."""
    with st.popover(label, icon=":material/menu_book:", type="tertiary"):
        st.markdown(card_text(card))


def card_text(card: str) -> str:
    """The markdown of one method card."""
    from engine.flow.registry import card_text as text

    return text(card)


def titled_card(card: str) -> tuple[str, str]:
    """Title of a method card, and the markdown below it."""
    title, _, rest = card_text(card).partition("\n")
    return title.removeprefix("## "), rest.strip()


def cards() -> list[str]:
    """Names of all method cards, in the order of the pages that show them."""
    from engine.report.methods import names

    return names()
