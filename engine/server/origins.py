"""Which pages may use the server: its own, and those at addresses that its operator names.

A browser says in `Origin` which page asks, and in `Host` whom it asks. Another program on the
same machine has the same name and another port, so the port counts here.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

_PORTS = {"http": 80, "https": 443}


def is_foreign(origin: str, host: str, allowed: Iterable[str] = ()) -> bool:
    """Whether a request comes from a page that is not the server's own.

    Args:
        origin: header of that name, `http://localhost:8501`.
        host: header of that name, `localhost:8501`.
        allowed: origins of the server besides, for a proxy that puts another name into `Host`.

    Returns:
        Also True for what is not an address, such as the `null` of a page without an origin.

    Source: RFC 6454, section 4; the scheme is not compared, since behind a proxy with HTTPS the
    server itself does not know it.
    """
    if _plain(origin) in map(_plain, allowed):
        return False
    try:
        asks, asked = urlsplit(origin), urlsplit(f"//{host}")
        usual = _PORTS[asks.scheme]
        return asks.hostname is None or _address(asks, usual) != _address(asked, usual)
    except (KeyError, ValueError):  # another scheme than a page has, or a port that is no number
        return True


def _plain(origin: str) -> str:
    return origin.strip().lower().rstrip("/")


def _address(url: SplitResult, usual: int) -> tuple[str | None, int]:
    return url.hostname, url.port or usual
