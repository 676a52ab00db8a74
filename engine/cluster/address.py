"""Where the head of a cluster is, and whether one answers there, within seconds."""

from __future__ import annotations

import socket

from engine.core.errors import BiascopeError

LOCAL = "local"  # a cluster of this machine alone, started for one run
_FOUND = "auto"  # the one that this machine is part of

_SECONDS = 5.0  # to answer
# What an HTTP/2 client begins with; a server answers with a frame of settings, type 4.
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"
_HEADER, _TYPE, _SETTINGS = 9, 3, 4
_START = (
    "start one with `ray start --head --port=6379 --disable-usage-stats` and run this command "
    "on one of its machines, with the same RAY_AUTH_MODE and token"
)


def place_of(address: str) -> tuple[str, int]:
    """Host and port of the head of a cluster that answers."""
    from ray._private.services import canonicalize_bootstrap_address

    if "://" in address:
        raise BiascopeError(
            f"A cluster is named HOST:PORT, auto or {LOCAL}; got {address!r}. Run the command on "
            "one of its machines."
        )
    try:
        found = canonicalize_bootstrap_address(address.strip())
        host, _, port = (found or "").rpartition(":")
        place = host.strip("[]"), int(port)
    except ConnectionError:
        raise BiascopeError(
            f"This machine is part of no Ray cluster; {_START}, or name another with HOST:PORT."
        ) from None
    except (ValueError, OSError):
        raise BiascopeError(
            f"A cluster is named HOST:PORT, auto or {LOCAL}; got {address!r}."
        ) from None
    if problem := unreachable(*place):
        name = named(address, place)
        raise BiascopeError(f"No Ray cluster answers at {name} ({problem}); {_START}.")
    return place


def named(address: str, place: tuple[str, int]) -> str:
    """A cluster as the user named it, or where it was found."""
    return f"{place[0]}:{place[1]}" if address.strip() == _FOUND else address


def unreachable(host: str, port: int) -> str:
    """Why a head cannot be talked to; empty where it can."""
    try:
        with socket.create_connection((host, port), timeout=_SECONDS) as stream:
            stream.sendall(_PREFACE)
            found = stream.recv(_HEADER)
    except TimeoutError:
        return f"no answer in {_SECONDS:.0f} s"
    except (OSError, UnicodeError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)
    if len(found) <= _TYPE or found[_TYPE] != _SETTINGS:
        return "what answers there is something else"
    return ""
