"""Whether this server is shared, read once; and what one browser session may have measured."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Any

import streamlit as st

from components.frame.session.state import ALLOWANCE
from engine.core.errors import BiascopeError
from engine.core.project import PROJECT
from engine.core.wording import counted
from engine.plugins.loading import refusals
from engine.server import shared
from engine.server.settings import FLAG, read
from engine.server.shared import Deployment, Limits, OperatorError, TokenBucket

_LOG = logging.getLogger("biascope")
_MINUTE = 60.0
_LONG = 300  # bytes in UTF-8 that count as one text
_UNSPACED = 24  # bytes of one without spaces, as Chinese and Thai are written: longer than a word
_MOST_WORDS = 2_000  # of one item, or of the parameters


def start() -> None:
    """Read the settings of whoever runs the server; to be called before anything is drawn.

    Plug-ins are added then, too: they are those of whoever starts the server.
    """
    _say_what_is_left_out()
    try:
        shared.use(_settings())
    except BiascopeError as error:
        raise OperatorError(str(error)) from None


@st.cache_resource(show_spinner=False)
def _say_what_is_left_out() -> None:
    for sentence in refusals():
        _LOG.warning("%s", sentence)


@st.cache_resource(show_spinner=False)
def _settings() -> Deployment | None:
    return read(_arguments(), os.environ)


def _arguments() -> list[str]:
    """What follows `streamlit run app.py --`; another program has arguments of its own."""
    script, *arguments = sys.argv or [""]
    ours = Path(script).resolve() == PROJECT / "app.py" or any(
        word.startswith(FLAG) for word in arguments
    )
    return arguments if ours else []


def spend(items: Sequence[Any], params: Any = None) -> None:
    """Take what measuring these items costs from this session's allowance on a shared server.

    Args:
        items: that the store does not know.
        params: of the measure; texts in there are read for every item.
    """
    if not shared.is_shared() or not items:
        return
    limits = shared.deployment().limits
    _check_length([*_texts(items), *_texts(params)], limits)
    always = _cost(params)
    cost = sum(max(1, _cost(item) + always) for item in items)
    if cost > limits.texts_at_once:
        raise BiascopeError(
            f"This would measure {counted(cost, 'text')}, a long one counted for every {_LONG} "
            "letters; a "
            f"shared Biascope measures at most {limits.texts_at_once:,} at once. Use fewer, or run "
            "it on your own machine with the command under Reproduce."
        )
    wait = _bucket(limits).spend(cost)
    if wait:
        raise BiascopeError(
            f"You have had {counted(limits.texts_per_minute, 'text')} measured within a minute, "
            "as many as "
            f"a shared Biascope allows. Wait {max(1, ceil(wait))} seconds and try again; what is "
            "already measured is kept."
        )


def _check_length(texts: Sequence[str], limits: Limits) -> None:
    longest = max(map(len, texts), default=0)
    if longest > limits.characters:
        raise BiascopeError(
            f"One text has {counted(longest, 'character')}; a shared Biascope measures texts of "
            "at most "
            f"{limits.characters:,}. Shorten it, or run Biascope on your own machine."
        )


def _texts(item: Any) -> Iterator[str]:
    """All strings in an item or in parameters, at any depth."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, dict):
        for value in item.values():
            yield from _texts(value)
    elif isinstance(item, list | tuple):
        for value in item:
            yield from _texts(value)


def _cost(content: Any) -> int:
    """Texts in an item or in parameters, long ones several times, and words by their length."""
    texts = letters = words = 0
    for text in _texts(content):
        size = len(text.encode(errors="replace"))
        if _is_word(text, size):
            words, letters = words + 1, letters + size
        else:
            texts += ceil(size / _LONG)
    if words > _MOST_WORDS:
        raise BiascopeError(
            f"This names {counted(words, 'word')}; a shared Biascope looks up at most "
            f"{_MOST_WORDS:,} at "
            "once. Use fewer, or run Biascope on your own machine."
        )
    return texts + letters // _LONG


def _is_word(text: str, size: int) -> bool:
    """Whether a string is a word to look up rather than a text to read.

    Args:
        size: its bytes.
    """
    return len(text.split()) < 2 and size < _UNSPACED


def _bucket(limits: Limits) -> TokenBucket:
    """Of this browser session; full when it begins."""
    bucket: TokenBucket | None = st.session_state.get(ALLOWANCE)
    if bucket is None:
        most = max(limits.texts_per_minute, limits.texts_at_once)
        bucket = TokenBucket(most, limits.texts_per_minute / _MINUTE)
        st.session_state[ALLOWANCE] = bucket
    return bucket
