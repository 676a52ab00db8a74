"""Keeps tests off the network and away from the user's own files."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_LOCAL_NAMES = {"", "localhost", "localhost.localdomain", "ip6-localhost"}


class NetworkBlockedError(ConnectionRefusedError):
    """A test reached for a machine other than this one.

    It is an OSError, so code under test meets it as it would a missing network.
    """


def is_local(host: object) -> bool:
    """Whether a host, as sockets take it, is this machine's loopback."""
    if isinstance(host, bytes):
        host = host.decode("ascii", errors="replace")
    if host is None:
        return True
    name = str(host).lower().strip("[]")
    return name in _LOCAL_NAMES or name.startswith("127.") or name == "::1"


@contextmanager
def no_network() -> Iterator[None]:
    """Refuse every connection and look-up beyond this machine while the block runs."""
    untouched = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex")}
    look_up = socket.getaddrinfo

    def guarded(method: Callable[..., Any]) -> Callable[..., Any]:
        def connect(self: socket.socket, address: Any) -> Any:
            if self.family in (socket.AF_INET, socket.AF_INET6) and not is_local(address[0]):
                raise NetworkBlockedError(f"tests may not connect to {address[0]!r}")
            return method(self, address)

        return connect

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not is_local(host):
            raise NetworkBlockedError(f"tests may not look up {host!r}")
        return look_up(host, *args, **kwargs)

    for name, method in untouched.items():
        setattr(socket.socket, name, guarded(method))
    socket.getaddrinfo = getaddrinfo
    try:
        yield
    finally:
        for name, method in untouched.items():
            setattr(socket.socket, name, method)
        socket.getaddrinfo = look_up


def sandbox_variables(folder: Path) -> dict[str, str]:
    """Environment that keeps this process and its children to `folder` and this machine.

    Children have no guarded sockets; a proxy that nobody answers stops them instead.
    """
    nobody = "http://127.0.0.1:9"
    proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), nobody)
    proxies["NO_PROXY"] = "localhost,127.0.0.1,::1"
    return {
        "BIASCOPE_CACHE": str(folder / "cache"),
        "HF_HOME": str(folder / "hub"),
        "TOKENIZERS_PARALLELISM": "false",
        # Tiny networks run faster on one thread, and so does a machine that is busy.
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
        **proxies,
        **{name.lower(): value for name, value in proxies.items()},
    }
