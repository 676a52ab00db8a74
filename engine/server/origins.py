"""Which pages may use the server: its own, and those at addresses that its operator names.

A browser says in `Origin` which page asks, and in `Host` whom it asks. Another program on the
same machine has the same name and another port, so the port counts here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]*:[0-9a-f:.]*")


def page_address(text: str) -> str | None:
    """The address of a page, as browsers write it in `Origin`: `https://biascope.example.org`.

    Args:
        text: with or without a slash at its end, and the usual port.

    Returns:
        None for what is no such address: another scheme, a path, an asterisk, no name at all.

    Source: RFC 6454, section 6.2.
    """
    try:
        url = urlsplit(text.strip().lower())
        port, name = url.port, (url.hostname or "").encode("idna").decode()
    except ValueError:  # a port that is no number, a bracket that stays open, a name too long
        return None
    # What follows the name is only a port: no user before it, and no path after it.
    whole = url.scheme in _PORTS and "@" not in url.netloc and url.path in ("", "/")
    if not whole or url.query or url.fragment or not _NAME.fullmatch(name):
        return None
    host = f"[{name}]" if ":" in name else name
    return f"{url.scheme}://{host}" + (f":{port}" if port not in (None, _PORTS[url.scheme]) else "")


def is_foreign(origin: str, host: str, allowed: Iterable[str] = ()) -> bool:
    """Whether a request comes from a page that is not the server's own.

    Args:
        origin: header of that name, `http://localhost:8501`.
        host: header of that name, `localhost:8501`.
        allowed: addresses of pages besides, for a proxy that puts another name into `Host`.

    Returns:
        Also True for what is not an address, such as the `null` of a page without an origin.

    Source: RFC 6454, section 4; the scheme is not compared, since behind a proxy with HTTPS the
    server itself does not know it.
    """
    page = page_address(origin)
    if page is None:
        return True
    own = page_address(f"{page.partition(':')[0]}://{host}")
    return page != own and page not in map(page_address, allowed)
