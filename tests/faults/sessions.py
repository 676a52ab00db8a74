"""A browser session without a browser: it opens an address, and waits until the page is drawn.

Of Streamlit's messages only the numbers of the outer fields are needed here.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

_RERUN, _QUERY, _PAGE = 11, 1, 4  # of BackMsg: rerun_script, and query_string, page_name in it
_FINISHED = 6  # of ForwardMsg: script_finished
_BYTES, _NUMBER = 2, 0  # how a field is written
_DRAWN = (0, 3)  # finished as it should, or a part of it alone
_UNENCODED = "replace"  # of half a character: a query is UTF-8


class NotDrawnError(Exception):
    """The server went away, or did not finish a page in time."""


def visit(url: str, page: str, query: str, patience: float = 600.0) -> None:
    """Open an address in a session of its own, and wait until its page is drawn.

    Args:
        url: of the server.
        page: name of the page; empty for the first.
        query: what stands behind the question mark of the address.
        patience: seconds.

    Raises:
        NotDrawnError: if the server went away, or is not done in time.
    """
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    end = time.monotonic() + patience
    try:
        # A server that imports torch answers no ping for long on a busy machine.
        with connect(address, max_size=None, open_timeout=patience, ping_interval=None) as socket:
            socket.send(_rerun(page, query))
            while True:
                message = socket.recv(timeout=max(0.0, end - time.monotonic()))
                if isinstance(message, bytes) and _is_drawn(message):
                    return
    except (WebSocketException, OSError) as error:
        raise NotDrawnError(f"{type(error).__name__}: {error}") from None


def _is_drawn(message: bytes) -> bool:
    return dict(_fields(message)).get(_FINISHED) in _DRAWN


def _rerun(page: str, query: str) -> bytes:
    inner = b"".join(
        _tagged(number, text.encode("utf-8", _UNENCODED))
        for number, text in ((_QUERY, query), (_PAGE, page))
        if text
    )
    return _tagged(_RERUN, inner)


def _tagged(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | _BYTES) + _varint(len(content)) + content


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number > 0x7F:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def _fields(message: bytes) -> Iterator[tuple[int, int]]:
    """Number of each outer field, and its value where that is a number."""
    place = 0
    while place < len(message):
        tag, place = _read(message, place)
        value, place = _read(message, place)
        if tag & 7 == _BYTES:
            place += value
        elif tag & 7 != _NUMBER:
            return  # no other kind is used on the outside
        yield tag >> 3, value


def _read(message: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while place < len(message):
        byte = message[place]
        value, shift, place = value | (byte & 0x7F) << shift, shift + 7, place + 1
        if byte < 0x80:
            break
    return value, place
